import { ObjectType } from '@key2xs/contract';
import { z } from 'zod';

export const PickedDoor = z.object({
  object_type: ObjectType,
  object_identifier: z.string(),
  name: z.string(),
});
/** Something a rule or a profile opens, with its display name. */
export type PickedDoor = z.infer<typeof PickedDoor>;
