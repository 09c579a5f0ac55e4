import { reminderAudiences } from '@key2xs/contract';
import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** Someone asks for more hours between the updates of keys; another administrator decides. */
export const keyExtensionRequested = eventKind(
  'key_extension.requested',
  'extension_id',
  z.object({
    extension_id: z.string(),
    asked_by_id: z.string().nullable(),
    by: z.string(),
    keys: z.int(),
    hours: z.int(),
    reason: z.string(),
  }),
);

/** Someone is mailed about a key to be returned, or is to be. */
export const returnReminded = eventKind(
  'key_case.reminded',
  'case_id',
  z.object({
    case_id: z.string(),
    happening: z.enum(['reminder_requested', 'reminded']),
    to: z.array(z.enum(reminderAudiences)),
    actor_name: z.string().nullable(),
  }),
);
