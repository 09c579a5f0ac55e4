import { z } from 'zod';
import { Description, Instant, idsFor, Name, nameFor, Version } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { nothingToUpdate } from '../../fields/field-words';

export const AccessProfile = z.object({
  id: z.uuid(),
  keyplan_id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  cylinder_ids: z.array(z.uuid()),
  cylinder_group_ids: z.array(z.uuid()),
  cylinders: z.int().describe('Doors it opens, group members included.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type AccessProfile = z.infer<typeof AccessProfile>;

const maxObjects = 5_000;
/** Ids of cylinders, or of cylinder groups. */
const ProfileObjects = z.array(z.uuid()).max(maxObjects);
export const AddedCylinders = z.strictObject({
  cylinder_ids: idsFor('cylinder_ids', { action: 'associating cylinders', max: maxObjects }),
});
export const AddedGroups = z.strictObject({
  cylinder_group_ids: idsFor('cylinder_group_ids', { action: 'associating cylinder groups', max: maxObjects }),
});

const KeyplanId = z.uuid().optional().describe('As in the address.');

export const AccessProfileCreate = z.strictObject({
  keyplan_id: KeyplanId,
  name: nameFor('creating an access profile'),
  description: Description.optional(),
  cylinder_ids: ProfileObjects.default([]),
  cylinder_group_ids: ProfileObjects.default([]),
});
export const AccessProfileUpdate = z
  .strictObject({
    keyplan_id: KeyplanId,
    name: Name,
    description: Description.nullable(),
    cylinder_ids: ProfileObjects,
    cylinder_group_ids: ProfileObjects,
  })
  .partial()
  .refine(({ keyplan_id, ...changes }) => Object.keys(changes).length > 0, { error: fieldError({ nothingToUpdate }) });
