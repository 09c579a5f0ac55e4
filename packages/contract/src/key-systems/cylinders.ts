import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { roles } from '../api/roles';
import { ById, Instant, Search } from '../fields/common';

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

/** Identifies a cylinder, without its state. */
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
const whom = { allow: roles, needs: 'view_cylinders' } as const;

export const cylinderList = declareList({
  path: '/key-plan/cylinders',
  summary: 'Cylinders in the mirror',
  ...whom,
  item: Cylinder,
  filter: {
    ...common,
    group_id: z.uuid().optional(),
    cylinder_type: z.string().max(50).optional(),
    state: z.string().max(50).optional(),
    domain: z.string().max(100).optional(),
    job: z.enum(['open', 'none']).optional().describe('With or without an open programming job.'),
  },
  sorts: ['marking', 'name', 'location', 'group_name', 'state'],
  csv: {
    columns: [
      'connection_name',
      'external_id',
      'marking',
      'name',
      'cylinder_type',
      'domain',
      'location',
      'state',
      'group_name',
      'open_job',
      'read_at',
    ],
    audit: 'inventory.exported',
  },
});

export const cylinderGroupList = declareList({
  path: '/key-plan/cylinder-groups',
  summary: 'Cylinder groups in the mirror',
  ...whom,
  item: CylinderGroup,
  filter: common,
  sorts: ['name', 'cylinders'],
  range: { standard: 100, max: 500 },
  csv: {
    columns: ['connection_name', 'external_id', 'name', 'domain', 'cylinders', 'read_at'],
    audit: 'inventory.exported',
  },
});

export const cylinders = {
  list: cylinderList.page,
  exportCsv: cylinderList.csv,
  groups: cylinderGroupList.page,
  exportGroupsCsv: cylinderGroupList.csv,
  get: endpoint({
    method: 'GET',
    path: '/key-plan/cylinders/:id',
    summary: 'One cylinder with its programming jobs',
    ...whom,
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderDetail,
    errors: ['not_found'],
  }),
  group: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups/:id',
    summary: 'One cylinder group',
    ...whom,
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderGroup,
    errors: ['not_found'],
  }),
  facets: endpoint({
    method: 'GET',
    path: '/inventory/facets',
    summary: 'The values by which cylinders and keys can be filtered',
    ...whom,
    audit: { none: 'read-only' },
    response: z.object({
      key_systems: z
        .array(z.object({ id: z.uuid(), name: z.string(), read_at: Instant.nullable() }))
        .describe('By name; when each was last read.'),
      domains: z.array(z.string()),
      cylinder_types: z.array(z.string()),
      cylinder_states: z.array(z.string()),
      key_types: z.array(z.string()),
      key_states: z.array(z.string()),
    }),
  }),
};
