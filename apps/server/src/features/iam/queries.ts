import type { SyncInterval } from '@key2xs/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

export type StoredConnection = Selectable<Schema['iam_connection']>;

export type IamConnectionRow = StoredConnection & {
  people: number;
  sync_interval: SyncInterval;
  waiting_change_set_id: string | null;
};

const countedPeople = (reader: Reader) =>
  sql<number>`(select count(*)::int from ${peopleOf(reader)} where person.connection_id = iam_connection.id
    and person.active)`.as('people');

const withCounts = (reader: Reader) =>
  reader.db
    .selectFrom('iam_connection')
    .selectAll()
    .select([
      countedPeople(reader),
      sql<SyncInterval>`coalesce(
        (select sync_interval from timetable where timetable.iam_connection_id = iam_connection.id), 'disabled')`.as(
        'sync_interval',
      ),
      sql<string | null>`(
        select change_set.id from change_set
        where change_set.iam_connection_id = iam_connection.id and change_set.kind = 'directory'
          and change_set.state in ('ready', 'quarantined')
        order by change_set.created_at desc limit 1)`.as('waiting_change_set_id'),
    ]);

/** By name. Small table, tens of rows at most. */
export const listConnections = (reader: Reader): Promise<IamConnectionRow[]> =>
  withCounts(reader).where(visibleTo(reader.viewer, 'identity_sources')).orderBy(sql`lower(name)`).execute();

export const findConnection = (reader: Reader, id: string): Promise<IamConnectionRow | undefined> =>
  withCounts(reader)
    .where('iam_connection.id', '=', id)
    .where(visibleTo(reader.viewer, 'identity_sources'))
    .executeTakeFirst();

/** Without counts, which read all its people. */
export const findStoredConnection = (db: Db, id: string): Promise<StoredConnection | undefined> =>
  db.selectFrom('iam_connection').selectAll().where('id', '=', id).executeTakeFirst();

export async function countActive(db: Db, connectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', connectionId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Until the transaction ends, no task over it can start and no other transaction can delete it. */
export async function lockConnection(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('iam_connection').select('id').where('id', '=', id).forUpdate().execute();
}

export async function countConnections(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('iam_connection')
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertConnection(db: Db, row: Insertable<Schema['iam_connection']>): Promise<void> {
  await db.insertInto('iam_connection').values(row).execute();
}

/** Raises the version. @returns false when the row is gone or no longer has the expected version */
export async function updateConnection(
  db: Db,
  id: string,
  set: Updateable<Schema['iam_connection']>,
  expectedVersion?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('iam_connection')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false when the row is gone or no longer has the expected version */
export async function deleteConnection(db: Db, id: string, expectedVersion?: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('iam_connection')
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Records that still refer to a source, by kind; only kinds with at least one. */
export async function countRelated(db: Db, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select 'people' as kind, count(*)::int as count from person where connection_id = ${id}
    union all
    select 'key_plans', count(*)::int from key_plan_iam_connection where connection_id = ${id}`.execute(db);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}
