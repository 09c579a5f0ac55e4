import type { Provider, Subject } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { isOpenFailure } from '../tasks/service';

export type TimetableRow = Selectable<Schema['timetable']>;

/** What a timetable depends on in its connection. */
export type ConnectionFacts = {
  name: string;
  is_active: boolean;
  /** A person has had the source imported once. Always so of a key system. */
  is_imported: boolean;
  /** A person has had a sync of the key system applied once. Always so of a source. */
  may_write: boolean;
  /** Of an identity source. */
  provider: Provider | null;
  waiting_change_set_id: string | null;
  is_running: boolean;
  failures: number;
  last_error: Sentence | null;
  last_success_at: Date | null;
};

const resources = { iam_connection: 'identity_sources', key_system_connection: 'key_systems' } as const;

/** Enough to count failures; older tasks say nothing about now. */
const recentTasks = 100;

/** Undefined: there is no such connection, or the reader may not see it. */
export async function findFacts({ db, viewer }: Reader, { table, id }: Subject): Promise<ConnectionFacts | undefined> {
  const ofSource =
    table === 'iam_connection'
      ? sql`provider, first_imported_at is not null as is_imported, true as may_write`
      : sql`null as provider, true as is_imported, timed_writes as may_write`;
  const { rows } = await sql<ConnectionFacts>`
    with recent as (
      select * from sync_task
      where subject_id = ${id} and status in ('SUCCESS', 'FAILURE') and (not dry_run or status = 'FAILURE') and not cancelled
      order by created_at desc limit ${recentTasks}
    ), failed as (
      select * from recent as task where ${isOpenFailure}
    )
    select name, is_active, ${ofSource},
      (select change_set.id from change_set
        where change_set.${sql.ref(`${table}_id`)} = connection.id and state = 'quarantined'
        order by created_at desc limit 1) as waiting_change_set_id,
      exists (select from sync_task where subject_id = connection.id and status in ('PENDING', 'RUNNING')) as is_running,
      coalesce((select max(count)::int from (select count(*) from failed group by kind) as of_kind), 0) as failures,
      (select error from failed order by created_at desc limit 1) as last_error,
      (select max(created_at) from recent where status = 'SUCCESS' and kind <> 'inventory') as last_success_at
    from ${sql.table(table)} as connection
    where id = ${id} and ${visibleTo(viewer, resources[table])}`.execute(db);
  return rows[0];
}

export const findTimetable = (db: Db, id: string): Promise<TimetableRow | undefined> =>
  db.selectFrom('timetable').selectAll().where('subject_id', '=', id).executeTakeFirst();

/** A connection without a row is as one that was never touched. */
export const blankTimetable = ({ table, id }: Subject): TimetableRow => ({
  subject_id: id,
  iam_connection_id: null,
  key_system_connection_id: null,
  [`${table}_id`]: id,
  sync_interval: 'disabled',
  windows: [],
  time_zone: 'UTC',
  paused_at: null,
  paused_until: null,
  paused_by: null,
  pause_reason: null,
  next_run_at: null,
  last_run_at: null,
  last_task_id: null,
  stage: null,
  refusal: null,
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
});

/** The row of a connection, made if there is none, and held until the transaction ends. */
export async function ensureTimetable(tx: Tx, { table, id }: Subject): Promise<TimetableRow> {
  await tx
    .insertInto('timetable')
    .values({ subject_id: id, [`${table}_id`]: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('timetable').selectAll().where('subject_id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** What a person has changed: raises the version. */
export const saveTimetable = (tx: Tx, row: TimetableRow, set: Updateable<Schema['timetable']>): Promise<TimetableRow> =>
  tx
    .updateTable('timetable')
    .set({ ...set, version: row.version + 1, updated_at: sql<Date>`now()` })
    .where('subject_id', '=', row.subject_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Progress of a run; not a change of the timetable, so the version stays. */
export async function moveOn(tx: Tx, id: string, set: Updateable<Schema['timetable']>): Promise<void> {
  await tx.updateTable('timetable').set(set).where('subject_id', '=', id).execute();
}

/**
 * Connections to look at: a run is due, or a run of several tasks continues. Also those that are due
 * further off than any window is, as after a clock that was wrong.
 */
export async function listToLookAt(db: Db, now: Date): Promise<Subject[]> {
  const rows = await db
    .selectFrom('timetable')
    .select(['subject_id', 'iam_connection_id'])
    .where((q) =>
      q.or([
        q('stage', 'is not', null),
        q.and([
          q('sync_interval', '<>', 'disabled'),
          q.or([
            q('next_run_at', 'is', null),
            q('next_run_at', '<=', now),
            q('next_run_at', '>', sql<Date>`${now}::timestamptz + interval '15 days'`),
          ]),
        ]),
      ]),
    )
    .orderBy('next_run_at')
    .execute();
  return rows.map(({ subject_id: id, iam_connection_id }) => ({
    table: iam_connection_id === null ? 'key_system_connection' : 'iam_connection',
    id,
  }));
}

/**
 * Locks a timetable until the transaction ends, its connection first, in the order of deleting one. Does not wait.
 * @returns undefined while another process or request has one of them
 */
export async function takeTimetable(tx: Tx, { table, id }: Subject): Promise<TimetableRow | undefined> {
  const held = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .skipLocked()
    .executeTakeFirst();
  if (!held) return undefined;
  return tx
    .selectFrom('timetable')
    .selectAll()
    .where('subject_id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Undefined: it was deleted. */
export async function findTaskStatus(db: Db, id: string | null) {
  if (id === null) return undefined;
  const row = await db.selectFrom('sync_task').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}
