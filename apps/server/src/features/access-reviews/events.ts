import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** Rights in an open review wait for an administrator, who sees them. */
export const reviewWaits = eventKind(
  'access_review.waits',
  'review_id',
  z.object({
    review_id: z.string(),
    admin_id: z.string(),
    moment: z.enum(['begun', 'due_soon', 'overdue']),
  }),
);
