import type { Page } from '@key2xs/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type ClaimedJob, isHeld } from '#platform/jobs/job-rows';
import type { ChangeSetRow, Schema, TaskRow } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { standsFor } from '../decisions/service';

export type SeenTaskRow = TaskRow & {
  seen: boolean;
  /** Of its change set. */
  set_state: ChangeSetRow['state'] | null;
  decided_by: string | null;
  decided_at: Date | null;
};

/** Administrators who may start generator runs see their tasks. */
const isVisible = (viewer: Reader['viewer']) =>
  sql<boolean>`(${visibleTo(viewer, 'tasks')} or task.kind = 'generator' and ${visibleTo(viewer, 'generator_runs')})`;

const withSeen = ({ db, viewer }: Reader, adminId: string) =>
  db
    .selectFrom('sync_task as task')
    .where(isVisible(viewer))
    .leftJoin('sync_task_seen as seen', (join) =>
      join.onRef('seen.task_id', '=', 'task.id').on('seen.admin_id', '=', adminId),
    )
    .leftJoin('change_set', 'change_set.id', 'task.change_set_id')
    .leftJoin('decision', (join) => join.on(standsFor('change_set', 'task.change_set_id')))
    .selectAll('task')
    .select([
      sql<boolean>`seen.task_id is not null`.as('seen'),
      'change_set.state as set_state',
      'decision.decided_by',
      'decision.decided_at',
    ]);

/** Newest first, then by id, so that pages never overlap. */
export const listTasks = (reader: Reader, adminId: string, page: Page): Promise<SeenTaskRow[]> =>
  withSeen(reader, adminId)
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const findTask = (reader: Reader, adminId: string, id: string): Promise<SeenTaskRow | undefined> =>
  withSeen(reader, adminId).where('task.id', '=', id).executeTakeFirst();

/** Counts all tasks, and the ended ones that this administrator has not seen. */
export async function countTasks({ db, viewer }: Reader, adminId: string): Promise<{ total: number; unseen: number }> {
  const counts = await db
    .selectFrom('sync_task as task')
    .where(isVisible(viewer))
    .leftJoin('sync_task_seen as seen', (join) =>
      join.onRef('seen.task_id', '=', 'task.id').on('seen.admin_id', '=', adminId),
    )
    .select((q) => [
      q.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where task.status in ('SUCCESS', 'FAILURE') and seen.task_id is null)`.as('unseen'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(counts.total), unseen: Number(counts.unseen) };
}

export async function markEndedSeen(db: Db, adminId: string): Promise<void> {
  await db
    .insertInto('sync_task_seen')
    .columns(['task_id', 'admin_id'])
    .expression((q) =>
      q
        .selectFrom('sync_task')
        .select((s) => ['id', s.val(adminId).$castTo<string>().as('admin_id')])
        .where('status', 'in', ['SUCCESS', 'FAILURE']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns undefined when the subject has an unfinished task: a unique index allows one */
export const insertTask = (db: Db, row: Insertable<Schema['sync_task']>): Promise<TaskRow | undefined> =>
  db
    .insertInto('sync_task')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function findStatus(db: Db, id: string): Promise<TaskRow['status'] | undefined> {
  const row = await db.selectFrom('sync_task').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}

/** The unfinished task over a subject. */
export const findUnfinished = (db: Db, subjectId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('sync_task')
    .select('id')
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();

/** The oldest unfinished task of any kind that has this as subject or names it. */
export const findOpenTask = (db: Db, id: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('sync_task')
    .select('id')
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .where((q) => q.or([q('subject_id', '=', id), q('named_source_id', '=', id)]))
    .orderBy('created_at')
    .executeTakeFirst();

/** Marks the task of a job as running. @returns undefined if it has ended or is missing, or if another worker has the job */
export const beginTask = (db: Db, job: ClaimedJob): Promise<TaskRow | undefined> =>
  db
    .updateTable('sync_task')
    .set({ status: 'RUNNING', started_at: sql<Date>`coalesce(started_at, now())` })
    .where('id', '=', job.key)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .where(isHeld(job))
    .returningAll()
    .executeTakeFirst();

/** @returns false when the job is another worker's, or the task has ended */
export async function saveTask(db: Db, job: ClaimedJob, set: Updateable<Schema['sync_task']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sync_task')
    .set(set)
    .where('id', '=', job.key)
    .where('status', '=', 'RUNNING')
    .where(isHeld(job))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns undefined when it has ended or is writing */
export const endUnwritten = (tx: Tx, id: string, set: Updateable<Schema['sync_task']>): Promise<TaskRow | undefined> =>
  tx
    .updateTable('sync_task')
    .set({ ...set, status: 'FAILURE', phase: 'finished' })
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .where('phase', '!=', 'applying')
    .returningAll()
    .executeTakeFirst();

/** Of change sets that are deleted: their tasks no longer lead to them. */
export async function forgetChangeSets(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('sync_task').set({ change_set_id: null }).where('change_set_id', 'in', ids).execute();
}

/** Of a subject that is deleted. */
export async function deleteTasks(tx: Tx, subjectId: string): Promise<void> {
  await tx.deleteFrom('sync_task').where('subject_id', '=', subjectId).execute();
}
