import { keyHappenings } from '@key2xs/contract';
import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** Something has happened to a key here. */
export const custodyChanged = eventKind(
  'custody.changed',
  'key_id',
  z.object({
    key_id: z.string(),
    happening: z.enum(keyHappenings),
    actor_name: z.string(),
    reason: z.string().nullable(),
  }),
);
