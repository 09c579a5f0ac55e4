import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { listOf, pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { ById, Instant, Reason, Search } from '../fields/common';
import { Key } from '../key-systems/keys';
import { PersonState } from '../people/person-state';
import { Storage } from './key-custody';
import { maxKeysPerReceipt, ReceiptDraft, ReceiptKind, ReceiptSummary, SignedReceipt } from './key-receipts';

const desk = openTo('assign_keys');

export const KeyRecipient = z.object({
  id: z.uuid(),
  display_name: z.string(),
  department: z.string().nullable(),
  job_title: z.string().nullable(),
  employee_id: z.string().nullable(),
  state: PersonState,
  ends_on: z.string().nullable().describe('Last day, as 2026-11-30.'),
  keys: z.int().describe('How many keys they have.'),
});
export type KeyRecipient = z.infer<typeof KeyRecipient>;

export const keyRecipientList = declareList({
  path: '/key-recipients',
  summary: 'People who may be given keys, or have some',
  ...desk,
  item: KeyRecipient,
  filter: { search: Search.optional().describe('Part of name, username, e-mail, employee or external id.') },
  sorts: ['display_name'],
  csv: {
    columns: ['display_name', 'department', 'job_title', 'employee_id', 'state', 'ends_on', 'keys'],
    audit: 'people.exported',
  },
});

export const KeyCounts = z.object({
  in_stock: z.int(),
  handed_out: z.int(),
  overdue: z.int(),
  due_soon: z.int().describe('Due within seven days, without those that are overdue.'),
  lost: z.int(),
  broken: z.int(),
  update_pending: z
    .int()
    .describe('Not updated since the rights of the holder changed, so that they are not on the key yet.'),
  to_record: z.int().describe('Whose holder the key system does not have recorded yet, or otherwise.'),
});
export type KeyCounts = z.infer<typeof KeyCounts>;

export const KeyDetail = Key.extend({
  receipts: z.array(ReceiptSummary).describe('Newest first, at most 50.'),
});
export type KeyDetail = z.infer<typeof KeyDetail>;

/** What happened to a key, as listed in its history. */
export const keyHappenings = [
  'reserved',
  'released',
  'handed_out',
  'returned',
  'transferred',
  'extended',
  'reported_lost',
  'reported_broken',
  'found',
  'repaired',
  'retired',
  'restored',
  'stored',
  'recorded',
] as const;

export const KeyHistoryEntry = z.object({
  id: z.uuid(),
  at: Instant,
  happening: z.enum(keyHappenings),
  actor_name: z.string(),
  person: z
    .object({ person_id: z.uuid().nullable(), name: z.string() })
    .nullable()
    .describe('No one the reader may not see.'),
  due_at: Instant.nullable(),
  reason: z.string().nullable(),
  receipt_id: z.uuid().nullable(),
});
export type KeyHistoryEntry = z.infer<typeof KeyHistoryEntry>;

export const Assignment = z.object({
  person: z
    .object({ person_id: z.uuid().nullable(), name: z.string() })
    .nullable()
    .describe('No one the reader may not see.'),
  handed_out_at: Instant.nullable().describe('Null: before this was kept here.'),
  ended_at: Instant.nullable(),
  due_at: Instant.nullable(),
});

const keyIds = z.array(z.uuid()).min(1).max(maxKeysPerReceipt);
const due_at = Instant.nullable();

export const HandOut = z.strictObject({
  person_id: z.uuid(),
  keys: z
    .array(z.strictObject({ id: z.uuid(), due_at }))
    .min(1)
    .max(maxKeysPerReceipt),
  reason: Reason.optional().describe('Needed where a warning asks for one.'),
  receipt: SignedReceipt.optional(),
});

export const Return = z.strictObject({
  keys: z
    .array(z.strictObject({ id: z.uuid(), is_broken: z.boolean().default(false) }))
    .min(1)
    .max(maxKeysPerReceipt)
    .describe('Of one holder. Keys not named stay handed out.'),
  note: Reason.optional(),
  receipt: SignedReceipt.optional(),
});

export const Transfer = z.strictObject({
  keys: z
    .array(z.strictObject({ id: z.uuid(), due_at }))
    .min(1)
    .max(maxKeysPerReceipt),
  person_id: z.uuid(),
  reason: Reason.optional(),
  receipt: SignedReceipt.optional().describe('With the signature of the one who gives it away too.'),
});

/** What can happen to a key without a second person. */
export const keyReports = ['report_lost', 'report_broken', 'find', 'repair', 'retire', 'restore', 'release'] as const;

const Done = z.object({ keys: z.array(Key), receipt_id: z.uuid().nullable() });
const errors = ['not_found', 'conflict', 'validation_failed'] as const;

export const keyDesk = {
  recipients: keyRecipientList.page,
  recipientsCsv: keyRecipientList.csv,
  counts: endpoint({
    method: 'GET',
    path: '/keys/counts',
    summary: 'How many keys there are by where they are',
    ...desk,
    audit: { none: 'read-only' },
    query: z.strictObject({ connection_id: z.uuid().optional(), search: Search.optional() }),
    response: KeyCounts,
  }),
  get: endpoint({
    method: 'GET',
    path: '/keys/:id',
    summary: 'A key, with its receipts',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    response: KeyDetail,
    errors: ['not_found'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/keys/:id/history',
    summary: 'What happened to a key here, newest first',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject(pagingFields),
    response: listOf(KeyHistoryEntry),
    errors: ['not_found'],
  }),
  holderAt: endpoint({
    method: 'GET',
    path: '/keys/:id/holder',
    summary: 'Who had a key at a moment',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({ at: Instant }),
    response: z.object({
      assignment: Assignment.nullable().describe('Null: it was with no person, as far as is known.'),
      known_since: Instant.nullable().describe('Before this moment nothing is known of the key here.'),
    }),
    errors: ['not_found'],
  }),
  scan: endpoint({
    method: 'POST',
    path: '/keys/scans',
    summary: 'The keys that a scanner or a person has typed in, also where their markings run together',
    ...desk,
    audit: { none: 'read-only' },
    body: z.strictObject({ text: z.string().min(1).max(4_000), connection_id: z.uuid().optional() }),
    response: z.object({
      found: z.array(Key).describe('In order of scanning, each once.'),
      unknown: z.array(z.string()).describe('What is the marking or serial of no key, as typed.'),
      ambiguous: z
        .array(z.object({ text: z.string(), keys: z.array(Key) }))
        .describe('Markings that several key systems have.'),
    }),
  }),
  draftReceipt: endpoint({
    method: 'POST',
    path: '/key-receipts/drafts',
    summary: 'What a receipt will say, its hash, and what should be known before',
    ...desk,
    audit: { none: 'read-only' },
    body: z.strictObject({
      kind: ReceiptKind,
      person_id: z.uuid().optional().describe('Who gets the keys; of a return, no one.'),
      keys: z
        .array(z.strictObject({ id: z.uuid(), due_at: due_at.optional() }))
        .min(1)
        .max(maxKeysPerReceipt),
      language: z.enum(['en', 'de']).optional().describe('By default that of the caller.'),
    }),
    response: ReceiptDraft,
    errors,
  }),
  handOut: endpoint({
    method: 'POST',
    path: '/keys/hand-outs',
    summary: 'Hand keys out to a person',
    ...desk,
    audit: { each: 'key.handed_out' },
    changes: ['keys'],
    status: 201,
    body: HandOut,
    response: Done,
    errors,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/keys/returns',
    summary: 'Take keys back from their holder; of several, some may stay out',
    ...desk,
    audit: { each: 'key.returned' },
    changes: ['keys'],
    status: 201,
    body: Return,
    response: Done,
    errors,
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/keys/transfers',
    summary: 'Hand keys on from their holder to another person',
    ...desk,
    audit: { each: 'key.transferred' },
    changes: ['keys'],
    status: 201,
    body: Transfer,
    response: Done,
    errors,
  }),
  extend: endpoint({
    method: 'POST',
    path: '/keys/extensions',
    summary: 'Set another due date of keys that are out',
    ...desk,
    audit: { each: 'key.extended' },
    changes: ['keys'],
    body: z.strictObject({ keys: keyIds, due_at, reason: Reason.optional() }),
    response: z.object({ keys: z.array(Key) }),
    errors,
  }),
  reserve: endpoint({
    method: 'POST',
    path: '/keys/reservations',
    summary: 'Keep keys in stock for a person',
    ...desk,
    audit: { each: 'key.reserved' },
    changes: ['keys'],
    body: z.strictObject({ keys: keyIds, person_id: z.uuid(), reason: Reason.optional() }),
    response: z.object({ keys: z.array(Key) }),
    errors,
  }),
  report: endpoint({
    method: 'POST',
    path: '/keys/:id/reports',
    summary: 'Say that a key is lost, broken, found, repaired, out of use or in use again, or no longer reserved',
    ...desk,
    audit: 'key.reported',
    changes: ['keys'],
    params: ById,
    body: z.strictObject({
      report: z.enum(keyReports),
      reason: Reason,
      with_holder: z.boolean().default(false).describe('Of a key that is found: the one who had it has it again.'),
    }),
    response: Key,
    errors: [...errors, 'version_conflict'],
  }),
  store: endpoint({
    method: 'PUT',
    path: '/keys/:id/storage',
    summary: 'Say where a key is kept while it is in stock',
    ...desk,
    audit: 'key.stored',
    changes: ['keys'],
    params: ById,
    body: z.strictObject({ storage: Storage }),
    response: Key,
    errors: [...errors, 'version_conflict'],
  }),
  writeAgain: endpoint({
    method: 'POST',
    path: '/keys/:id/write-again',
    summary: 'Write the holder of a key to the key system again',
    ...desk,
    audit: 'key.write_requested',
    changes: ['keys'],
    params: ById,
    response: Key,
    errors: [...errors, 'version_conflict'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/keys/:id/take-over',
    summary: 'Take over who holds a key as the key system has recorded it',
    ...desk,
    audit: 'key.taken_over',
    changes: ['keys'],
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: Key,
    errors: [...errors, 'version_conflict'],
  }),
};
