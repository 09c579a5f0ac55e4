import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A plan has been switched on, or its draft has come into force. */
export const planActivated = eventKind(
  'key_plan.activated',
  'key_plan_id',
  z.object({
    key_plan_id: z.string(),
    /** Of what is in force; null before the first version. */
    version: z.int().nullable(),
  }),
);
