import { sql } from 'kysely';
import type { Db, Tx } from '../deps';

/** Tables that consist of one table for each month, by a time of their rows; months are those of UTC. */
export const monthlyTables: Readonly<Record<string, string>> = { access_event: 'event_time' };

/** The first moment of a month. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

export const monthsLater = (month: Date, count: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count));

/** As in the names of tables: `2026_11`. */
const suffixOf = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_');

/** The months that a table has, the oldest first. */
export async function listMonths(db: Db, table: string): Promise<Date[]> {
  const { rows } = await sql<{ name: string }>`
    select part.relname as name from pg_inherits join pg_class as part on part.oid = inhrelid
    where inhparent = ${`public.${table}`}::regclass order by part.relname`.execute(db);
  return rows.map(({ name }) => new Date(`${name.slice(-7).replace('_', '-')}-01T00:00:00Z`));
}

/** Adds the months that a table lacks. Readers and writers of the others go on meanwhile. @returns how many were added */
export async function addMonths(tx: Tx, table: string, wanted: readonly Date[]): Promise<number> {
  if ((await lacking(tx, table, wanted)).length === 0) return 0;
  await sql`select pg_advisory_xact_lock(hashtext(${`months of ${table}`}))`.execute(tx);
  const added = await lacking(tx, table, wanted); // as the one has left it who held the lock
  for (const month of added) {
    const part = sql.table(`${table}_${suffixOf(month)}`);
    const [from, to] = [month, monthsLater(month, 1)].map((end) => sql.lit(end.toISOString()));
    await sql`create table ${part} (like ${sql.table(table)} including defaults including constraints)`.execute(tx);
    // Attached, because a table that is created as a part locks out everybody who reads the whole.
    await sql`alter table ${sql.table(table)} attach partition ${part} for values from (${from}) to (${to})`.execute(
      tx,
    );
  }
  return added.length;
}

async function lacking(tx: Tx, table: string, wanted: readonly Date[]): Promise<Date[]> {
  const there = new Set((await listMonths(tx, table)).map(Number));
  return wanted.filter((month) => !there.has(month.getTime()));
}

/** Takes a month out of a table and drops it with all its rows. */
export async function dropMonth(tx: Tx, table: string, month: Date): Promise<void> {
  const part = sql.table(`${table}_${suffixOf(month)}`);
  await sql`alter table ${sql.table(table)} detach partition ${part}`.execute(tx);
  await sql`drop table ${part}`.execute(tx);
}
