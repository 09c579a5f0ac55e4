import type { AuditVerification } from '@key2xs/contract';
import { AuditChainBroken, sealAllPending, verifyChain } from '#platform/audit-chain';
import type { Deps } from '#platform/deps';

/** Takes in what waits, so that the answer covers everything up to now, and checks the whole chain. */
export async function verifyAudit({ db, auditKey }: Pick<Deps, 'db' | 'auditKey'>): Promise<AuditVerification> {
  await sealAllPending(db, auditKey).catch((error: unknown) => {
    // The verification names what is broken.
    if (!(error instanceof AuditChainBroken)) throw error;
  });
  return verifyChain(db, auditKey);
}
