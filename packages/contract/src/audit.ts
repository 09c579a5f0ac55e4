import { z } from 'zod';
import { endpoint } from './endpoint';

export const AuditProblem = z.object({
  seq: z.int().describe('Position in the chain, from 1.'),
  kind: z.enum(['edited', 'missing', 'swapped', 'truncated']),
  detail: z.string(),
});

export const AuditVerification = z.object({
  ok: z.boolean(),
  checked: z.int().describe('Sealed rows read.'),
  unsealed: z.int().describe('Rows that the sealer has not reached yet.'),
  head: z
    .object({ seq: z.int(), hash: z.string() })
    .describe('End of the chain; note it elsewhere to prove later that nothing was cut off.'),
  problems: z.array(AuditProblem).describe('At most 100.'),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const audit = {
  verify: endpoint({
    method: 'GET',
    path: '/audit/verify',
    summary: 'Recompute the whole audit chain and name every row that does not fit',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: AuditVerification,
  }),
};
