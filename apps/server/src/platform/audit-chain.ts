import { setImmediate } from 'node:timers/promises';
import type { AuditVerification } from '@key2xs/contract';
import { sql } from 'kysely';
import {
  type ChainHead,
  ChainInspection,
  chainStart,
  erasureMark,
  hashEvent,
  isHeadSound,
  macHead,
  type SealedEvent,
} from './audit-inspection';
import { isOutage } from './database-outage';
import type { Db, Deps, Tx } from './deps';
import { deriveKey } from './secret-key';

export type AuditKey = Buffer;

export const deriveAuditKey = (master: Buffer): AuditKey => deriveKey(master, 'audit chain');

/** The noted end of the chain is forged or gone: sealing on would hide that. */
export class AuditChainBroken extends Error {
  override name = 'AuditChainBroken';
}

const sealingLock = 4_203_791_557;
const pageRows = 5_000;
const rowsAtOnce = 250;
/** After a failure, so that a broken chain does not fill the log. */
const retryMs = 30_000;

const at_text = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at_text');
const chained = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'request_id',
  'details_hash',
] as const;

/**
 * Takes up to `limit` committed events into the chain, in one transaction; several processes may try at once. An event
 * that commits late, with an id smaller than sealed ones, is taken in the next time: the chain is in order of sealing.
 * @returns how many; 0 when nothing waits
 * @throws AuditChainBroken
 */
export async function sealPending(db: Db, key: AuditKey, limit = 1_000): Promise<number> {
  const waiting = await db.selectFrom('audit_event').select('id').where('seq', 'is', null).limit(1).executeTakeFirst();
  if (!waiting) return 0;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sealingLock})`.execute(tx);
    const events = await tx
      .selectFrom('audit_event')
      .select([...chained, at_text])
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    if (events.length === 0) return 0;
    let { seq, hash } = await getHead(tx, key);
    const seals = events.map((event) => {
      const prev_hash = hash;
      hash = hashEvent(key, prev_hash, event);
      return { id: event.id, seq: ++seq, prev_hash, hash };
    });
    await writeSeals(tx, seals);
    await writeHead(tx, key, seq, hash);
    return events.length;
  });
}

/** Batch by batch until nothing waits. */
export async function sealAllPending(db: Db, key: AuditKey): Promise<number> {
  let total = 0;
  for (let sealed = await sealPending(db, key); sealed > 0; sealed = await sealPending(db, key)) total += sealed;
  return total;
}

/**
 * Seals every `everyMs`, one batch after the other, and logs the end of the chain: whoever keeps the log elsewhere can
 * prove later that nothing was cut off.
 * @returns stops the sealer; resolves when a batch in progress has ended
 */
export function startSealer({ db, auditKey, log }: Pick<Deps, 'db' | 'auditKey' | 'log'>, everyMs: number) {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const seal = async () => {
    let pauseMs = everyMs;
    try {
      let sealed = 0;
      for (let batch = -1; batch !== 0 && !isStopping; sealed += batch) batch = await sealPending(db, auditKey);
      const head = sealed > 0 ? await findHead(db) : undefined;
      if (head) log.info({ audit_seq: Number(head.seq), audit_hash: head.hash }, 'audit chain sealed');
    } catch (error) {
      if (isOutage(error)) log.warn({ reason: error instanceof Error ? error.message : '' }, 'sealing waits');
      else {
        log.error({ err: error }, 'audit events could not be sealed');
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

/**
 * Recomputes the whole chain, 5,000 rows at a time, while others go on writing. It cannot see that *every* row and the
 * noted end were put back to an earlier state together; for that, compare `head` with one noted elsewhere.
 */
export async function verifyChain(db: Db, key: AuditKey): Promise<AuditVerification> {
  const inspection = new ChainInspection(key);
  let head = await findHead(db);
  let after: string | undefined;
  for (;;) {
    const page = await listSealed(db, after);
    for (const [i, event] of page.entries()) {
      inspection.take(event);
      if (i % rowsAtOnce === 0) await setImmediate(); // lets other requests through
    }
    after = page.at(-1)?.seq ?? after;
    if (page.length > 0) continue;
    const latest = await findHead(db);
    if (latest?.seq === head?.seq) break;
    head = latest; // sealed meanwhile: read those rows too
  }
  const problems = inspection.finish(head);
  return {
    ok: problems.length === 0,
    checked: inspection.checked,
    unsealed: await countUnsealed(db),
    head: head ? { seq: toSafe(head.seq), hash: head.hash } : { seq: 0, hash: chainStart },
    problems,
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

const findHead = (db: Db): Promise<ChainHead | undefined> =>
  db.selectFrom('audit_head').select(['seq', 'hash', 'mac']).executeTakeFirst();

/** Where to seal on. */
async function getHead(tx: Tx, key: AuditKey): Promise<{ seq: number; hash: string }> {
  const head = await findHead(tx);
  if (head && isHeadSound(key, head)) return { seq: Number(head.seq), hash: head.hash };
  const sealed = await tx.selectFrom('audit_event').select('id').where('seq', 'is not', null).limit(1).execute();
  if (head || sealed.length > 0) {
    throw new AuditChainBroken('The noted end of the audit log was changed or removed. Run: npm run audit:verify');
  }
  return { seq: 0, hash: chainStart };
}

type Seal = { id: string; seq: number; prev_hash: string; hash: string };

async function writeSeals(tx: Tx, seals: Seal[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update audit_event as event set seq = seal.seq, prev_hash = seal.prev_hash, hash = seal.hash
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as seal (id uuid, seq bigint, prev_hash text, hash text)
    where event.id = seal.id and event.seq is null`.execute(tx);
  if (Number(numAffectedRows) !== seals.length) throw new Error('Some audit events vanished while they were sealed.');
}

async function writeHead(tx: Tx, key: AuditKey, seq: number, hash: string): Promise<void> {
  const head = { seq, hash, mac: macHead(key, seq, hash), sealed_at: sql<Date>`now()` };
  await tx
    .insertInto('audit_head')
    .values(head)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(head))
    .execute();
}

function listSealed(db: Db, after: string | undefined): Promise<SealedEvent[]> {
  return db
    .selectFrom('audit_event')
    .select([...chained, at_text, 'prev_hash', 'hash', 'details', 'details_salt'])
    .select((q) => q.ref('seq').$notNull().as('seq'))
    .where('seq', 'is not', null)
    .$if(after !== undefined, (q) => q.where('seq', '>', after ?? null))
    .orderBy('seq')
    .limit(pageRows)
    .execute();
}

async function countUnsealed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const toSafe = (seq: string) => Math.min(Number(seq), Number.MAX_SAFE_INTEGER);
