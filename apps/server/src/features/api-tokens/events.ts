import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A token ends soon, at each number of days to warn at, or has ended. */
export const apiTokenEnding = eventKind(
  'api_token.ending',
  'token_id',
  z.object({
    token_id: z.string(),
    name: z.string(),
    owner_id: z.string(),
    owner: z.string(),
    /** To be mailed; null: the owner is a service account. */
    admin_id: z.string().nullable(),
    /** Whole days; below 0 once it has ended. */
    days_left: z.int(),
  }),
);
