import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { Done, Instant, Search } from '../fields/common';
import { paragraphsOf } from '../fields/text';
import { KeySystemChange } from './change-sets';

export const WorkItemState = z
  .enum(['open', 'done', 'withdrawn'])
  .describe('withdrawn: the plan no longer wants it, and it had not been done.');

/** What orders and the desk want, and no plan. */
export const HandKind = z.enum(['key_holder', 'key_times', 'key_access', 'programming_job']);
export type HandKind = z.infer<typeof HandKind>;

export const WorkKind = z.enum([...KeySystemChange.options, ...HandKind.options]);
export type WorkKind = z.infer<typeof WorkKind>;

/** What is entered, in the file of an export; empty where an entry has none. */
export const enteredColumns = [
  'first_name',
  'surname',
  'email',
  'employee_id',
  'key',
  'serial',
  'holder',
  'holder_number',
  'custody',
  'cylinder',
  'job',
  'validity',
  'valid_from',
  'valid_until',
  'revalidation_minutes',
  'schedule',
  'doors',
] as const;

export const WorkItem = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  change_set_id: z.uuid().nullable().describe('The change set that asked for it first.'),
  kind: WorkKind,
  person_id: z.uuid().nullable(),
  label: z.string().describe('Name of the person or profile, marking of the key or cylinder.'),
  reference: z.string(),
  what: z.string().describe('What to do, in a sentence.'),
  place: z.string().describe('Where in CLIQ Web Manager.'),
  why: z.string().describe('The rule, event or order behind it, in a sentence.'),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  state: WorkItemState,
  is_readable: z.boolean().describe('The next read can see that it is done; otherwise it is ticked by hand only.'),
  assigned_to: z.object({ id: z.uuid(), username: z.string() }).nullable(),
  created_at: Instant.describe('Since when it waits.'),
  closed_at: Instant.nullable(),
  closed_by: z.enum(['operator', 'read', 'sync']).nullable().describe('Who found it done: a person, or a read.'),
  closed_by_name: z.string().nullable(),
  note: z.string().nullable(),
});
export type WorkItem = z.infer<typeof WorkItem>;

const WorkGroupKey = z.string().regex(/^g[0-9a-f]{32}$/);

/** Maximum number of entries decided with one call. */
export const maxDecided = 1_000;

/** Entries with the same work, for one person, key or cylinder, or several. */
export const WorkGroup = z.object({
  group: WorkGroupKey.describe('For the filter of the list. Another one once an entry is assigned or closed.'),
  what: z.string().describe('What to do for all of them, in a sentence.'),
  count: z.int(),
  ids: z.array(z.uuid()).describe(`In the order of doing, at most the first ${maxDecided}.`),
  since: Instant.describe('Since when the oldest waits.'),
  entry: WorkItem.describe('The first of them.'),
});
export type WorkGroup = z.infer<typeof WorkGroup>;

const common = {
  ...openTo('work_list'),
  filter: {
    connection_id: z.uuid().optional(),
    state: z.enum([...WorkItemState.options, 'all']).default('open'),
    kind: WorkKind.optional(),
    assigned_to: z.union([z.literal('me'), z.literal('nobody'), z.uuid()]).optional(),
    group: WorkGroupKey.optional().describe('Entries that ask for the same.'),
    search: Search.optional().describe('Part of the label, the reference or what to do.'),
  },
  sorts: ['order', 'created_at', 'label', 'kind'],
} as const;

export const workItemList = declareList({
  ...common,
  path: '/work-list',
  summary: 'What an operator does by hand in the key system',
  item: WorkItem,
  csv: {
    columns: [
      'connection',
      'kind',
      'label',
      'reference',
      'what',
      'place',
      'why',
      'before',
      'after',
      'state',
      'waiting_since',
      'assigned_to',
      'closed_at',
      'closed_by',
      'note',
      ...enteredColumns,
    ],
    audit: 'work_list.exported',
  },
});

/** Exported entry by entry. */
export const workGroupList = {
  ...declareList({
    ...common,
    path: '/work-list/groups',
    name: 'work-groups',
    summary: 'The work list with one row for the same work, however many people it is for',
    item: WorkGroup,
    csv: { columns: workItemList.columns, audit: workItemList.audit },
  }),
  csv: workItemList.csv,
  fileName: workItemList.fileName,
};

const ids = z.array(z.uuid()).min(1).max(maxDecided);

export const workList = {
  list: workItemList.page,
  groups: workGroupList.page,
  exportCsv: workItemList.csv,
  exportPdf: endpoint({
    method: 'GET',
    path: '/work-list.pdf',
    summary: 'The filtered work list as a PDF to take along, with boxes to tick',
    ...openTo('work_list'),
    audit: 'work_list.exported',
    produces: 'pdf',
    query: workItemList.csv.query,
    response: z.string(),
  }),
  estimate: endpoint({
    method: 'GET',
    path: '/work-list/estimate',
    summary: 'How long the open entries will take, as fast as entries were ticked in the last 90 days',
    ...openTo('work_list'),
    audit: { none: 'read-only' },
    query: z.strictObject({ connection_id: z.uuid().optional() }),
    response: z.object({
      open: z.int(),
      minutes: z.int().nullable().describe('For all of them; null while too few were ticked to tell.'),
      measured: z.int().describe('How many ticked entries this is measured by.'),
    }),
  }),
  operators: endpoint({
    method: 'GET',
    path: '/work-list/operators',
    summary: 'Administrators to assign work to, by name',
    ...openTo('work_list'),
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(z.object({ id: z.uuid(), username: z.string() })) }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/work-list/assign',
    summary: 'Assign open entries to an administrator, or remove the assignment',
    ...openTo('work_list'),
    audit: 'work_item.assigned',
    changes: ['work-list'],
    body: z.strictObject({ ids, admin_id: z.uuid().nullable() }),
    response: Done.extend({ changed: z.int() }),
    errors: ['not_found'],
  }),
  markDone: endpoint({
    method: 'POST',
    path: '/work-list/done',
    summary: 'Tick entries by hand: an operator says that they are done in the key system',
    ...openTo('work_list'),
    audit: 'work_item.done',
    changes: ['recorded'],
    body: z.strictObject({ ids, note: paragraphsOf(500).optional() }),
    response: Done.extend({ changed: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/work-list/reopen',
    summary: 'Take back entries that were ticked by hand',
    ...openTo('work_list'),
    audit: 'work_item.reopened',
    changes: ['recorded'],
    body: z.strictObject({ ids }),
    response: Done.extend({ changed: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
};
