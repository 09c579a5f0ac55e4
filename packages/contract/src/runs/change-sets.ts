import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { AccessDelta } from '../fields/access-delta';
import { ById, Instant, Reason, Search } from '../fields/common';
import { paragraphsOf } from '../fields/text';
import { CanonicalField } from '../people/sources/canonical-fields';
import { SyncTask, TaskKind, taskKinds } from './sync';

export const ChangeSetState = z
  .enum(['computing', 'ready', 'quarantined', 'applying', 'applied', 'discarded', 'stale', 'simulated'])
  .describe(
    'ready and quarantined wait for a decision; stale: what it was computed from has changed since; simulated: computed with a mapping that is not stored, never applied.',
  );
export type ChangeSetState = z.infer<typeof ChangeSetState>;

export const DirectoryChange = z.enum(['joiner', 'leaver', 'mover', 'update', 'begin', 'stop', 'conflict', 'problem']);
export const KeySystemChange = z.enum([
  'member_remove',
  'person_deactivate',
  'profile_put',
  'person_create',
  'person_update',
  'member_add',
]);
/** A record entered by hand that becomes ours as it is; nothing is written. */
export const Adoption = z.enum(['person_adopt', 'profile_adopt']);
export const ChangeKind = z.enum([...DirectoryChange.options, ...Adoption.options, ...KeySystemChange.options]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const ItemOutcome = z
  .enum(['pending', 'done', 'failed', 'waiting'])
  .describe('waiting: for an operator, because the connection cannot do it; on the work list once it is applied.');

export const GuardReason = z
  .enum(['too_many_removals', 'too_many_moves', 'empty_source', 'source_dropped', 'too_many_problems', 'rename'])
  .describe(
    'Which limit the change set is over. too_many_moves: people who stay and whose doors change. rename: a department or job title seems to be renamed, and doors would change by it.',
  );

export const Guard = z.object({
  reason: GuardReason,
  count: z.int().describe('How many are affected.'),
  of: z.int().describe('Out of how many.'),
  percent: z.number(),
  limit_percent: z.number(),
});
export type Guard = z.infer<typeof Guard>;

const KeysReadAt = Instant.nullable().describe(
  'Keys are said as they were at this time: when those of each key system concerned were last read, the oldest of these. Null: they have not all been read.',
);

/** The effect of a change set on people and doors. */
export const ChangeSetDelta = AccessDelta.extend({
  people: z.int().describe('People whose doors or hours change.'),
  doors_gained: z.int().describe('Doors that at least one person gains.'),
  doors_lost: z.int().describe('Doors that at least one person loses.'),
  people_before: z.int().describe('People who have some door before it.'),
  keys: z.int().describe('Keys in the hands of people whose doors change.'),
  updatable_keys: z.int().describe('Those of them that carry their rights themselves and must be updated.'),
  keys_read_at: KeysReadAt,
});
export type ChangeSetDelta = z.infer<typeof ChangeSetDelta>;

/** Kinds of task that store their changes before applying them. */
export const ChangeSetKind = TaskKind.extract(['directory', 'key_system']);
export type ChangeSetKind = z.infer<typeof ChangeSetKind>;

/** The connection of a change set or a timetable. */
export type Subject = { table: (typeof taskKinds)[ChangeSetKind]['subject']; id: string };

type OfChangeSet = { kind: ChangeSetKind } & Record<`${Subject['table']}_id`, string | null>;

/** The connection of a change set, which is the subject of its task. */
export function subjectOf(changeSet: OfChangeSet): Subject {
  const table = taskKinds[changeSet.kind].subject;
  const id = changeSet[`${table}_id`];
  if (id === null) throw new Error(`a change set of kind ${changeSet.kind} over no ${table}`);
  return { table, id };
}

export const ChangeSet = z.object({
  id: z.uuid(),
  kind: ChangeSetKind,
  state: ChangeSetState,
  title: z.string().describe('What flows where, e.g. "Staff list → people".'),
  iam_connection_id: z.uuid().nullable(),
  key_system_connection_id: z.uuid().nullable(),
  counts: z
    .record(z.string(), z.int())
    .describe('By kind of change; also `unchanged`, and `waiting`: how many of them are for an operator.'),
  guards: z.array(Guard).describe('Empty when no guard tripped.'),
  largest_removals: z
    .array(
      z.object({
        label: z.string(),
        count: z.int(),
        department: z
          .string()
          .nullable()
          .describe('What lists of people can be narrowed to; null: people without one.'),
      }),
    )
    .describe('Departments or profiles that lose most, at most five.'),
  effect: ChangeSetDelta.nullable().describe(
    'For a key system: doors recorded there. For an identity source: doors that the active plans give. Null when it was not worked out.',
  ),
  applied: z.int().describe('Items tried so far; those that failed are among them, those that wait are not.'),
  failed: z.int(),
  waiting: z.int().describe('Items put onto the work list so far.'),
  total: z.int(),
  task_id: z.uuid().nullable().describe('The task that computed it.'),
  decision: z
    .object({ action: z.string(), reason: z.string(), by: z.string(), at: Instant })
    .nullable()
    .describe('What a person decided about it.'),
  created_at: Instant,
  applied_at: Instant.nullable(),
});
export type ChangeSet = z.infer<typeof ChangeSet>;

const Fields = z.record(z.string(), z.unknown());

export const ChangeSetItem = z.object({
  ordinal: z.int().describe('Order of applying, from 1.'),
  kind: ChangeKind,
  person_id: z.uuid().nullable(),
  label: z.string().describe('Name of the person, or of the profile.'),
  reference: z
    .string()
    .describe('External id or employee number of the person, reference of the profile, or line of the file.'),
  detail: z.string().nullable().describe('The profile of a membership, or what is wrong with a row.'),
  before: Fields.nullable().describe('Old values of the fields that change.'),
  after: Fields.nullable().describe('New values of the fields that change.'),
  outcome: ItemOutcome,
  message: z.string().nullable().describe('Why it failed; of one that waits, why it is wanted.'),
});
export type ChangeSetItem = z.infer<typeof ChangeSetItem>;

const DoorName = z.object({ cylinder_id: z.uuid(), marking: z.string(), name: z.string(), location: z.string() });

const FieldChange = z.object({
  person_id: z.uuid(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** A field of people that changes. */
export const ChangedField = z.object({
  field: CanonicalField,
  people: z.int().describe('People who stay and whose field changes.'),
  examples: z.array(FieldChange).describe('Up to five of them.'),
});
export type ChangedField = z.infer<typeof ChangedField>;

/** A person whose doors change. */
export const ChangedPerson = z.object({
  person_id: z.uuid(),
  label: z.string(),
  reference: z.string().describe('Employee number, else our id.'),
  department: z.string().nullable(),
  gained: z.int().describe('Doors.'),
  lost: z.int().describe('Doors.'),
  other_hours: z.int().describe('Doors kept at other hours.'),
  because: z.array(z.string()).describe('Sentences, the most important first.'),
  keys: z.array(z.string()).describe('Markings of the keys they hold, as last read.'),
});
export type ChangedPerson = z.infer<typeof ChangedPerson>;

/** One person of a change set, with the doors by name and where each layer stands now. */
export const ChangedPersonDetails = ChangedPerson.extend({
  gained_doors: z.array(DoorName).describe('By marking, at most 500.'),
  lost_doors: z.array(DoorName).describe('By marking, at most 500.'),
  other_hours_doors: z.array(DoorName).describe('By marking, at most 500.'),
  layers: z
    .object({
      desired: z.int().describe('How many of the doors concerned the active plans give now.'),
      recorded: z.int().nullable().describe('How many of them are recorded now; null for people of an import.'),
      of: z.int().describe('Doors concerned.'),
    })
    .describe('Where things stand now, not when it was computed.'),
  keys_read_at: KeysReadAt,
  held_keys: z.array(
    z.object({
      id: z.uuid(),
      marking: z.string(),
      key_type: z.string(),
      carries_rights: z.boolean().describe('Whether rights are in the key; else they are in the cylinders.'),
      last_update_at: Instant.nullable().describe('Null: not known.'),
    }),
  ),
});
export type ChangedPersonDetails = z.infer<typeof ChangedPersonDetails>;

/** A door that people gain or lose. */
export const ChangedDoor = DoorName.extend({
  gained: z.int().describe('People.'),
  lost: z.int().describe('People.'),
});
export type ChangedDoor = z.infer<typeof ChangedDoor>;

/** A key held by a person whose doors change. */
export const ChangedKey = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  key_type: z.string(),
  connection_name: z.string(),
  carries_rights: z
    .boolean()
    .describe('Whether rights are in the key, so that it must be updated; else they are in the cylinders.'),
  last_update_at: Instant.nullable(),
  person_id: z.uuid(),
  holder: z.string(),
  gained: z.int().describe('Doors.'),
  lost: z.int().describe('Doors.'),
});
export type ChangedKey = z.infer<typeof ChangedKey>;

export const changeSetList = declareList({
  path: '/change-sets',
  summary: 'Change sets',
  ...openTo('run_syncs'),
  item: ChangeSet,
  filter: {
    state: ChangeSetState.optional(),
    connection_id: z.uuid().optional(),
    applied_from: Instant.optional(),
    applied_before: Instant.optional(),
  },
  sorts: ['created_at'],
  usual: '-created_at',
  csv: {
    columns: ['id', 'kind', 'title', 'state', 'created_at', 'applied_at', 'applied', 'failed', 'waiting', 'total'],
    audit: 'change_set.exported',
  },
});

export const changeList = declareList({
  name: 'changes',
  path: '/change-sets/:id/items',
  params: ById,
  summary: 'The single changes of a change set; kind=problem gives the rows that could not be read',
  ...openTo('run_syncs'),
  item: ChangeSetItem,
  filter: {
    kind: ChangeKind.optional(),
    outcome: ItemOutcome.optional(),
    department: z.string().max(200).optional().describe('Of leavers, or as it is to be.'),
    search: Search.optional().describe('Part of label or reference.'),
  },
  sorts: ['ordinal', 'label'],
  csv: {
    columns: ['ordinal', 'kind', 'label', 'reference', 'detail', 'before', 'after', 'outcome', 'message'],
    audit: 'change_set.exported',
  },
  errors: ['not_found'],
});

export const changedPersonList = declareList({
  name: 'people-and-doors',
  path: '/change-sets/:id/people',
  params: ById,
  summary: 'People whose doors a change set changes',
  ...openTo('run_syncs'),
  item: ChangedPerson,
  filter: {
    change: z.enum(['gains', 'loses', 'other_hours']).optional(),
    department: z.string().max(200).optional(),
    search: Search.optional().describe('Part of name or employee number.'),
  },
  sorts: ['lost', 'gained', 'label', 'department'],
  usual: '-lost',
  csv: {
    columns: ['person_id', 'label', 'reference', 'department', 'gained', 'lost', 'other_hours', 'because', 'keys'],
    audit: 'change_set.exported',
  },
  errors: ['not_found'],
});

export const changedDoorList = declareList({
  name: 'doors',
  path: '/change-sets/:id/doors',
  params: ById,
  summary: 'Doors that people gain or lose by a change set',
  ...openTo('run_syncs'),
  item: ChangedDoor,
  filter: { search: Search.optional().describe('Part of marking, name or place.') },
  sorts: ['lost', 'gained', 'marking', 'name'],
  usual: '-lost',
  csv: { columns: ['cylinder_id', 'marking', 'name', 'location', 'gained', 'lost'], audit: 'change_set.exported' },
  errors: ['not_found'],
});

export const changedKeyList = declareList({
  name: 'keys-concerned',
  path: '/change-sets/:id/keys',
  params: ById,
  summary: 'Keys in the hands of people whose doors a change set changes, as last read',
  ...openTo('run_syncs'),
  item: ChangedKey,
  filter: {
    carries_rights: z.stringbool().optional(),
    search: Search.optional().describe('Part of marking, name, serial or holder.'),
  },
  sorts: ['marking', 'holder', 'last_update_at'],
  csv: {
    columns: [
      'id',
      'connection_name',
      'marking',
      'name',
      'key_type',
      'carries_rights',
      'last_update_at',
      'holder',
      'gained',
      'lost',
    ],
    audit: 'change_set.exported',
  },
  errors: ['not_found'],
});

export const changeSets = {
  people: changedPersonList.page,
  exportPeopleCsv: changedPersonList.csv,
  doors: changedDoorList.page,
  exportDoorsCsv: changedDoorList.csv,
  keys: changedKeyList.page,
  exportKeysCsv: changedKeyList.csv,
  person: endpoint({
    method: 'GET',
    path: '/change-sets/:id/people/:person_id',
    summary: 'Which doors one person gains and loses by a change set, and where they stand now',
    ...openTo('run_syncs'),
    audit: { none: 'read-only' },
    params: ById.extend({ person_id: z.uuid() }),
    response: ChangedPersonDetails,
    errors: ['not_found'],
  }),
  fields: endpoint({
    method: 'GET',
    path: '/change-sets/:id/fields',
    summary: 'Which fields of people a change set of an identity source changes, with examples; most people first',
    ...openTo('run_syncs'),
    audit: { none: 'read-only' },
    params: ById,
    response: z.object({ items: z.array(ChangedField) }),
    errors: ['not_found'],
  }),
  list: changeSetList.page,
  exportListCsv: changeSetList.csv,
  items: changeList.page,
  exportCsv: changeList.csv,
  get: endpoint({
    method: 'GET',
    path: '/change-sets/:id',
    summary: 'What a run would change or has changed',
    ...openTo('run_syncs'),
    audit: { none: 'read-only' },
    params: ById,
    response: ChangeSet,
    errors: ['not_found'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/change-sets/:id/apply',
    summary: 'Apply a change set that no guard stopped',
    ...openTo('run_syncs'),
    audit: 'change_set.apply_started',
    changes: ['change-sets', 'tasks', 'people', 'recorded'],
    status: 202,
    params: ById,
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress', 'installation_paused'],
  }),
  allowOnce: endpoint({
    method: 'POST',
    path: '/change-sets/:id/allow-once',
    summary: 'Apply a change set that a guard stopped; the limit stays',
    ...openTo('run_syncs'),
    audit: 'change_set.allowed_once',
    changes: ['change-sets', 'tasks', 'people', 'recorded'],
    status: 202,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress', 'installation_paused'],
  }),
  raiseLimit: endpoint({
    method: 'POST',
    path: '/change-sets/:id/raise-limit',
    summary: 'Raise the removal limit of its connection, and apply it if that is enough',
    ...openTo('run_syncs'),
    audit: 'guard.limit_raised',
    changes: ['change-sets', 'tasks', 'people', 'recorded', 'sources', 'key-systems'],
    status: 202,
    params: ById,
    body: z.strictObject({
      limit_percent: z.number().min(1).max(100),
      reason: Reason,
    }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress', 'installation_paused'],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/change-sets/:id/discard',
    summary: 'Throw a waiting change set away; nothing is applied',
    ...openTo('run_syncs'),
    audit: 'change_set.discarded',
    changes: ['change-sets', 'tasks'],
    params: ById,
    body: z.strictObject({ reason: paragraphsOf(500).default('') }),
    response: ChangeSet,
    errors: ['not_found', 'conflict'],
  }),
};
