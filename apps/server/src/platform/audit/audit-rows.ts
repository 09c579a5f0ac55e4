import { sql } from 'kysely';
import type { Db, Tx } from '../deps';
import { AuditChainBroken, type ChainEnd, chainStart, macHead, type NotedHead } from './audit-end';
import type { ChainedEvent } from './audit-event';
import { hashEvent, type SealedEvent, type StoredEvent } from './audit-inspection';

/** An event without its details; the chain covers their hash. */
export type SignedEvent = ChainedEvent & { mac: string | null };

const sealingLock = 4_203_791_557;
const registrationsAtOnce = 100;
const lastPosition = 2n ** 63n - 1n;

const at_text = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at_text');
const signed = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'request_id',
  'details_hash',
  'mac',
] as const;

/** Blocks other sealers until the transaction ends. */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealingLock})`.execute(tx);
}

/** `is_last`: no row comes after it. */
export const findHead = (db: Db): Promise<(NotedHead & { is_last: boolean }) | undefined> =>
  db
    .selectFrom('audit_head')
    .select(['seq', 'hash', 'mac'])
    .select(sql<boolean>`coalesce((select max(seq) from audit_event), 0) <= audit_head.seq`.as('is_last'))
    .executeTakeFirst();

export async function writeHead(tx: Tx, key: Buffer, end: ChainEnd): Promise<void> {
  const head = { ...end, mac: macHead(key, end), sealed_at: sql<Date>`now()` };
  await tx
    .insertInto('audit_head')
    .values(head)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(head))
    .execute();
}

/** Earlier events belong to an earlier state of the installation, and are not delivered outside. */
export async function markAccepted(tx: Tx): Promise<void> {
  await tx.updateTable('audit_head').set({ accepted_at: sql<Date>`now()` }).execute();
}

export async function holdsEnd(db: Db, { seq, hash }: ChainEnd): Promise<boolean> {
  if (seq === 0) return hash === chainStart;
  const row = await db.selectFrom('audit_event').select('hash').where('seq', '=', String(seq)).executeTakeFirst();
  return row?.hash === hash;
}

const unsealed = (db: Db) =>
  db
    .selectFrom('audit_event')
    .select([...signed, at_text])
    .where('seq', 'is', null)
    .orderBy('id');

/** Oldest first. */
export const listUnsealed = (db: Db, limit: number): Promise<SignedEvent[]> => unsealed(db).limit(limit).execute();

/** Events from a version that did not sign. */
export const listUnsigned = (db: Db, limit: number): Promise<SignedEvent[]> =>
  unsealed(db).where('mac', 'is', null).limit(limit).execute();

/** Oldest first, starting after `after`. */
export const listUnsealedWhole = (db: Db, after: string | undefined, limit: number): Promise<StoredEvent[]> =>
  unsealed(db)
    .select(['details', 'details_salt'])
    .$if(after !== undefined, (q) => q.where('id', '>', after ?? ''))
    .limit(limit)
    .execute();

/** In order of position; forged rows may share one. */
export const listSealed = (db: Db, from: bigint, to = lastPosition, limit?: number): Promise<SealedEvent[]> =>
  db
    .selectFrom('audit_event')
    .select([...signed, at_text, 'prev_hash', 'hash', 'details', 'details_salt'])
    .select((q) => q.ref('seq').$notNull().as('seq'))
    .where('seq', '>=', String(from))
    .where('seq', '<=', String(to < lastPosition ? to : lastPosition))
    .orderBy('seq')
    .$if(limit !== undefined, (q) => q.limit(limit ?? 0))
    .execute();

/** The sealed ones of these, newest first. */
export const listSealedOf = (db: Db, ids: readonly string[]): Promise<SealedEvent[]> =>
  db
    .selectFrom('audit_event')
    .select([...signed, at_text, 'prev_hash', 'hash', 'details', 'details_salt'])
    .select((q) => q.ref('seq').$notNull().as('seq'))
    .where('seq', 'is not', null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('seq', 'desc')
    .execute();

/** @returns the first used position after `after`, or of all */
export async function findPosition(db: Db, after?: bigint): Promise<bigint | undefined> {
  const { seq } = await db
    .selectFrom('audit_event')
    .select((q) => q.fn.min('seq').as('seq'))
    .$if(after !== undefined, (q) => q.where('seq', '>', String(after)))
    .executeTakeFirstOrThrow();
  return seq === null ? undefined : BigInt(seq);
}

/** Appends events to the chain in the given order. @returns the new end */
export async function appendEvents(tx: Tx, key: Buffer, end: ChainEnd, events: ChainedEvent[]): Promise<ChainEnd> {
  let { hash } = end;
  const seals = events.map((event) => {
    hash = hashEvent(key, hash, event);
    return { id: event.id, hash };
  });
  const { numAffectedRows } = await sql`
    update audit_event as event set seq = ${end.seq}::bigint + place, prev_hash = seal.prev_hash, hash = seal.hash
    from (
      select id, hash, place, lag(hash, 1, ${end.hash}) over (order by place) as prev_hash
      from rows from (jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as (id uuid, hash text)) with ordinality
        as given (id, hash, place)
    ) as seal
    where event.id = seal.id`.execute(tx);
  if (Number(numAffectedRows) < events.length) throw new Error('Some audit events vanished while they were sealed.');
  if (Number(numAffectedRows) > events.length) throw new AuditChainBroken('Several audit events have the same id');
  const sealed = { seq: end.seq + events.length, hash };
  await writeHead(tx, key, sealed);
  return sealed;
}

/** Moves forged rows out of the log and keeps them as evidence. */
export async function moveToRefused(tx: Tx, events: SignedEvent[], end: ChainEnd): Promise<void> {
  const ids = events.map(({ id }) => id);
  await sql`
    with refused as (
      delete from audit_event where id = any(${ids}::uuid[]) and (seq is null or seq > ${end.seq}) returning *
    )
    insert into audit_refused (event) select to_jsonb(refused) from refused`.execute(tx);
}

type Refused = { id: string; action: string; actor_name: string };

export async function listRefused(db: Db, limit: number): Promise<Refused[]> {
  const text = (name: keyof Refused) => sql<string>`coalesce(event->>${sql.lit(name)}, '')`.as(name);
  return db
    .selectFrom('audit_refused')
    .select([text('id'), text('action'), text('actor_name')])
    .orderBy('refused_at')
    .limit(limit)
    .execute();
}

export async function countRefused(db: Db): Promise<number> {
  const counted = db.selectFrom('audit_refused').select(({ fn }) => fn.countAll<string>().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** @returns the number deleted */
export async function clearRefused(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('audit_refused').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function findLastSealed(db: Db): Promise<ChainEnd | undefined> {
  const row = await db
    .selectFrom('audit_event')
    .select(['seq', 'hash'])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { seq: Number(row.seq), hash: row.hash ?? '' };
}

export const hasUnsealed = async (db: Db): Promise<boolean> =>
  (await unsealed(db).limit(1).executeTakeFirst()) !== undefined;

export const hasSealed = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('audit_event').select('id').where('seq', 'is not', null).limit(1).executeTakeFirst()) !==
  undefined;

/** Every installation has a first administrator, whose registration starts the log. */
export async function hasAdministrators(db: Db): Promise<boolean> {
  return (await db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Unsealed only. The first administrator's is sealed within a second. */
export const listRegistrations = (db: Db): Promise<SignedEvent[]> =>
  unsealed(db).where('action', '=', 'admin.registered').limit(registrationsAtOnce).execute();
