import { randomUUID } from 'node:crypto';
import type { LogDestinationFields, LogForwardingError } from '@key2xs/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';

export type DestinationRow = Selectable<Schema['log_destination']>;
export type CountedDestination = DestinationRow & { waiting: string; oldest_waiting_at: Date | null };

/** Where the chain of the log ends. Positions have no gaps, so what waits needs no counting. */
const end = sql`coalesce((select seq from audit_head), 0)`;

const selectDestinations = ({ db, viewer }: Reader) =>
  db
    .selectFrom('log_destination')
    .selectAll()
    .select(sql<string>`greatest(${end} - sent_position, 0)`.as('waiting'))
    .select(
      sql<Date | null>`(
        select at from audit_event where seq > sent_position and seq <= ${end} order by seq limit 1)`.as(
        'oldest_waiting_at',
      ),
    )
    .where(visibleTo(viewer, 'log_destinations'));

export const listDestinations = (reader: Reader): Promise<CountedDestination[]> =>
  selectDestinations(reader).orderBy('created_at').orderBy('id').execute();

export const findDestination = (reader: Reader, id: string): Promise<CountedDestination | undefined> =>
  selectDestinations(reader).where('id', '=', id).executeTakeFirst();

export const holdDestination = (tx: Tx, id: string): Promise<DestinationRow | undefined> =>
  tx.selectFrom('log_destination').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const countLock = 4_203_791_586;

/** No one else adds or changes one until the transaction ends. */
export async function lockDestinations(tx: Tx): Promise<{ id: string; target: DestinationRow['target'] }[]> {
  await sql`select pg_advisory_xact_lock(${countLock})`.execute(tx);
  return tx.selectFrom('log_destination').select(['id', 'target']).execute();
}

type Fields = Pick<LogDestinationFields, 'name' | 'format' | 'target' | 'is_enabled'>;

export async function insertDestination(
  tx: Tx,
  { id, name, format, target, is_enabled }: Fields & { id: string },
  from: 'now' | 'start',
): Promise<void> {
  const sent_position = from === 'start' ? 0 : (sql`${end}` as RawBuilder<string>);
  await tx
    .insertInto('log_destination')
    .values({ id, name, format, target: JSON.stringify(target), is_enabled, sent_position })
    .execute();
}

/** A sender with the former settings stops; it is due at once. */
export async function updateDestination(
  tx: Tx,
  id: string,
  { name, format, target, is_enabled }: Fields,
): Promise<void> {
  await tx
    .updateTable('log_destination')
    .set({
      name,
      format,
      target: JSON.stringify(target),
      is_enabled,
      claim: null,
      tries: 0,
      due_at: sql`now()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteDestination(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('log_destination').where('id', '=', id).execute();
}

/**
 * The chain of the log goes on after this position: entries get the positions again that came after it. A running sender stops.
 */
export async function goBack(tx: Tx, position: number): Promise<void> {
  await tx
    .updateTable('log_destination')
    .set({ sent_position: position, claim: null, due_at: sql`now()` })
    .where('sent_position', '>', String(position))
    .execute();
}

/**
 * No one else writes this file until the work has ended, in any process: a test, or a worker that has lost the claim but still writes.
 */
export const withFileLock = <T>(db: Db, file: string, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`log file ${file}`}, 0))`.execute(tx);
    return work();
  });

/** Longer than a batch takes: after it, its process counts as dead. */
const claimSeconds = 120;
const claimed = sql<Date>`now() + make_interval(secs => ${claimSeconds})`;

export type ClaimedDestination = Pick<
  DestinationRow,
  'id' | 'name' | 'format' | 'target' | 'sent_position' | 'tries'
> & { claim: string };

/** Of those that are switched on and for which entries wait. */
const isDue = sql<boolean>`is_enabled and due_at <= now() and sent_position < ${end}`;

export async function isAnyDue(db: Db): Promise<boolean> {
  return (await db.selectFrom('log_destination').select('id').where(isDue).limit(1).executeTakeFirst()) !== undefined;
}

/** Claims the destination that has been due for longest and for which entries wait, other than these. */
export async function claimDue(db: Db, busy: readonly string[]): Promise<ClaimedDestination | undefined> {
  const { rows } = await sql<ClaimedDestination>`
    update log_destination set claim = ${randomUUID()}, due_at = ${claimed}
    where id = (
      select id from log_destination
      where ${isDue} and id <> all(${busy}::uuid[])
      order by due_at limit 1 for update skip locked)
    returning id, name, format, target, sent_position, tries, claim`.execute(db);
  return rows[0];
}

/** Notes what was taken, and keeps the claim. @returns false when it was taken away meanwhile */
export async function noteSent(
  db: Db,
  { id, claim }: Pick<ClaimedDestination, 'id' | 'claim'>,
  position: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_destination')
    .set({
      sent_position: position,
      last_sent_at: sql<Date>`now()`,
      failing_since: null,
      last_error: null,
      tries: 0,
      due_at: claimed,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the claim back; with an error it is due after the pause. */
export async function release(
  db: Db,
  { id, claim }: Pick<ClaimedDestination, 'id' | 'claim'>,
  failure?: { error: LogForwardingError; at: Date; pauseMs: number },
): Promise<void> {
  await db
    .updateTable('log_destination')
    .set({
      claim: null,
      due_at: sql`now() + make_interval(secs => ${(failure?.pauseMs ?? 0) / 1_000})`,
      ...(failure && {
        tries: sql<number>`tries + 1`,
        last_error: JSON.stringify({ at: failure.at.toISOString(), error: failure.error }),
        failing_since: sql<Date>`coalesce(failing_since, now())`,
      }),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}
