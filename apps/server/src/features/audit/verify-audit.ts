import type { AuditVerification } from '@key2xs/contract';
import { sealAllPending } from '#platform/audit/audit-chain';
import { AuditChainBroken } from '#platform/audit/audit-end';
import { verifyChain } from '#platform/audit/audit-verification';
import { growTree } from '#platform/audit/tree/grow-tree';
import { AuditTreeBroken } from '#platform/audit/tree/tiles';
import type { Deps } from '#platform/deps';

/** Seals what waits, so that the answer covers everything up to now, then verifies the whole chain. */
export async function verifyAudit(deps: Deps): Promise<AuditVerification> {
  const broken = await sealAllPending(deps)
    .then(() => growTree(deps).catch(ignoreBrokenTree))
    .then(() => undefined, brokenChain);
  const found = await verifyChain(deps);
  if (!broken || !found.ok) return found; // the verification has already located the fault
  return { ...found, ok: false, problems: [{ seq: null, kind: 'edited', detail: broken.message }] };
}

/** The verification names it. */
function ignoreBrokenTree(error: unknown): void {
  if (!(error instanceof AuditTreeBroken)) throw error;
}

function brokenChain(error: unknown): AuditChainBroken {
  if (error instanceof AuditChainBroken) return error;
  throw error;
}
