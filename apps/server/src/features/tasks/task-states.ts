import type { Db } from '#platform/deps';
import { standsFor } from '../decisions/service';

export type TaskState = {
  id: string;
  done: number;
  total: number;
  /** Digest of everything else that is shown of the task. */
  rest: string;
};

const newest = 100;

/** States of the tasks that can change: running ones, those whose changes wait for a decision, and the newest. */
export async function listTaskStates(db: Db): Promise<TaskState[]> {
  const rows = await db
    .selectFrom('sync_task as task')
    .leftJoin('change_set', 'change_set.id', 'task.change_set_id')
    .leftJoin('decision', (join) => join.on(standsFor('change_set', 'task.change_set_id')))
    .select(['task.id', 'task.done', 'task.total', 'task.status', 'task.phase', 'task.change_set_id'])
    .select(['task.started_at', 'task.completed_at', 'task.title', 'change_set.state', 'decision.decided_at'])
    .where(({ or, eb }) =>
      or([
        eb('task.status', 'in', ['PENDING', 'RUNNING']),
        eb('change_set.state', 'in', ['computing', 'ready', 'quarantined', 'applying']),
        eb('task.id', 'in', (q) =>
          q.selectFrom('sync_task').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(newest),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id, done, total, ...rest }) => ({ id, done, total, rest: JSON.stringify(rest) }));
}

/** How many ended tasks each of these administrators has seen. */
export async function countSeen(db: Db, adminIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('sync_task_seen')
    .select((q) => ['admin_id', q.fn.countAll<string>().as('count')])
    .where('admin_id', 'in', [...adminIds])
    .groupBy('admin_id')
    .execute();
  return new Map(rows.map(({ admin_id, count }) => [admin_id, Number(count)]));
}
