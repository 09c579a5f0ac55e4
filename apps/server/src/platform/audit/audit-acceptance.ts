import type { Tx } from '../deps';
import { recordEvent } from './audit';
import { type ChainDeps, sealAllPending } from './audit-chain';
import { AuditChainBroken, type ChainEnd, chainStart, endText } from './audit-end';
import { eventSigner } from './audit-event';
import { clearRefused, findLastSealed, lockChain, markAccepted, writeHead } from './audit-rows';
import { forgetStamps } from './time-stamp/time-stamps';
import { forgetTree, growTree } from './tree/grow-tree';

/**
 * Accepts the current log: sealing continues after its last row, and the end noted outside the database is updated.
 * Drops refused rows. Records an event with the reason, the old end and the new one. Repairs nothing: verification
 * still reports rows that were edited or are missing.
 * @param goBack takes a reader that is further in the chain back to this position: what follows gets the later ones again
 */
export async function acceptEnd(
  deps: ChainDeps,
  reason: string,
  goBack?: (tx: Tx, position: number) => Promise<void>,
): Promise<void> {
  const { db, auditKey, auditNote } = deps;
  const noted = await auditNote.find().catch(orUnsound);
  const end = await db.transaction().execute(async (tx) => {
    await lockChain(tx);
    const found = (await findLastSealed(tx)) ?? { seq: 0, hash: chainStart };
    if (!Number.isSafeInteger(found.seq)) {
      throw new AuditChainBroken('The last row has a position that was never assigned. Delete that row first');
    }
    const ends = { found: endText(found), noted: noted ? endText(noted) : null };
    const details = { reason, ...ends, refused: await clearRefused(tx) };
    const caller = { actor: undefined, name: 'audit:verify', request_id: null, sign: eventSigner(auditKey) };
    await recordEvent(tx, caller, 'audit_log.end_accepted', { details });
    await writeHead(tx, auditKey, found);
    await markAccepted(tx);
    await goBack?.(tx, found.seq);
    await forgetTree(tx);
    await forgetStamps(tx);
    return found;
  });
  await auditNote.write(end);
  await sealAllPending(deps);
  await growTree(deps);
}

function orUnsound(error: unknown): ChainEnd | undefined {
  if (error instanceof AuditChainBroken) return undefined;
  throw error;
}
