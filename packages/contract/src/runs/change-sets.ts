import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { ById, Instant, Reason, Search } from '../fields/common';
import { paragraphsOf } from '../fields/text';
import { SyncTask, TaskKind } from './sync';

export const ChangeSetState = z
  .enum(['computing', 'ready', 'quarantined', 'applying', 'applied', 'discarded', 'stale'])
  .describe('ready and quarantined wait for a decision; stale: what it was computed from has changed since.');
export type ChangeSetState = z.infer<typeof ChangeSetState>;

export const DirectoryChange = z.enum(['joiner', 'leaver', 'mover', 'update', 'problem']);
export const KeySystemChange = z.enum([
  'member_remove',
  'person_deactivate',
  'profile_put',
  'person_create',
  'person_update',
  'member_add',
]);
export const ChangeKind = z.enum([...DirectoryChange.options, ...KeySystemChange.options]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const ItemOutcome = z
  .enum(['pending', 'done', 'failed', 'waiting'])
  .describe('waiting: for an operator, because the connection cannot do it; on the work list once it is applied.');

export const GuardReason = z
  .enum(['too_many_removals', 'empty_source', 'source_dropped', 'too_many_problems'])
  .describe('Which limit the change set is over.');

export const Guard = z.object({
  reason: GuardReason,
  count: z.int().describe('How many are affected.'),
  of: z.int().describe('Out of how many.'),
  percent: z.number(),
  limit_percent: z.number(),
});
export type Guard = z.infer<typeof Guard>;

/** Kinds of task that store their changes before applying them. */
export const ChangeSetKind = TaskKind.extract(['directory', 'key_system']);
export type ChangeSetKind = z.infer<typeof ChangeSetKind>;

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
    .array(z.object({ label: z.string(), count: z.int() }))
    .describe('Departments or profiles that lose most, at most five.'),
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

export const changeSetList = declareList({
  path: '/change-sets',
  summary: 'Change sets',
  allow: ['superadmin'],
  item: ChangeSet,
  filter: { state: ChangeSetState.optional(), connection_id: z.uuid().optional() },
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
  allow: ['superadmin'],
  item: ChangeSetItem,
  filter: {
    kind: ChangeKind.optional(),
    outcome: ItemOutcome.optional(),
    search: Search.optional().describe('Part of label or reference.'),
  },
  sorts: ['ordinal', 'label'],
  csv: {
    columns: ['ordinal', 'kind', 'label', 'reference', 'detail', 'before', 'after', 'outcome', 'message'],
    audit: 'change_set.exported',
  },
  errors: ['not_found'],
});

export const changeSets = {
  list: changeSetList.page,
  exportListCsv: changeSetList.csv,
  items: changeList.page,
  exportCsv: changeList.csv,
  get: endpoint({
    method: 'GET',
    path: '/change-sets/:id',
    summary: 'What a run would change or has changed',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: ChangeSet,
    errors: ['not_found'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/change-sets/:id/apply',
    summary: 'Apply a change set that no guard stopped',
    allow: ['superadmin'],
    audit: 'change_set.apply_started',
    status: 202,
    params: ById,
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress'],
  }),
  allowOnce: endpoint({
    method: 'POST',
    path: '/change-sets/:id/allow-once',
    summary: 'Apply a change set that a guard stopped; the limit stays',
    allow: ['superadmin'],
    audit: 'change_set.allowed_once',
    status: 202,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress'],
  }),
  raiseLimit: endpoint({
    method: 'POST',
    path: '/change-sets/:id/raise-limit',
    summary: 'Raise the removal limit of its connection and apply it if that is enough',
    allow: ['superadmin'],
    audit: 'guard.limit_raised',
    status: 202,
    params: ById,
    body: z.strictObject({
      limit_percent: z.number().min(1).max(100),
      reason: Reason,
    }),
    response: SyncTask,
    errors: ['not_found', 'conflict', 'change_set_stale', 'sync_in_progress'],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/change-sets/:id/discard',
    summary: 'Throw a waiting change set away; nothing is applied',
    allow: ['superadmin'],
    audit: 'change_set.discarded',
    params: ById,
    body: z.strictObject({ reason: paragraphsOf(500).default('') }),
    response: ChangeSet,
    errors: ['not_found', 'conflict'],
  }),
};
