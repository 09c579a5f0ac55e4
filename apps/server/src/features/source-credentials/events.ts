import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A credential in use ends soon, at each number of days to warn at, or has ended. */
export const credentialEnding = eventKind(
  'source_credential.ending',
  'connection_id',
  z.object({
    connection_id: z.string(),
    connection_name: z.string(),
    kind: z.enum(['secret', 'certificate']),
    /** Whole days; below 0 once it has ended. */
    days_left: z.int(),
    has_successor: z.boolean(),
  }),
);
