import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Reason, Search, Version } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { lineOf, paragraphsOf } from '../fields/text';
import { KeyRequestState } from '../requests/key-requests';
import { KeyCustody, KeyHolder } from './key-custody';
import { reminderAudiences } from './key-reminders';

const desk = openTo('assign_keys');

export const keyCaseKinds = ['lost', 'forgotten', 'broken', 'return', 'mover', 'joiner'] as const;
export const keyCaseOutcomes = [
  'found',
  'returned',
  'repaired',
  'replaced',
  'written_off',
  'kept',
  'settled',
  'holder_left',
  'handed_out',
  'not_entitled',
  'no_key_needed',
] as const;
export const KeyCaseKind = z
  .enum(keyCaseKinds)
  .describe(
    [
      'forgotten: it is safe, but not at hand. return: its holder has left and still has it.',
      'mover: the directory has changed its holder, and with that which doors of its key system the plan gives them.',
      'joiner: the plan in force has come to give someone doors who has no key. It is a case without a key.',
    ].join(' '),
  );
export const KeyCaseOutcome = z
  .enum(keyCaseOutcomes)
  .describe(
    [
      'kept: the holder of a key to return has come back, or that of a mover keeps it as it is.',
      'settled: the key opens what the plan gives its holder. holder_left: only by the product.',
      'Of a joiner: handed_out and not_entitled only by the product; no_key_needed holds until the plan gives them no door and then some again.',
    ].join(' '),
  );

export const keyCaseSteps = [
  'decide_doors',
  'mend_jobs',
  'wait_for_jobs',
  'close',
  'choose_replacement',
  'collect_replacement',
  'repair_or_replace',
  'collect_key',
  'update_key',
  'request_key',
  'wait_for_request',
  'hand_out_key',
  'wait_for_first_day',
] as const;

/** Where a case stands on the board. */
export const keyCaseLanes = ['to_do', 'holder', 'work', 'done'] as const;
export const KeyCaseLane = z
  .enum(keyCaseLanes)
  .describe(
    'to_do: an administrator decides or does something. holder: a holder is to bring a key, or someone to fetch one. work: cylinders are to be programmed.',
  );

/** A key as a case names it. */
const CaseKey = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  state: KeyCustody.shape.state,
});

export const KeyCaseDoorCounts = z.object({
  undecided: z.int(),
  waiting: z.int().describe('Work on the cylinder is ordered and not done.'),
  failed: z.int().describe('The work has failed.'),
  secured: z.int().describe('The cylinder refuses the key, or no longer knows it.'),
  accepted: z.int().describe('Someone has accepted that the key may open it, until a moment.'),
});

/** What the case of someone without a key waits for. */
const Joiner = z.object({
  entitled_since: Instant.describe('When the plan was first seen to give them a door.'),
  first_day: z.iso.date().nullable().describe('As 2026-11-30, where it has not come: until then they get no key.'),
  request: z
    .object({ id: z.uuid(), state: KeyRequestState })
    .nullable()
    .describe('An open request for a new key, the newest one.'),
  reserved_key: z.object({ id: z.uuid(), marking: z.string() }).nullable(),
});

export const KeyCase = z.object({
  id: z.uuid(),
  kind: KeyCaseKind,
  key: CaseKey.nullable().describe('Null: of a joiner.'),
  holder: KeyHolder.nullable().describe(
    'Who has the key, or had it; of a joiner, who has none. No one the reader may not see.',
  ),
  opened_at: Instant,
  opened_by: z.string().nullable().describe('Null: the product.'),
  due_at: Instant.nullable().describe('Until when the next step should be done.'),
  is_overdue: z.boolean(),
  next_step: z.enum(keyCaseSteps).nullable().describe('Null: the case is closed.'),
  moved_doors: z
    .object({
      gained: z.int().describe('That the plan gives the holder since the move.'),
      lost: z.int().describe('That it no longer gives.'),
    })
    .nullable()
    .describe('Of a mover: of the doors that the reader may see.'),
  joiner: Joiner.nullable().describe('Null: of other kinds.'),
  doors: KeyCaseDoorCounts.describe('Of the doors that the reader may see.'),
  replacement: CaseKey.nullable(),
  lane: KeyCaseLane,
  owner: NamedRecord.nullable().describe('The administrator who looks after it.'),
  can_be_replaced: z.boolean().describe('Only for a holder who is still active, and once.'),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  outcome: KeyCaseOutcome.nullable(),
  version: Version,
});
export type KeyCase = z.infer<typeof KeyCase>;

/** What is known of how a key was lost, for the file and the insurer. */
export const LossReport = z.strictObject({
  happened_at: Instant.nullable().default(null).describe('When it was last seen, or noticed missing.'),
  place: lineOf({ min: 0, max: 200 }).default(''),
  circumstances: paragraphsOf(2_000).default(''),
  police_reference: lineOf({ min: 0, max: 100 }).default(''),
});
export type LossReport = z.infer<typeof LossReport>;

export const keyCaseHappenings = [
  'opened',
  'became_lost',
  'reported',
  'due_changed',
  'doors_decided',
  'replacement_chosen',
  'noted',
  'assigned',
  'moved_on',
  'invalidated',
  'reminder_requested',
  'reminded',
  'closed',
] as const;

export const KeyCaseEntry = z.object({
  id: z.uuid(),
  at: Instant,
  happening: z.enum(keyCaseHappenings),
  actor_name: z.string().nullable().describe('Null: the product.'),
  note: z.string().nullable(),
  doors: z.int().nullable().describe('Of a decision: how many doors it is about.'),
  decision: z.enum(['block', 'accept', 'replace', 'replaced']).nullable(),
  reminded: z.array(z.enum(reminderAudiences)).nullable().describe('Of a reminder: who got it, or is to get it.'),
});
export type KeyCaseEntry = z.infer<typeof KeyCaseEntry>;

/** A door of which the plan says otherwise since a move. */
const MovedDoor = z.object({
  cylinder_id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  change: z.enum(['gained', 'lost']),
});

/** What the plan in force gives a joiner, as far as the reader may see doors. */
const JoinerAccess = z.object({
  doors: z.int(),
  rules: z.array(z.object({ id: z.uuid(), name: z.string(), keyplan_id: z.uuid(), keyplan_name: z.string() })),
  systems: z
    .array(
      z.object({
        connection_id: z.uuid(),
        connection_name: z.string(),
        doors: z.int(),
        in_stock: z.int().describe('Keys of this key system that could be handed out.'),
      }),
    )
    .describe('Key systems of the doors; that with most of them first.'),
});

export const KeyCaseDetail = KeyCase.extend({
  joiner_access: JoinerAccess.nullable().describe(
    'Of the open case of a joiner. Null: of other cases, for readers who may not see what people may open, and in the answer of a change.',
  ),
  moved: z.array(MovedDoor).describe('Of a mover: the doors that the reader may see, lost ones first; at most 200.'),
  report: LossReport,
  time_zone: z.string().describe('Of the locking system: that of most of its doors, else that of the policy.'),
  entries: z.array(KeyCaseEntry).describe('Newest first, at most 200.'),
  exposure: z
    .object({
      doors: z.int().describe('That the key may still open, of those the reader may see.'),
      ends_at: Instant.nullable().describe('When the last of them is surely closed to it; null when no end is known.'),
      is_known: z.boolean().describe('False: it is not known what the key holds, so that it may open others too.'),
    })
    .nullable()
    .describe('Null: nothing is known of what the key holds.'),
  own_rights: z
    .int()
    .nullable()
    .describe('Rights that the key has beside those of its holder. A replacement gets the same.'),
  copied_rights: z
    .object({
      rights: z.int().describe('That the replacement gets of its own.'),
      state: z
        .enum(['waiting', 'failed', 'to_enter', 'written'])
        .describe('to_enter: the connection cannot write them; on the work list. failed: refused; there as well.'),
      problem: z.string().nullable(),
    })
    .nullable()
    .describe('Null: without a replacement, or the key has no rights of its own.'),
});
export type KeyCaseDetail = z.infer<typeof KeyCaseDetail>;

/** block: the cylinder is to refuse the key. accept: it may open it until a moment. replace, replaced: the cylinder is exchanged. */
export const doorDecisions = ['block', 'accept', 'replace', 'replaced'] as const;

export const KeyCaseDoor = z.object({
  cylinder_id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  place: z.string().nullable(),
  protection_class: z.int().nullable(),
  decision: z.enum(doorDecisions).nullable(),
  accept_until: Instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  state: z.enum(['undecided', 'waiting', 'failed', 'secured', 'accepted']),
  job: z
    .object({ id: z.uuid(), state: z.string(), problem: z.string().nullable(), programming_key: z.string().nullable() })
    .nullable(),
  dead_at: Instant.nullable().describe('When the key surely no longer opens it; null when no end is known.'),
  last_opened_at: Instant.nullable().describe('When this key last opened it, as far as events are known.'),
  block_list: z.object({ used: z.int(), limit: z.int() }).nullable().describe('Of the cylinder; null when not known.'),
});
export type KeyCaseDoor = z.infer<typeof KeyCaseDoor>;

export const keyCaseList = declareList({
  path: '/key-cases',
  summary:
    'Cases of keys that are lost, forgotten, broken or to be returned, whose holders have moved, or that joiners lack',
  ...desk,
  item: KeyCase,
  filter: {
    search: Search.optional().describe('Part of the marking of the key, or of the name of its holder or of a joiner.'),
    kind: KeyCaseKind.optional(),
    state: z.enum(['open', 'closed', 'overdue']).optional(),
    lane: KeyCaseLane.optional(),
    owner: z.union([z.literal('me'), z.literal('nobody'), z.uuid()]).optional(),
    key_id: z.uuid().optional(),
    person_id: z.uuid().optional(),
    connection_id: z.uuid().optional(),
  },
  sorts: ['due_at', 'opened_at', 'closed_at'],
  csv: {
    columns: [
      'kind',
      'key_marking',
      'key_system',
      'holder_name',
      'opened_at',
      'opened_by',
      'due_at',
      'next_step',
      'lane',
      'owner_name',
      'undecided',
      'waiting',
      'failed',
      'secured',
      'accepted',
      'doors_gained',
      'doors_lost',
      'entitled_since',
      'first_day',
      'replacement_marking',
      'closed_at',
      'closed_by',
      'outcome',
    ],
    audit: 'key_cases.exported',
  },
});

export const keyCaseDoorList = declareList({
  path: '/key-cases/:id/doors',
  summary: 'The doors that the key of a case could open when it was reported lost, best protected first',
  ...desk,
  params: ById,
  item: KeyCaseDoor,
  filter: {
    search: Search.optional().describe('Part of marking or name.'),
    state: KeyCaseDoor.shape.state.optional(),
  },
  sorts: ['protection_class', 'marking'],
  usual: '-protection_class',
  range: { standard: 50, max: 200 },
  name: 'key-case-doors',
  csv: {
    columns: [
      'marking',
      'name',
      'place',
      'protection_class',
      'decision',
      'accept_until',
      'reason',
      'decided_by',
      'state',
      'job_state',
      'programming_key',
      'dead_at',
      'last_opened_at',
    ],
    audit: 'key_cases.exported',
  },
  errors: ['not_found'],
});

const errors = ['not_found', 'conflict', 'validation_failed'] as const;
const changes = ['keys', 'key-cases'] as const;

/** What a case sets off: of its key, and of the work ordered for it. */
const along = [
  'key.reported',
  'key.reserved',
  'key.access_ordered',
  'key.times_ordered',
  'programming_job.ordered',
  'programming_job.cancelled',
] as const;

export const keyCases = {
  list: keyCaseList.page,
  exportCsv: keyCaseList.csv,
  counts: endpoint({
    method: 'GET',
    path: '/key-case-counts',
    summary: 'How many cases are open, by kind, and how many lost keys have none',
    ...desk,
    audit: { none: 'read-only' },
    response: z.object({
      lost: z.int(),
      forgotten: z.int(),
      broken: z.int(),
      return: z.int(),
      mover: z.int(),
      joiner: z.int(),
      overdue: z.int(),
      lanes: z.object({ to_do: z.int(), holder: z.int(), work: z.int() }),
      mine: z.int().describe('That the caller looks after.'),
      unassigned: z.int(),
      lost_without_case: z.int().describe('Keys that are lost, here or in the key system, and have no open case.'),
    }),
  }),
  owners: endpoint({
    method: 'GET',
    path: '/key-case-owners',
    summary: 'Administrators who may look after a case: those who assign keys',
    ...desk,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(NamedRecord) }),
  }),
  changeMany: endpoint({
    method: 'PATCH',
    path: '/key-cases',
    summary: 'Assign or close several cases; those that cannot be are listed, and the others are changed',
    ...desk,
    audit: { one: 'key_cases.changed', along: ['key_case.updated', 'key_case.closed', ...along] },
    changes: [...changes, 'cylinders'],
    body: z.strictObject({
      cases: z
        .array(z.strictObject({ id: z.uuid(), version: z.int() }))
        .min(1)
        .max(200),
      owner_id: z.uuid().nullable().optional().describe('Null: no one.'),
      outcome: KeyCaseOutcome.optional().describe('Closes them.'),
      reason: Reason,
    }),
    response: z.object({
      changed: z.int(),
      refused: z.array(z.object({ id: z.uuid(), problem: z.string() })),
    }),
    errors,
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-cases/:id',
    summary: 'A case, with what happened in it',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    response: KeyCaseDetail,
    errors: ['not_found'],
  }),
  doors: keyCaseDoorList.page,
  exportDoorsCsv: keyCaseDoorList.csv,
  open: endpoint({
    method: 'POST',
    path: '/key-cases',
    summary: 'Open a case for a key. A lost or broken one is reported as that, and a lost one is to become invalid',
    ...desk,
    audit: { one: 'key_case.opened', along },
    changes,
    status: 201,
    body: z.strictObject({
      key_id: z.uuid(),
      kind: KeyCaseKind.exclude(['mover', 'joiner']).describe('Movers and joiners are detected, not reported.'),
      report: LossReport.optional(),
      due_at: Instant.nullable().default(null),
      note: Reason.optional(),
    }),
    response: KeyCaseDetail,
    errors,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/key-cases/:id',
    summary: 'Change what is reported, until when something is due, or add a note',
    ...desk,
    audit: 'key_case.updated',
    changes,
    params: ById,
    body: z.strictObject({
      report: LossReport.optional(),
      due_at: Instant.nullable().optional().describe('Needs a note that says why.'),
      owner_id: z.uuid().nullable().optional(),
      note: paragraphsOf(2_000).optional(),
    }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  becomeLost: endpoint({
    method: 'POST',
    path: '/key-cases/:id/losses',
    summary: 'Say that the key of a case is lost: the case goes on as that',
    ...desk,
    audit: { one: 'key_case.became_lost', along },
    changes,
    params: ById,
    body: z.strictObject({ reason: Reason, report: LossReport.optional() }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  invalidate: endpoint({
    method: 'POST',
    path: '/key-cases/:id/invalidations',
    summary: 'Have a key that is not returned stop working with its next update; it works as before once it is back',
    ...desk,
    audit: { one: 'key_case.invalidated', along },
    changes,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/key-cases/:id/decisions',
    summary: 'Decide what is done about doors that a lost key may open',
    ...desk,
    audit: { one: 'key_case.doors_decided', along },
    changes: [...changes, 'cylinders'],
    params: ById,
    body: z.strictObject({
      cylinders: z.union([z.literal('undecided'), z.array(z.uuid()).min(1).max(2_000)]),
      decision: z.enum(doorDecisions),
      accept_until: Instant.optional().describe('Of `accept`, needed: until when the key may open the door.'),
      reason: Reason.optional().describe('Of `accept`, needed.'),
    }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  replace: endpoint({
    method: 'POST',
    path: '/key-cases/:id/replacements',
    summary: 'Keep another key for the holder, which gets the same rights; of a forgotten key until a moment',
    ...desk,
    audit: { one: 'key_case.replacement_chosen', along },
    changes,
    params: ById,
    body: z.strictObject({
      key_id: z.uuid().describe('In stock.'),
      until: Instant.optional().describe('Of a forgotten key, needed: at most seven days from now.'),
    }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/key-cases/:id/closings',
    summary: 'End a case',
    ...desk,
    audit: { one: 'key_case.closed', along },
    changes: [...changes, 'cylinders'],
    params: ById,
    body: z.strictObject({
      outcome: KeyCaseOutcome,
      reason: Reason,
      with_holder: z.boolean().default(false).describe('Of a key that is found: the one who had it has it again.'),
    }),
    response: KeyCaseDetail,
    errors: [...errors, 'version_conflict'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/key-cases/:id/pdf',
    summary: 'A case as a report for the insurer: the key, who had it when, what was done about which door',
    ...desk,
    audit: 'key_cases.exported',
    params: ById,
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'overloaded'],
  }),
};
