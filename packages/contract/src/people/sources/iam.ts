import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { pagingFields } from '../../api/paging';
import { openTo, roles } from '../../api/roles';
import { ById, DeleteResult, Description, Instant, Name, requiredFor, Version } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { nothingToUpdate, visible } from '../../fields/field-words';
import { FreeObject } from '../../fields/free-object';
import { lineOf, storableText } from '../../fields/text';
import { isUploadedFile, type UploadedFile } from '../../fields/uploaded-file';
import { SyncTask } from '../../runs/sync';
import { SyncInterval } from '../../runs/sync-interval';
import { PersonDetails, peopleList } from '../people';
import { personGroupList } from '../person-groups';
import { RunKind } from '../person-state';
import { Provider } from '../providers/registry';
import { Mapping } from './field-source';
import { ComparedPerson, MappedPerson, MappingReach } from './previewed-person';

export const GraceDays = z
  .int()
  .min(0)
  .max(3_650)
  .describe(
    'For how many days after leaving, a person with the same external id counts as the same one and comes back automatically. After that an administrator decides. Doors always end when a person leaves.',
  );

export const IamConnection = z.object({
  id: z.uuid(),
  name: z.string(),
  provider: Provider,
  is_active: z.boolean(),
  description: z.string().nullable(),
  admin_contact: z.string().nullable(),
  sync_interval: SyncInterval,
  configuration_data: z.record(z.string(), z.unknown()).describe('Nothing to configure for a staff list.'),
  mapping_config: Mapping,
  guard_limit_percent: z
    .number()
    .nullable()
    .describe('Removals over this share of the people (and over 10) stop a run. Null where settings are not shown.'),
  grace_days: GraceDays,
  people: z.int().describe('Active people of this source.'),
  last_read_at: Instant.nullable().describe('When a run of this source was last applied.'),
  waiting_change_set_id: z.uuid().nullable().describe('A change set of this source that waits for a decision.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type IamConnection = z.infer<typeof IamConnection>;

export const AdminContact = lineOf({
  min: 0,
  max: 200,
  short: fieldError({ contact: 'Type a name, an address or a number.' }),
});

export const IamConnectionCreate = z.strictObject({
  name: lineOf({ max: 100, short: fieldError({ visible }), missing: requiredFor('name', 'adding an identity source') }),
  provider: Provider.default('csv').describe('A staff list unless given.'),
  is_active: z.boolean().default(true),
  description: Description.optional(),
  admin_contact: AdminContact.optional(),
  sync_interval: SyncInterval.default('disabled'),
  configuration_data: FreeObject.default({}),
  mapping_config: Mapping.default({}),
});
export type IamConnectionCreate = z.infer<typeof IamConnectionCreate>;

export const IamConnectionUpdate = z
  .strictObject({
    name: Name,
    is_active: z.boolean(),
    description: Description.nullable(),
    admin_contact: AdminContact.nullable(),
    sync_interval: SyncInterval,
    configuration_data: FreeObject,
    mapping_config: Mapping,
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { error: fieldError({ nothingToUpdate }) });

export const maxStaffListBytes = 64 * 1024 * 1024;
export const maxStaffListRows = 200_000;

export const StaffList = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  file_name: z.string(),
  bytes: z.int(),
  rows: z.int().describe('Data rows, the header not counted.'),
  columns: z.array(
    z.object({
      name: z.string(),
      filled: z.int().describe('Rows in which it is not empty.'),
      samples: z.array(z.string()).describe('Up to three different values.'),
    }),
  ),
  suggested_mapping: Mapping.describe('The stored mapping where its columns exist, else matched by name.'),
  uploaded_at: Instant,
});
export type StaffList = z.infer<typeof StaffList>;

export const ValueCount = z.object({ value: z.string(), people: z.int().describe('Active people who have it.') });

const none = { none: 'read-only' } as const;

export const iam = {
  status: endpoint({
    method: 'GET',
    path: '/iam/status',
    summary: 'Whether an identity source is connected',
    allow: roles,
    audit: none,
    response: z.object({ is_connected: z.boolean(), iam_configured: z.boolean(), connections: z.int() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/iam/connections',
    summary: 'Identity sources, by name; without contact, configuration, mapping and limits for sub-admins',
    allow: roles,
    audit: none,
    query: z.strictObject(pagingFields),
    response: z.array(IamConnection),
  }),
  create: endpoint({
    method: 'POST',
    path: '/iam/connections',
    summary: 'Add an identity source',
    ...openTo('manage_sources'),
    audit: 'iam_connection.created',
    changes: ['sources'],
    status: 201,
    body: IamConnectionCreate,
    response: IamConnection,
    errors: ['conflict'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/iam/connections/:id',
    summary: 'One identity source',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    response: IamConnection,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/iam/connections/:id',
    summary: 'Change an identity source: name, description, contact, activity or mapping',
    ...openTo('manage_sources'),
    audit: 'iam_connection.updated',
    changes: ['sources'],
    params: ById,
    body: IamConnectionUpdate,
    response: IamConnection,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  setGrace: endpoint({
    method: 'PUT',
    path: '/iam/connections/:id/grace',
    summary: 'Set for how many days people who left come back as themselves',
    ...openTo('manage_sources'),
    audit: 'iam_connection.updated',
    changes: ['sources'],
    params: ById,
    body: z.strictObject({ grace_days: GraceDays }),
    response: IamConnection,
    errors: ['not_found', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/iam/connections/:id',
    summary: 'Remove an identity source that nothing refers to',
    ...openTo('manage_sources'),
    stepUp: true,
    audit: 'iam_connection.deleted',
    changes: ['sources'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  saveMapping: endpoint({
    method: 'POST',
    path: '/iam/config/:id/mapping',
    summary: 'Store which column feeds which field',
    ...openTo('manage_sources'),
    audit: 'iam_connection.mapped',
    changes: ['sources'],
    params: ById,
    body: Mapping,
    response: z.object({ mapping: Mapping }),
    errors: ['not_found'],
  }),
  getMapping: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/mapping',
    summary: 'Which column feeds which field',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    response: z.object({ mapping: Mapping }),
    errors: ['not_found'],
  }),
  uploadStaffList: endpoint({
    method: 'POST',
    path: '/iam/connections/:id/staff-lists',
    summary: 'Upload a staff list (CSV, UTF-8, header row); nothing is imported yet',
    ...openTo('manage_sources'),
    audit: 'staff_list.uploaded',
    changes: ['source-data'],
    status: 201,
    encoding: { multipart: 'file', maxBytes: maxStaffListBytes },
    params: ById,
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, { error: fieldError({ file: 'A file is required.' }) }),
    }),
    response: StaffList,
    errors: ['not_found', 'payload_too_large', 'sync_in_progress', 'installation_paused'],
  }),
  latestStaffList: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/staff-lists/latest',
    summary: 'The staff list uploaded last',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    response: StaffList,
    errors: ['not_found'],
  }),
  previewMapping: endpoint({
    method: 'POST',
    path: '/iam/connections/:id/mapping/preview',
    summary: 'The first five people, or one of them, as a mapping would read them',
    ...openTo('manage_sources'),
    audit: none,
    params: ById,
    body: z.strictObject({
      mapping: Mapping,
      person: storableText(500).min(1).optional().describe('External id of the one to compare with what is stored.'),
    }),
    response: z.object({
      people: z.array(MappedPerson).describe('The first five; empty if one is requested.'),
      person: ComparedPerson.optional().describe('The requested person.'),
      reach: MappingReach.optional().describe('Given with the requested person.'),
    }),
    errors: ['not_found', 'conflict'],
  }),
  sync: endpoint({
    method: 'POST',
    path: '/iam/connections/:id/sync',
    summary: 'Read the source: compare, guard and apply; with dry_run stop before applying',
    ...openTo('run_syncs'),
    audit: 'sync.started',
    changes: ['tasks'],
    status: 202,
    params: ById,
    query: z.strictObject({
      dry_run: z.stringbool().optional(),
      kind: RunKind.extract(['full', 'delta', 'single']).optional().describe('As the source needs unless given.'),
      person: storableText(500).min(1).optional().describe('External id of the one person to read: kind single.'),
    }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'sync_in_progress', 'installation_paused'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/users',
    summary: 'People of one source',
    ...openTo('view_people'),
    audit: none,
    params: ById,
    query: peopleList.page.query,
    response: peopleList.page.response,
    errors: ['not_found'],
  }),
  user: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/users/:user_id',
    summary: 'One person of one source',
    ...openTo('view_people'),
    audit: none,
    params: ById.extend({ user_id: z.uuid() }),
    response: PersonDetails,
    errors: ['not_found'],
  }),
  groups: personGroupList.page,
  exportGroupsCsv: personGroupList.csv,
  jobTitles: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/job-titles',
    summary: 'Job titles of active people, most common first',
    ...openTo('view_people'),
    audit: none,
    params: ById,
    response: z.object({ items: z.array(ValueCount), total: z.int() }),
    errors: ['not_found'],
  }),
  departments: endpoint({
    method: 'GET',
    path: '/iam/connections/:id/departments',
    summary: 'Departments of active people, most common first',
    ...openTo('view_people'),
    audit: none,
    params: ById,
    response: z.object({ items: z.array(ValueCount), total: z.int() }),
    errors: ['not_found'],
  }),
};
