import { isOutage } from '../database/database-outage';
import type { Caller, Db, Deps, Tx } from '../deps';
import { deriveKey } from '../secrets/secret-key';
import { recordEvent } from './audit';
import { AuditChainBroken, type ChainEnd, chainStart, endOf, endText, isFormerHead, isHeadSound } from './audit-end';
import { eventSigner } from './audit-event';
import { erasureMark, hashEvent, isSigned } from './audit-inspection';
import { NoteUnwritable } from './audit-note';
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
import { growTree } from './tree/grow-tree';
import { AuditTreeBroken } from './tree/tiles';

export type AuditKey = Buffer;

export type ChainDeps = Pick<Deps, 'db' | 'auditKey' | 'auditNote' | 'log'>;

export const deriveAuditKey = (master: Buffer): AuditKey => deriveKey(master, 'audit chain');

/** Interval between log lines about an unwritable note. */
const repeatMs = 30_000;
const batchRows = 1_000;
const namedRows = 20;

type Batch = { taken: number; end: ChainEnd; isMore: boolean };

/**
 * Seals up to `limit` committed events in one transaction; several processes may call it concurrently. An event that commits
 * late, with an id below sealed ones, is sealed by the next call: the chain is in order of sealing. Forged rows are
 * moved out of the log instead, and an event records that.
 * @param noted an end that the chain must contain
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

/**
 * Seals in batches until no event is left, then logs the chain's end and notes it outside the database.
 * @throws AuditChainBroken; NoteUnwritable once everything is sealed
 */
export async function sealAllPending(deps: ChainDeps, isStopping = () => false): Promise<void> {
  let noted = await deps.auditNote.find();
  let sealed = 0;
  for (let isMore = await hasUnsealed(deps.db); isMore && !isStopping(); ) {
    const batch = await sealPending(deps, noted);
    ({ end: noted, isMore } = batch);
    sealed += batch.taken;
  }
  const end = await findEnd(deps);
  if (sealed > 0) deps.log.info({ audit_end: endText(end) }, 'audit chain sealed');
  await noteEnd(deps, end);
}

/** Whether an earlier state of the database was put back: it lacks the end noted outside of it. Until that is accepted. */
export async function isPutBack({ db, auditNote }: Pick<ChainDeps, 'db' | 'auditNote'>): Promise<boolean> {
  const noted = await auditNote.find();
  return noted !== undefined && !(await holdsEnd(db, noted));
}

/** The chain's end, checked against the last noted one. @throws AuditChainBroken */
async function findEnd({ db, auditKey, auditNote }: ChainDeps): Promise<ChainEnd> {
  const noted = await auditNote.find();
  const head = await findHead(db);
  if (noted && head && isHeadSound(auditKey, head) && noted.hash === head.hash) return noted;
  return db.transaction().execute(async (tx) => {
    await lockChain(tx);
    return getEnd(tx, auditKey, noted);
  });
}

/** @throws NoteUnwritable */
async function noteEnd({ auditNote }: ChainDeps, end: ChainEnd): Promise<void> {
  if (end.seq > 0 && (await auditNote.find())?.hash !== end.hash) await auditNote.write(end);
}

/**
 * At start-up, checks that the chain ends where it was noted. A mismatch is logged and stops sealing, not the product.
 * Seals once the unsigned events that a version without signatures left behind.
 */
export async function openChain(deps: ChainDeps): Promise<void> {
  try {
    await startSigning(deps);
    const isNoted = (await deps.auditNote.find()) !== undefined;
    const end = await findEnd(deps);
    await noteEnd(deps, end);
    if (!isNoted && end.seq > 0) {
      deps.log.warn({ audit_end: endText(end) }, 'no end of the audit chain was noted here; this one is from now on');
    }
  } catch (error) {
    if (error instanceof NoteUnwritable) return logUnwritable(deps, error);
    if (!(error instanceof AuditChainBroken)) throw error;
    deps.log.error({ err: error }, 'the audit log is not whole');
  }
}

function logUnwritable({ log }: Pick<ChainDeps, 'log'>, { message, cause }: NoteUnwritable): void {
  log.error({ err: cause, reason: message }, 'the end of the audit chain cannot be noted');
}

/** From then on every event needs a signature; the noted end records that. */
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
 * Returns a function that seals all pending events and logs the end of the chain, so that a copy of the log kept elsewhere
 * proves that nothing was cut off. An unwritable note is logged once per interval, and is no failure: all is sealed.
 */
export function createSealer(deps: ChainDeps): (signal: AbortSignal) => Promise<void> {
  const tellUnwritable = atMostEvery(repeatMs, (error: NoteUnwritable) => logUnwritable(deps, error));
  const tellBrokenTree = atMostEvery(repeatMs, (err: AuditTreeBroken) =>
    deps.log.error({ err }, 'the tree of the audit log is not whole'),
  );
  return async (signal) => {
    try {
      await sealAllPending(deps, () => signal.aborted);
    } catch (error) {
      if (error instanceof NoteUnwritable) tellUnwritable(error);
      else if (isOutage(error)) throw error;
      else throw new Error('audit events could not be sealed', { cause: error });
    }
    await growTree(deps, () => signal.aborted).catch((error) => {
      if (!(error instanceof AuditTreeBroken)) throw error;
      tellBrokenTree(error);
    });
  };
}

/** Says the same thing again only after a while. */
function atMostEvery<T>(intervalMs: number, tell: (what: T) => void): (what: T) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (what) => {
    if (performance.now() - toldAt < intervalMs) return;
    toldAt = performance.now();
    tell(what);
  };
}

/** Erases the details of one event for good, salt included; the chain still verifies. */
export async function eraseDetails(tx: Tx, key: AuditKey, id: string): Promise<void> {
  const event = await tx
    .selectFrom('audit_event')
    .select(['id', 'details_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const erased = { details: null, details_salt: erasureMark(key, event) };
  await tx.updateTable('audit_event').set(erased).where('id', '=', id).execute();
}

/** Where sealing continues, and whether any rows come after it. */
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

/** Whether a chain must exist: the first event sealed is the first administrator's registration. */
export async function hasBegun(db: Db, key: AuditKey): Promise<boolean> {
  if (await hasSealed(db)) return true;
  if (!(await hasAdministrators(db))) return false;
  return !(await listRegistrations(db)).some((event) => isSigned(key, event));
}

/**
 * Rows after the chain's end; they occupy positions that the next events need.
 * @throws AuditChainBroken when they are genuine: then the noted end is out of date
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
