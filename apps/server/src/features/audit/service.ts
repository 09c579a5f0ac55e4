import type { AuditVerification } from '@key2xs/contract';
import { sealAllPending } from '#platform/audit-chain';
import { AuditChainBroken } from '#platform/audit-end';
import { verifyChain } from '#platform/audit-verification';
import type { Deps } from '#platform/deps';

/** Takes in what waits, so that the answer covers everything up to now, and checks the whole chain. */
export async function verifyAudit(deps: Deps): Promise<AuditVerification> {
  await sealAllPending(deps).catch((error: unknown) => {
    // The verification names what is broken.
    if (!(error instanceof AuditChainBroken)) throw error;
  });
  return verifyChain(deps);
}
