import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { openTo } from './api/roles';

export const AuditProblem = z.object({
  seq: z.int().nullable().describe('Position in the chain, from 1; null: about what has no place in it.'),
  kind: z
    .enum(['edited', 'missing', 'swapped', 'truncated', 'replaced', 'forged'])
    .describe(
      '`replaced`: the chain has another row where an end was noted; `forged`: no row that this product wrote.',
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

export const audit = {
  verify: endpoint({
    method: 'GET',
    path: '/audit/verify',
    summary: 'Recompute the whole audit chain and name every row that does not fit',
    ...openTo('audit_log'),
    audit: { none: 'read-only' },
    response: AuditVerification,
  }),
};
