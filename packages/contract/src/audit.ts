import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { declareList } from './api/list';
import { openTo } from './api/roles';
import { auditActions } from './audit-actions';
import { ById, Instant, Search } from './fields/common';
import { NamedRecord } from './fields/named-record';

export const AuditProblem = z.object({
  seq: z.int().nullable().describe('Position in the chain, from 1; null: about what has no place in it.'),
  kind: z
    .enum(['edited', 'missing', 'swapped', 'truncated', 'replaced', 'forged', 'tree'])
    .describe(
      '`replaced`: the chain has another row where an end was noted; `forged`: no row that this product wrote; `tree`: the Merkle tree beside the chain does not fit.',
    ),
  detail: z.string(),
});

export const AuditVerification = z.object({
  ok: z.boolean(),
  checked: z.int().describe('Sealed rows read.'),
  unsealed: z.int().describe('Rows that the sealer has not reached yet.'),
  head: z
    .object({ seq: z.int(), hash: z.string() })
    .describe('End of the chain; noted elsewhere as `seq:hash`, it shows later whether anything was cut off.'),
  problems: z.array(AuditProblem).describe('At most 100.'),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

/** A verification as it is kept. */
export const KeptVerification = AuditVerification.extend({
  id: z.uuid(),
  at: Instant.describe('When it ended.'),
  took_ms: z.int(),
  by: z.string().nullable().describe('Null: the product, as every night.'),
});
export type KeptVerification = z.infer<typeof KeptVerification>;

export const timeStampFailures = ['unreachable', 'refused'] as const;
export type TimeStampFailure = (typeof timeStampFailures)[number];

export const TimeStampState = z.object({
  is_on: z.boolean().describe('The configuration names an authority of time stamps (RFC 3161).'),
  last: z
    .object({
      at: Instant.describe('By the clock of the authority.'),
      entries: z.int().describe('Entries from the first on that it proves.'),
      authority: z.string(),
    })
    .nullable(),
  failure: z
    .object({
      at: Instant,
      kind: z.enum(timeStampFailures).describe('refused: its answer was no time stamp that proves anything.'),
      detail: z.string().describe('In English, for who looks after the server.'),
    })
    .nullable()
    .describe('Why there is none since; null: nothing failed.'),
});
export type TimeStampState = z.infer<typeof TimeStampState>;

export const AuditEntry = z.object({
  id: z.uuid(),
  at: Instant,
  actor_id: z.uuid().nullable().describe('Null: no one signed in, or the product itself.'),
  actor_name: z.string().describe('As it was then.'),
  token: z.string().nullable().describe('The API token by which the actor acted.'),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  target_name: z.string().nullable().describe('As it was then; of an administrator, as it is now.'),
  reason: z.string().nullable(),
  changes: z
    .array(z.object({ field: z.string().nullable(), before: z.unknown(), after: z.unknown() }))
    .describe('What became of each value that is other than before. Without a field: of the record as a whole.'),
  details: z.record(z.string(), z.unknown()).describe('All that was recorded, as it was recorded.'),
  is_erased: z.boolean().describe('The details were erased for good; the proof stands.'),
  request_id: z.string().nullable(),
  position: z.int().nullable().describe('In the chain; null: sealed within a second.'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const open = openTo('audit_log');
const Text = z.string().trim().min(1).max(200);

const declared = declareList({
  path: '/audit/events',
  summary: 'The administration log',
  ...open,
  item: AuditEntry,
  filter: {
    search: Search.optional().describe('Part of who did it, of the target, of the reason or of any recorded value.'),
    from: Instant.optional(),
    before: Instant.optional(),
    actor: z
      .union([z.literal('nobody'), z.uuid()])
      .optional()
      .describe('nobody: not signed in, or the product itself.'),
    action: z.enum(auditActions).optional(),
    target_type: Text.optional().describe('The noun of the action, or `admin`.'),
    target_id: Text.optional(),
  },
  sorts: ['at'],
  usual: '-at',
  name: 'administration-log',
  csv: {
    columns: [
      'at',
      'actor_name',
      'token',
      'action',
      'target_type',
      'target_id',
      'target_name',
      'reason',
      'before',
      'after',
      'details',
      'request_id',
      'position',
    ],
    audit: 'audit_log.exported',
  },
});

const { sort, offset, skip, page, size, limit, ...filter } = declared.page.query.shape;

const list = endpoint({
  method: 'GET',
  path: '/audit/events',
  summary: 'The administration log, newest first',
  ...open,
  audit: { none: 'read-only' },
  query: z.strictObject({
    ...filter,
    limit: limit.describe('Rows to answer, at most 200; 50 unless given.'),
    after: z.uuid().optional().describe('The `next` of the page before.'),
  }),
  response: z.object({ items: z.array(AuditEntry), next: z.uuid().nullable().describe('Null: there are no more.') }),
});

/** Its page is by key: the log may have millions of entries, so none counts or skips them. */
export const auditEntryList = { ...declared, page: list };

export const audit = {
  list,
  get: endpoint({
    method: 'GET',
    path: '/audit/events/:id',
    summary: 'An entry of the administration log',
    ...open,
    audit: { none: 'read-only' },
    params: ById,
    response: AuditEntry,
    errors: ['not_found'],
  }),
  exportCsv: auditEntryList.csv,
  exportPage: endpoint({
    method: 'GET',
    path: '/audit/proof',
    summary:
      'A page of the administration log as a JSON file that proves its entries: `npm run audit:verify -- <file>`',
    ...open,
    audit: 'audit_log.exported',
    produces: 'file',
    query: z.strictObject({
      ...filter,
      sort,
      after: z.uuid().optional().describe('The id of the last entry of the page before.'),
      limit: z.coerce.number().int().min(1).max(1_000).optional().describe('Entries, 200 unless given.'),
      since: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .describe('Size of an earlier head: the file then proves that its log continues that one.'),
    }),
    response: z.looseObject({ format: z.literal('key2xs-audit-page-1') }),
    errors: ['not_found'],
  }),
  actors: endpoint({
    method: 'GET',
    path: '/audit/actors',
    summary: 'Who is in the administration log, by name',
    ...open,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(NamedRecord) }),
  }),
  verify: endpoint({
    method: 'GET',
    path: '/audit/verify',
    summary: 'Recompute the whole audit chain and name every row that does not fit',
    ...open,
    audit: { none: 'read-only' },
    response: AuditVerification,
  }),
  verifyNow: endpoint({
    method: 'POST',
    path: '/audit/verifications',
    summary: 'Recompute the whole audit chain and keep the result',
    ...open,
    audit: 'audit_log.verified',
    changes: ['audit'],
    response: KeptVerification,
  }),
  verifications: endpoint({
    method: 'GET',
    path: '/audit/verifications',
    summary: 'Verifications of the audit chain, the newest first: at most 50',
    ...open,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(KeptVerification), time_stamp: TimeStampState }),
  }),
};
