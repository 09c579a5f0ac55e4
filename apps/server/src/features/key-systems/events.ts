import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A certificate in use ends soon, at each number of days to warn at, or has ended. */
export const certificateEnding = eventKind(
  'client_certificate.ending',
  'connection_id',
  z.object({
    connection_id: z.string(),
    connection_name: z.string(),
    /** Whole days; below 0 once it has ended. */
    days_left: z.int(),
    has_successor: z.boolean(),
  }),
);
