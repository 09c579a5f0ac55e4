import { isOutage } from '../database/database-outage';
import type { Caller, Db, Deps, Tx } from '../deps';
import { deriveKey } from '../secrets/secret-key';
import { recordEvent } from './audit';
import { AuditChainBroken, type ChainEnd, chainStart, endOf, endText, isFormerHead, isHeadSound } from './audit-end';
import { eventSigner } from './audit-event';
import { erasureMark, hashEvent, isSigned } from './audit-inspection';
import {
  appendEvents,
  findHead,
  hasAdministrators,
  hasSealed,
  hasUnsealed,
  holdsEnd,
  listRegistrations,
  listSealed,
  listUnsealed,
  listUnsigned,
  lockChain,
  moveToRefused,
  type SignedEvent,
  writeHead,
} from './audit-rows';

export type AuditKey = Buffer;

/** What keeping the chain takes. */
export type ChainDeps = Pick<Deps, 'db' | 'auditKey' | 'auditNote' | 'log'>;

export const deriveAuditKey = (master: Buffer): AuditKey => deriveKey(master, 'audit chain');

/** After a failure, so that a broken chain does not fill the log. */
const retryMs = 30_000;
const batchRows = 1_000;
const namedRows = 20;

type Batch = { taken: number; end: ChainEnd; isMore: boolean };

/**
 * Takes up to `limit` committed events into the chain, in one transaction; several processes may try at once. An event
 * that commits late, with an id smaller than sealed ones, is taken in the next time: the chain is in order of sealing.
 * Where rows are found that this product did not write, those are taken out of the log instead, and an event tells it.
 * @param noted an end that the chain must hold
 * @throws AuditChainBroken
 */
export async function sealPending(deps: ChainDeps, noted?: ChainEnd, limit = batchRows): Promise<Batch> {
  const { db, auditKey: key, log } = deps;
  const { forged, ...batch } = await db.transaction().execute(async (tx) => {
    await lockChain(tx);
    const { isLast, ...end } = await getEnd(tx, key, noted);
    const events = await listUnsealed(tx, limit);
    const forged = events.filter((event) => !isSigned(key, event));
    if (!isLast) forged.push(...(await listIntruders(tx, key, end)));
    if (forged.length > 0) {
      await refuse(tx, key, forged, end);
      return { forged, taken: forged.length, end, isMore: true };
    }
    const last = events.length > 0 ? await appendEvents(tx, key, end, events) : end;
    return { forged, taken: events.length, end: last, isMore: events.length === limit };
  });
  if (forged.length > 0) {
    const ids = forged.slice(0, namedRows).map(({ id }) => id);
    log.error({ count: forged.length, ids }, 'audit log: rows that this product did not write were refused');
  }
  return batch;
}

/** Batch by batch until nothing waits; then notes the end of the chain, outside the database and in the log. */
export async function sealAllPending(deps: ChainDeps, isStopping = () => false): Promise<void> {
  let noted = await deps.auditNote.find();
  let sealed = 0;
  for (let isMore = await hasUnsealed(deps.db); isMore && !isStopping(); ) {
    const batch = await sealPending(deps, noted);
    ({ end: noted, isMore } = batch);
    sealed += batch.taken;
  }
  const end = await noteEnd(deps);
  if (sealed > 0) deps.log.info({ audit_end: endText(end) }, 'audit chain sealed');
}

/**
 * Compares the end of the chain with the one noted before, and notes it anew.
 * @throws AuditChainBroken
 */
async function noteEnd({ db, auditKey, auditNote }: ChainDeps): Promise<ChainEnd> {
  const noted = await auditNote.find();
  const head = await findHead(db);
  if (noted && head && isHeadSound(auditKey, head) && noted.hash === head.hash) return noted;
  const end = await db.transaction().execute(async (tx) => {
    await lockChain(tx);
    return getEnd(tx, auditKey, noted);
  });
  if (end.seq > 0) await auditNote.write(end);
  return end;
}

/**
 * At the start: is the end of the chain where it was? What is not right is logged and stops the sealing, not the
 * product. What a version that did not sign left unsealed is taken in once.
 */
export async function openChain(deps: ChainDeps): Promise<void> {
  try {
    await startSigning(deps);
    const isNoted = (await deps.auditNote.find()) !== undefined;
    const end = await noteEnd(deps);
    if (!isNoted && end.seq > 0) {
      deps.log.warn({ audit_end: endText(end) }, 'no end of the audit chain was noted here; this one is from now on');
    }
  } catch (error) {
    if (!(error instanceof AuditChainBroken)) throw error;
    deps.log.error({ err: error }, 'the audit log is not whole');
  }
}

/** Afterwards every event needs a signature, and the noted end says so. */
async function startSigning({ db, auditKey: key, auditNote }: ChainDeps): Promise<void> {
  const noted = await auditNote.find();
  await db.transaction().execute(async (tx) => {
    await lockChain(tx);
    const head = await findHead(tx);
    if (!head || !isFormerHead(key, head)) return;
    const first: ChainEnd = await getEnd(tx, key, noted);
    let end = first;
    for (
      let events = await listUnsigned(tx, batchRows);
      events.length > 0;
      events = await listUnsigned(tx, batchRows)
    ) {
      end = await appendEvents(tx, key, end, events);
    }
    await writeHead(tx, key, end);
    const details = { end: endText(end), sealed_without_signature: end.seq - first.seq };
    await recordEvent(tx, itself(key), 'audit_log.signing_started', { details });
  });
}

/**
 * Seals every `everyMs`, one batch after the other, and logs the end of the chain: whoever keeps the log elsewhere can
 * prove later that nothing was cut off.
 * @returns stops the sealer; resolves when a batch in progress has ended
 */
export function startSealer(deps: ChainDeps, everyMs: number) {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const seal = async () => {
    let pauseMs = everyMs;
    try {
      await sealAllPending(deps, () => isStopping);
    } catch (error) {
      if (isOutage(error)) deps.log.warn({ reason: error instanceof Error ? error.message : '' }, 'sealing waits');
      else {
        deps.log.error({ err: error }, 'audit events could not be sealed');
        pauseMs = Math.max(everyMs, retryMs);
      }
    }
    if (!isStopping) schedule(pauseMs);
  };
  const schedule = (pauseMs: number) => {
    timer = setTimeout(() => {
      running = seal();
    }, pauseMs);
  };

  schedule(everyMs);
  return async (): Promise<void> => {
    isStopping = true;
    clearTimeout(timer);
    await running;
  };
}

/** Erases the details of one event for good, salt included; the chain stays whole. */
export async function eraseDetails(tx: Tx, key: AuditKey, id: string): Promise<void> {
  const event = await tx
    .selectFrom('audit_event')
    .select(['id', 'details_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const erased = { details: null, details_salt: erasureMark(key, event) };
  await tx.updateTable('audit_event').set(erased).where('id', '=', id).execute();
}

/** Where to seal on, and whether that is where the rows end. */
async function getEnd(tx: Tx, key: AuditKey, noted: ChainEnd | undefined): Promise<ChainEnd & { isLast: boolean }> {
  const head = await findHead(tx);
  if (!head) {
    if (noted || (await hasBegun(tx, key))) throw new AuditChainBroken('The noted end of the audit log is gone');
    return { seq: 0, hash: chainStart, isLast: true };
  }
  if (!isHeadSound(key, head)) throw new AuditChainBroken('The noted end of the audit log was changed');
  const end = endOf(head);
  const isHeld = !noted || noted.hash === end.hash || (noted.seq < end.seq && (await holdsEnd(tx, noted)));
  if (!isHeld) throw new AuditChainBroken(`The audit log does not hold ${endText(noted)}, where it has ended before`);
  return { ...end, isLast: head.is_last };
}

/** Whether there must have been a chain. A new installation seals the registration of its first administrator first. */
export async function hasBegun(db: Db, key: AuditKey): Promise<boolean> {
  if (await hasSealed(db)) return true;
  if (!(await hasAdministrators(db))) return false;
  return !(await listRegistrations(db)).some((event) => isSigned(key, event));
}

/**
 * Rows after the end of the chain, which would be in the way of the next ones.
 * @throws AuditChainBroken when they are genuine: then the noted end is an older one
 */
async function listIntruders(tx: Tx, key: AuditKey, { seq }: ChainEnd): Promise<SignedEvent[]> {
  const events = await listSealed(tx, BigInt(seq) + 1n, undefined, batchRows);
  const isGenuine = events.some((event) => event.hash === hashEvent(key, event.prev_hash ?? '', event));
  if (isGenuine) throw new AuditChainBroken('The noted end of the audit log is older than its last row');
  return events;
}

async function refuse(tx: Tx, key: AuditKey, events: SignedEvent[], end: ChainEnd): Promise<void> {
  await moveToRefused(tx, events, end);
  const rows = events.slice(0, namedRows).map(({ id, at_text, actor_name, action, target_id }) => {
    return { id, at: at_text, actor_name, action, target_id };
  });
  const details = { count: events.length, rows };
  await recordEvent(tx, itself(key), 'audit_log.rows_refused', { details });
}

const itself = (key: AuditKey): Caller => {
  return { actor: undefined, name: 'audit log', request_id: null, sign: eventSigner(key) };
};
