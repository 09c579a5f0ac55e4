import { recordEvent } from './audit';
import { type ChainDeps, sealAllPending } from './audit-chain';
import { AuditChainBroken, type ChainEnd, chainStart, endText } from './audit-end';
import { eventSigner } from './audit-event';
import { clearRefused, findLastSealed, lockChain, writeHead } from './audit-rows';

/**
 * Takes the log as it stands: sealing goes on after its last row, and what is noted outside the database follows.
 * Rows that were refused are dropped. An event tells the reason, where the log ended, and where it had ended before.
 * Rows of the chain that were edited or are missing stay what they are, and are still named by a verification.
 */
export async function acceptEnd(deps: ChainDeps, reason: string): Promise<void> {
  const { db, auditKey, auditNote } = deps;
  const noted = await auditNote.find().catch(orUnsound);
  const end = await db.transaction().execute(async (tx) => {
    await lockChain(tx);
    const found = (await findLastSealed(tx)) ?? { seq: 0, hash: chainStart };
    if (!Number.isSafeInteger(found.seq)) {
      throw new AuditChainBroken('The last row has a position that nobody gave it. Delete that row first');
    }
    const ends = { found: endText(found), noted: noted ? endText(noted) : null };
    const details = { reason, ...ends, refused: await clearRefused(tx) };
    const caller = { actor: undefined, name: 'audit:verify', request_id: null, sign: eventSigner(auditKey) };
    await recordEvent(tx, caller, 'audit_log.end_accepted', { details });
    await writeHead(tx, auditKey, found);
    return found;
  });
  await auditNote.write(end);
  await sealAllPending(deps);
}

function orUnsound(error: unknown): ChainEnd | undefined {
  if (error instanceof AuditChainBroken) return undefined;
  throw error;
}
