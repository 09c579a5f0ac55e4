import { z } from 'zod';
import { ById, sortBy } from './common';
import { endpoint } from './endpoint';
import { listOf, pagingFields } from './paging';

export const Cylinder = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  external_id: z.string(),
  marking: z.string().describe('The engraving that identifies it to people.'),
  name: z.string(),
  cylinder_type: z.string(),
  domain: z.string(),
  location: z.string().describe('Building / floor / door, as the key system has it.'),
  state: z.string(),
  group_id: z.uuid().nullable(),
  group_name: z.string().nullable(),
});
export type Cylinder = z.infer<typeof Cylinder>;

export const CylinderGroup = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  external_id: z.string(),
  name: z.string(),
  domain: z.string(),
  cylinders: z.int(),
});
export type CylinderGroup = z.infer<typeof CylinderGroup>;

const filter = {
  ...pagingFields,
  search: z.string().trim().max(200).optional(),
  connection_id: z.uuid().optional(),
};

export const cylinders = {
  list: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders',
    summary: 'Cylinders in the mirror, by marking unless sorted otherwise',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: z.strictObject({
      ...filter,
      group_id: z.uuid().optional(),
      sort: sortBy('marking', 'name', 'location').optional(),
    }),
    response: listOf(Cylinder),
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders/:id',
    summary: 'One cylinder',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: Cylinder,
    errors: ['not_found'],
  }),
  groups: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups',
    summary: 'Cylinder groups in the mirror, by name',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: z.strictObject(filter),
    response: listOf(CylinderGroup),
  }),
};
