import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';

type Held = Pick<TaskRow, 'id' | 'attempt'>;

/** Database time when the row is written: the statement may have waited for a lock. */
const inMs = (ms: number): RawBuilder<Date> => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;
const present: RawBuilder<Date> = sql`clock_timestamp()`;

/** The lease of a new task; no attempt has it until a worker claims it. */
export async function insertLease(tx: Tx, task_id: string, ms: number): Promise<void> {
  await tx
    .insertInto('task_lease')
    .values({ task_id, attempt: null, until: inMs(ms) })
    .execute();
}

/**
 * Claims the task: from then on only this attempt can save. Undefined when it has ended, does not exist, or another
 * worker has it.
 */
export const claimTask = (db: Db, id: string, leaseMs: number): Promise<TaskRow | undefined> =>
  db.transaction().execute(async (tx) => {
    // A worker suspended within a transaction still locks the row until the database cuts it off.
    const free = await tx
      .selectFrom('sync_task')
      .select(['id', 'attempt'])
      .where('id', '=', id)
      .where('status', 'in', ['PENDING', 'RUNNING'])
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    const attempt = (free?.attempt ?? 0) + 1;
    if (!free || !(await takeLease(tx, { id, attempt }, leaseMs))) return undefined;
    return tx
      .updateTable('sync_task')
      .set({ status: 'RUNNING', attempt, started_at: sql<Date>`coalesce(started_at, now())` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** @returns false while another attempt's lease runs */
async function takeLease(tx: Tx, { id: task_id, attempt }: Held, ms: number): Promise<boolean> {
  const taken = await tx
    .insertInto('task_lease')
    .values({ task_id, attempt, until: inMs(ms) })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet({ attempt, until: inMs(ms) })
        .where((q) => q.or([q('task_lease.attempt', 'is', null), q('task_lease.until', '<=', present)])),
    )
    .returning('task_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** @returns false when the lease has ended, even if no other attempt has claimed the task */
export async function renewLease(db: Db, { id, attempt }: Held, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task_lease')
    .set({ until: inMs(ms) })
    .where('task_id', '=', id)
    .where('attempt', '=', attempt)
    .where('until', '>', present)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Gives the task up; unless claimed earlier, it is enqueued again after `ms`.
 * @returns false when another attempt has taken the task over
 */
export async function releaseLease(db: Db, { id, attempt }: Held, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task_lease')
    .set({ attempt: null, until: inMs(ms) })
    .where('task_id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteLease(tx: Tx, taskId: string): Promise<void> {
  await tx.deleteFrom('task_lease').where('task_id', '=', taskId).execute();
}

/** Tasks whose lease has run out; the queue gets `ms` to find each a worker. */
export async function takeAbandoned(tx: Tx, ms: number): Promise<string[]> {
  const over = tx.selectFrom('task_lease').select('task_id').where('until', '<=', present).forUpdate().skipLocked();
  const rows = await tx
    .updateTable('task_lease')
    .set({ attempt: null, until: inMs(ms) })
    .where('task_id', 'in', over)
    .returning('task_id')
    .execute();
  return rows.map(({ task_id }) => task_id);
}

/** Only for the embedded database: no other process can hold a lease. */
export async function endAllLeases(db: Db): Promise<void> {
  await db.updateTable('task_lease').set({ attempt: null, until: present }).execute();
}
