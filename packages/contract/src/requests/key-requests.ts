import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Reason, Search, Version } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { paragraphsOf } from '../fields/text';
import { KeyRequestStepKind } from './key-request-rules';

const asking = openTo('request_keys', 'assign_keys');
const desk = openTo('assign_keys');

export const keyRequestKinds = ['new_key', 'more_access', 'extension', 'replacement', 'temporary', 'return'] as const;
export const KeyRequestKind = z
  .enum(keyRequestKinds)
  .describe('temporary: a key until a day. extension, replacement and return are about a key that the person has.');

export const keyRequestStates = [
  'to_complete',
  'in_approval',
  'needs_info',
  'approved',
  'in_preparation',
  'ready_for_pickup',
  'handed_out',
  'applied',
  'rejected',
  'cancelled',
  'expired',
  'closed',
] as const;
export const KeyRequestState = z
  .enum(keyRequestStates)
  .describe(
    'to_complete: asked for by a mailed link; someone who assigns keys chooses the place. in_preparation: a key is reserved. applied: what was asked for is done, without a hand-out. expired: the key was not picked up in time.',
  );

export const KeyRequestStep = z.object({
  position: z.int().min(1),
  kind: KeyRequestStepKind,
  person: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .describe('Who is to agree. Null: an administrator who assigns keys, other than the one who has asked.'),
  stands_in: z.boolean().describe('The person is the deputy of someone who was away when it was asked for.'),
  due_at: Instant.nullable().describe('When it is escalated. Null: not yet its turn.'),
  escalated_at: Instant.nullable().describe('Since when it waits longer than the rules allow. This approves nothing.'),
  decision: z.enum(['approved', 'approved_shorter', 'rejected']).nullable(),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  reason: z.string().nullable(),
});
export type KeyRequestStep = z.infer<typeof KeyRequestStep>;

export const KeyRequest = z.object({
  id: z.uuid(),
  kind: KeyRequestKind,
  state: KeyRequestState,
  person: z.object({ id: z.uuid(), name: z.string(), department: z.string().nullable() }).describe('For whom.'),
  place: z.object({ id: z.uuid().nullable(), name: z.string() }).nullable().describe('Without an id it was deleted.'),
  place_words: z.string().nullable().describe('Where, in the words of a person who has asked by a mailed link.'),
  key: z
    .object({ id: z.uuid(), marking: z.string() })
    .nullable()
    .describe('Of an extension, a replacement or a return: which one.'),
  reserved_key: z.object({ id: z.uuid(), marking: z.string() }).nullable(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable().describe('As asked for; null: without an end.'),
  granted_until: Instant.nullable().describe('Until when it was approved, where that is earlier than asked for.'),
  is_urgent: z.boolean(),
  reason: z.string(),
  protection_class: z.int().nullable().describe('Of the place when it was asked for.'),
  asked_by: z.string(),
  is_by_link: z.boolean().describe('The person has asked for it by a mailed link, without an account.'),
  asked_at: Instant,
  is_own: z.boolean().describe('The caller has asked for it, and cannot decide it.'),
  step: z.int().describe('At which step it is, or was last; 0: none was needed.'),
  steps: z.int(),
  step_kind: KeyRequestStepKind.nullable().describe('Of the step it waits for.'),
  is_escalated: z.boolean(),
  can_decide: z.boolean(),
  can_revoke: z.boolean().describe('The caller has decided last, and nothing has followed from it yet.'),
  pick_up_by: Instant.nullable().describe('Of a key that is ready.'),
  closed_at: Instant.nullable(),
  version: Version,
});
export type KeyRequest = z.infer<typeof KeyRequest>;

export const keyRequestHappenings = [
  'submitted',
  'completed',
  'approved',
  'approved_shorter',
  'rejected',
  'asked_back',
  'answered',
  'revoked',
  'cancelled',
  'escalated',
  'key_reserved',
  'ready',
  'handed_out',
  'granted',
  'applied',
  'given_back',
  'file_added',
  'file_removed',
  'expired',
  'closed',
] as const;

export const KeyRequestEntry = z.object({
  id: z.uuid(),
  at: Instant,
  happening: z.enum(keyRequestHappenings),
  actor_name: z.string().nullable().describe('Null: the product.'),
  note: z.string().nullable(),
});
export type KeyRequestEntry = z.infer<typeof KeyRequestEntry>;

export const keyRequestHits = [
  'person_inactive',
  'leaves_before_end',
  'has_access',
  'high_protection',
  'no_end',
  'no_peer_has_it',
  'has_overdue_keys',
  'has_open_case',
  'place_deleted',
  'place_changed',
] as const;

export const KeyRequestRisk = z.object({
  doors: z.int().describe('At the place and below it, of those the reader may see.'),
  doors_already: z.int().describe('Of these, the ones that the person may open already.'),
  peers: z.int().describe('Other active people of the same department.'),
  peers_with_access: z.int().describe('Of these, the ones that may open a door there.'),
  keys_held: z.int(),
  keys_overdue: z.int(),
  exposed_doors: z.int().describe('That keys of the person open, or may open, now.'),
  hits: z.array(z.enum(keyRequestHits)).describe('What speaks for a closer look.'),
});
export type KeyRequestRisk = z.infer<typeof KeyRequestRisk>;

const KeyRequestFile = z.object({
  id: z.uuid(),
  name: z.string().describe('As it was called, with the ending of what it is.'),
  type: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
  bytes: z.int(),
  added_by: z.string(),
  added_at: Instant,
});

export const KeyRequestDetail = KeyRequest.extend({
  files: z.array(KeyRequestFile).describe('At most 5, the oldest first.'),
  can_add_files: z.boolean().describe('The caller has asked for it, and it is not decided yet.'),
  can_remove_files: z.boolean().describe('The same, and no one has decided a step by what they saw.'),
  approval: z.array(KeyRequestStep),
  entries: z.array(KeyRequestEntry).describe('Newest first, at most 200.'),
  risk: KeyRequestRisk.nullable().describe('Null for who does not assign keys.'),
  grant: z
    .object({
      keyplan_id: z.uuid(),
      plan_name: z.string(),
      is_in_force: z.boolean().describe('False: only in the draft of the plan.'),
    })
    .nullable()
    .describe('The key plan whose rule for this request gives the access; null: none does.'),
});
export type KeyRequestDetail = z.infer<typeof KeyRequestDetail>;

/** What is asked for. */
export const KeyRequestBody = z.strictObject({
  kind: KeyRequestKind,
  person_id: z.uuid(),
  place_id: z.uuid().nullable().default(null).describe('Needed for new_key, more_access and temporary.'),
  key_id: z.uuid().nullable().default(null).describe('Needed for extension, replacement and return.'),
  starts_at: Instant.nullable().default(null),
  ends_at: Instant.nullable().default(null).describe('Needed for temporary and extension.'),
  is_urgent: z.boolean().default(false),
  reason: Reason,
});

export const KeyRequestPreview = z.object({
  is_automatic: z.boolean().describe('Approved at once, as the rules say.'),
  approval: z.array(
    z.object({
      kind: KeyRequestStepKind,
      person: NamedRecord.nullable(),
      stands_in: z.boolean(),
    }),
  ),
  needs_four_eyes: z.boolean().describe('No administrator or person may decide two of its steps.'),
  expected_by: Instant.nullable().describe('When all steps have run out of time, at the latest. Null: at once.'),
  max_days: z.int().nullable().describe('The longest that can be asked for; null: no limit.'),
  is_too_long: z.boolean(),
  doors: z.int(),
  doors_already: z.int().describe('That the person may open already.'),
});

export const keyRequestList = declareList({
  path: '/key-requests',
  summary: 'Requests for keys and access',
  ...asking,
  item: KeyRequest,
  filter: {
    search: Search.optional().describe('Part of the name of the person or of the place.'),
    tab: z
      .enum(['mine', 'to_decide'])
      .optional()
      .describe('mine: that the caller has asked for. to_decide: that wait for the caller or one like them.'),
    kind: KeyRequestKind.optional(),
    state: z.union([KeyRequestState, z.enum(['open', 'done'])]).optional(),
    person_id: z.uuid().optional(),
    key_id: z.uuid().optional().describe('That they are about, or that is reserved for them.'),
  },
  sorts: ['asked_at', 'ends_at'],
  usual: '-asked_at',
  csv: {
    columns: [
      'kind',
      'state',
      'person_name',
      'department',
      'place_name',
      'starts_at',
      'ends_at',
      'granted_until',
      'is_urgent',
      'reason',
      'asked_by',
      'asked_at',
      'closed_at',
    ],
    audit: 'key_requests.exported',
  },
});

const errors = ['not_found', 'conflict', 'validation_failed', 'version_conflict'] as const;
const changes = ['key-requests'] as const;

/** What one change of a request has in common. */
const one = { audit: 'key_request.changed', changes, params: ById, response: KeyRequestDetail, errors } as const;

export const keyRequests = {
  list: keyRequestList.page,
  exportCsv: keyRequestList.csv,
  counts: endpoint({
    method: 'GET',
    path: '/key-request-counts',
    summary: 'How many requests are open, wait for the caller, and are the caller’s own',
    ...asking,
    audit: { none: 'read-only' },
    response: z.object({ open: z.int(), to_decide: z.int(), mine: z.int(), escalated: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-requests/:id',
    summary: 'A request, with its steps, what happened, and for who decides the risk',
    ...asking,
    audit: { none: 'read-only' },
    params: ById,
    response: KeyRequestDetail,
    errors: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/key-request-choices',
    summary:
      'What can be named in a request: active people and places that the caller may see, or the keys that a person has',
    ...asking,
    audit: { none: 'read-only' },
    query: z.strictObject({
      what: z.enum(['people', 'places', 'keys']),
      search: Search.optional(),
      person_id: z.uuid().optional().describe('Whose keys; needed for keys.'),
    }),
    response: z.object({
      items: z
        .array(z.object({ id: z.uuid(), name: z.string(), detail: z.string().nullable() }))
        .describe('By name, at most 20.'),
    }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/key-requests/preview',
    summary: 'Before it is asked for: who decides, until when, what is allowed, and what the person has already',
    ...asking,
    audit: { none: 'read-only' },
    body: KeyRequestBody,
    response: KeyRequestPreview,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/key-requests',
    summary: 'Ask for a key, more access, an extension, a replacement or a return',
    ...asking,
    audit: 'key_request.submitted',
    changes,
    status: 201,
    body: KeyRequestBody,
    response: KeyRequestDetail,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/key-requests/:id/decisions',
    summary:
      'Decide the step a request waits for. No one decides their own, and four eyes see the best protected doors',
    ...desk,
    ...one,
    audit: 'key_request.decided',
    body: z.strictObject({
      decision: z.enum(['approve', 'approve_shorter', 'reject', 'ask_back']),
      until: Instant.optional().describe('Of approve_shorter, needed: earlier than asked for.'),
      reason: Reason.optional().describe('Needed unless approved by whose step it is.'),
    }),
  }),
  complete: endpoint({
    method: 'POST',
    path: '/key-requests/:id/completions',
    summary:
      'Choose the place of a request that a person has made by a mailed link; then it waits for those whom the rules name',
    ...desk,
    ...one,
    body: z.strictObject({
      place_id: z.uuid(),
      until: Instant.optional().describe('Earlier than asked for, where the rules allow no longer.'),
    }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/key-requests/:id/answers',
    summary: 'Answer what was asked back; the request waits for the same step again',
    ...asking,
    ...one,
    body: z.strictObject({ note: paragraphsOf(2_000).min(1) }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/key-requests/:id/revocations',
    summary: 'Take the last decision back, by who has made it, while nothing has followed from it',
    ...desk,
    ...one,
    audit: { one: 'key_request.decided', along: ['key_plan.draft_edited'] },
    changes: [...changes, 'key-plans'],
    body: z.strictObject({ reason: Reason }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/key-requests/:id/cancellations',
    summary:
      'Cancel a request before the key is handed out, by who has asked or who assigns keys; a reserved key is free again',
    ...asking,
    ...one,
    audit: { one: 'key_request.changed', along: ['key.reported', 'key_plan.draft_edited'] },
    changes: [...changes, 'keys', 'key-plans'],
    body: z.strictObject({ reason: Reason }),
  }),
  reserve: endpoint({
    method: 'POST',
    path: '/key-requests/:id/reservations',
    summary: 'Reserve a key in stock for the person of an approved request',
    ...desk,
    ...one,
    audit: { one: 'key_request.changed', along: ['key.reserved'] },
    changes: [...changes, 'keys'],
    body: z.strictObject({ key_id: z.uuid() }),
  }),
  ready: endpoint({
    method: 'POST',
    path: '/key-requests/:id/readiness',
    summary: 'Say that the reserved key lies ready; it is kept for the days that the rules say',
    ...desk,
    ...one,
  }),
  grant: endpoint({
    method: 'POST',
    path: '/key-requests/:id/grants',
    summary:
      'Add the access of an approved request to the draft of a key plan, until the day granted. Once it is in force, a request for more access is applied',
    ...openTo('edit_plans'),
    ...one,
    audit: { one: 'key_request.changed', along: ['key_plan.draft_edited'] },
    changes: [...changes, 'key-plans'],
    body: z.strictObject({ keyplan_id: z.uuid() }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/key-requests/:id/applications',
    summary: 'Do what was approved: an extension changes when the key is due; of more access, say that the plan has it',
    ...desk,
    ...one,
    audit: { one: 'key_request.changed', along: ['key.extended'] },
    changes: [...changes, 'keys'],
    body: z.strictObject({ note: Reason.optional() }),
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/key-requests/:id/give-backs',
    summary:
      'Give back early: the key is due now, and access that a plan gave for this request is taken out of its draft',
    ...asking,
    ...one,
    audit: { one: 'key_request.changed', along: ['key.extended', 'key_plan.draft_edited'] },
    changes: [...changes, 'keys', 'key-plans'],
    body: z.strictObject({ reason: Reason }),
  }),
};
