import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, DeleteResult, Instant, Search, Version } from '../fields/common';
import { FullFrom, Usage } from '../fields/usage';
import { CylinderCreate, CylinderGroupCreate, CylinderGroupUpdate, CylinderUpdate } from './planned-cylinders';

export const ProgrammingJob = z.object({
  external_id: z.string(),
  kind: z.string(),
  state: z.string(),
  assigned_key: z.string().nullable().describe('Marking of the programming key that has it.'),
  created_at: Instant,
  done_at: Instant.nullable(),
});
export type ProgrammingJob = z.infer<typeof ProgrammingJob>;

/** Our own data about a record that the key system may have too. Never changed by a read. */
const remarks = {
  own_name: z.string().nullable().describe('What we call it; null: as the key system does.'),
  notes: z.string().nullable(),
  is_planned: z
    .boolean()
    .describe('Made here, and not listed by the key system yet. Once it is, everything but our own is as it says.'),
  version: Version.describe('Counts our changes of this record; also its ETag. What is read does not count.'),
};

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
  location_id: z.uuid().nullable().describe('Where it stands in the tree of places.'),
  location_path: z.string().nullable().describe('The names of that place and of those above.'),
  placed_text: z.string().nullable().describe('The location text it was last placed for or kept against.'),
  state: z.string(),
  group_id: z.uuid().nullable(),
  group_name: z.string().nullable(),
  block_list: Usage.nullable().describe('Keys that it blocks; null when not known.'),
  event_ring: Usage.nullable().describe('Events in it, of which the oldest are overwritten; null when not known.'),
  open_job: ProgrammingJob.nullable().describe('The oldest programming job that is not done.'),
  read_at: Instant.nullable().describe('When this was last read from the key system.'),
  ...remarks,
});
export type Cylinder = z.infer<typeof Cylinder>;

/** What naming a cylinder needs, without its state. */
export const CylinderSummary = Cylinder.omit({
  connection_name: true,
  location_id: true,
  location_path: true,
  placed_text: true,
  block_list: true,
  event_ring: true,
  open_job: true,
  read_at: true,
  notes: true,
  is_planned: true,
  version: true,
});
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
  ...remarks,
});
export type CylinderGroup = z.infer<typeof CylinderGroup>;

export const CylinderGroupSummary = CylinderGroup.omit({
  connection_name: true,
  read_at: true,
  notes: true,
  is_planned: true,
  version: true,
});
export type CylinderGroupSummary = z.infer<typeof CylinderGroupSummary>;

const common = { search: Search.optional(), connection_id: z.uuid().optional() };
const access = openTo('view_cylinders');

export const cylinderList = declareList({
  path: '/key-plan/cylinders',
  summary: 'Cylinders in the mirror',
  ...access,
  item: Cylinder,
  filter: {
    ...common,
    group_id: z.uuid().optional(),
    cylinder_type: z.string().max(50).optional(),
    state: z.string().max(50).optional(),
    domain: z.string().max(100).optional(),
    location_id: z.uuid().optional().describe('In this place or below it.'),
    placing: z
      .enum(['placed', 'unplaced', 'differs'])
      .optional()
      .describe('With a place; without one; placed by a text that the key system has changed since.'),
    is_planned: z.stringbool().optional(),
    job: z.enum(['open', 'none']).optional().describe('With or without an open programming job.'),
    full_from: FullFrom.optional().describe('Block list or events at least that full, in percent.'),
  },
  sorts: ['marking', 'name', 'location', 'group_name', 'state'],
  csv: {
    columns: [
      'connection_name',
      'external_id',
      'marking',
      'own_name',
      'name',
      'cylinder_type',
      'domain',
      'location',
      'location_path',
      'state',
      'group_name',
      'open_job',
      'read_at',
      'notes',
      'is_planned',
    ],
    audit: 'inventory.exported',
  },
});

export const cylinderGroupList = declareList({
  path: '/key-plan/cylinder-groups',
  summary: 'Cylinder groups in the mirror',
  ...access,
  item: CylinderGroup,
  filter: { ...common, is_planned: z.stringbool().optional() },
  sorts: ['name', 'cylinders'],
  range: { standard: 100, max: 500 },
  csv: {
    columns: [
      'connection_name',
      'external_id',
      'own_name',
      'name',
      'domain',
      'cylinders',
      'read_at',
      'notes',
      'is_planned',
    ],
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
    ...access,
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderDetail,
    errors: ['not_found'],
  }),
  group: endpoint({
    method: 'GET',
    path: '/key-plan/cylinder-groups/:id',
    summary: 'One cylinder group',
    ...access,
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderGroup,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-plan/cylinders',
    summary: 'Plan a cylinder that its key system does not list yet',
    ...openTo('edit_places'),
    audit: 'cylinder.created',
    changes: ['cylinders'],
    status: 201,
    body: CylinderCreate,
    response: CylinderDetail,
    errors: ['not_found', 'conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/key-plan/cylinders/:id',
    summary: 'Change what we say of a cylinder; of a planned one everything',
    ...openTo('edit_places'),
    audit: 'cylinder.updated',
    changes: ['cylinders'],
    params: ById,
    body: CylinderUpdate,
    response: CylinderDetail,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-plan/cylinders/:id',
    summary: 'Delete a planned cylinder that nothing names',
    ...openTo('edit_places'),
    audit: 'cylinder.deleted',
    changes: ['cylinders'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/key-plan/cylinder-groups',
    summary: 'Plan a cylinder group that its key system does not list yet',
    ...openTo('edit_places'),
    audit: 'cylinder_group.created',
    changes: ['cylinders'],
    status: 201,
    body: CylinderGroupCreate,
    response: CylinderGroup,
    errors: ['not_found', 'conflict'],
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/key-plan/cylinder-groups/:id',
    summary: 'Change what we say of a cylinder group; of a planned one everything',
    ...openTo('edit_places'),
    audit: 'cylinder_group.updated',
    changes: ['cylinders'],
    params: ById,
    body: CylinderGroupUpdate,
    response: CylinderGroup,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/key-plan/cylinder-groups/:id',
    summary: 'Delete a planned cylinder group that nothing names',
    ...openTo('edit_places'),
    audit: 'cylinder_group.deleted',
    changes: ['cylinders'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  facets: endpoint({
    method: 'GET',
    path: '/inventory/facets',
    summary: 'The values by which cylinders and keys can be filtered',
    ...access,
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
