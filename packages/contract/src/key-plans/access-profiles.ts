import { z } from 'zod';
import { Description, Instant, Name, Version } from '../fields/common';

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

/** Ids of cylinders, or of cylinder groups. */
export const ProfileObjects = z.array(z.uuid()).max(5_000);

export const AccessProfileCreate = z.strictObject({
  name: Name,
  description: Description.optional(),
  cylinder_ids: ProfileObjects.default([]),
  cylinder_group_ids: ProfileObjects.default([]),
});
export const AccessProfileUpdate = z
  .strictObject({
    name: Name,
    description: Description.nullable(),
    cylinder_ids: ProfileObjects,
    cylinder_group_ids: ProfileObjects,
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'No valid fields provided for update.');
