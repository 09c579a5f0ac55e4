import { z } from 'zod';
import { ById, Instant, Search, sortBy } from './common';
import { endpoint } from './endpoint';
import { listOf, pagingFields } from './paging';

export const ProgrammingJob = z.object({
  external_id: z.string(),
  kind: z.string(),
  state: z.string(),
  assigned_key: z.string().nullable().describe('Marking of the programming key that has it.'),
  created_at: Instant,
  done_at: Instant.nullable(),
});
export type ProgrammingJob = z.infer<typeof ProgrammingJob>;

export const Cylinder = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string(),
  marking: z.string().describe('The engraving that identifies it to people.'),
  name: z.string(),
  cylinder_type: z.string(),
  domain: z.string(),
  location: z.string().describe('Building / floor / door, as the key system has it.'),
  state: z.string(),
  group_id: z.uuid().nullable(),
  group_name: z.string().nullable(),
  open_job: ProgrammingJob.nullable().describe('The oldest programming job that is not done.'),
  read_at: Instant.nullable().describe('When this was last read from the key system.'),
});
export type Cylinder = z.infer<typeof Cylinder>;

/** What naming a cylinder needs, without its state. */
export const CylinderSummary = Cylinder.omit({ connection_name: true, open_job: true, read_at: true });
export type CylinderSummary = z.infer<typeof CylinderSummary>;

export const CylinderDetail = Cylinder.extend({
  jobs: z.array(ProgrammingJob).describe('Newest first, at most 50.'),
});
export type CylinderDetail = z.infer<typeof CylinderDetail>;

export const CylinderGroup = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string(),
  name: z.string(),
  domain: z.string(),
  cylinders: z.int(),
  read_at: Instant.nullable(),
});
export type CylinderGroup = z.infer<typeof CylinderGroup>;

export const CylinderGroupSummary = CylinderGroup.omit({ connection_name: true, read_at: true });
export type CylinderGroupSummary = z.infer<typeof CylinderGroupSummary>;

const common = { search: Search.optional(), connection_id: z.uuid().optional() };
const CylinderFilter = z.strictObject({
  ...common,
  group_id: z.uuid().optional(),
  cylinder_type: z.string().max(50).optional(),
  state: z.string().max(50).optional(),
  domain: z.string().max(100).optional(),
  job: z.enum(['open', 'none']).optional().describe('With or without an open programming job.'),
});
const GroupFilter = z.strictObject(common);

export const cylinders = {
  list: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders',
    summary: 'Cylinders in the mirror, by marking unless sorted otherwise',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: CylinderFilter.extend({
      ...pagingFields,
      sort: sortBy('marking', 'name', 'location', 'group_name', 'state').optional(),
    }),
    response: listOf(Cylinder),
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders.csv',
    summary: 'The filtered cylinders as CSV',
    allow: ['superadmin'],
    audit: 'inventory.exported',
    produces: 'csv',
    query: CylinderFilter,
    response: z.string(),
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders/:id',
    summary: 'One cylinder with its programming jobs',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderDetail,
    errors: ['not_found'],
  }),
  groups: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups',
    summary: 'Cylinder groups in the mirror, by name unless sorted otherwise',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: GroupFilter.extend({ ...pagingFields, sort: sortBy('name', 'cylinders').optional() }),
    response: listOf(CylinderGroup),
  }),
  group: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups/:id',
    summary: 'One cylinder group',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderGroup,
    errors: ['not_found'],
  }),
  exportGroupsCsv: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups.csv',
    summary: 'The filtered cylinder groups as CSV',
    allow: ['superadmin'],
    audit: 'inventory.exported',
    produces: 'csv',
    query: GroupFilter,
    response: z.string(),
  }),
  facets: endpoint({
    method: 'GET',
    path: '/inventory/facets',
    summary: 'The values by which cylinders and keys can be filtered',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: z.object({
      domains: z.array(z.string()),
      cylinder_types: z.array(z.string()),
      cylinder_states: z.array(z.string()),
      key_types: z.array(z.string()),
      key_states: z.array(z.string()),
    }),
  }),
};
