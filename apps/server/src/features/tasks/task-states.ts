import { sql } from 'kysely';
import type { Db } from '#platform/deps';

export type TaskState = {
  id: string;
  done: number;
  total: number;
  /** The same as long as nothing else that is shown of the task changes. */
  rest: string;
};

const newest = 100;

/** How the tasks stand that can change: those that run, whose changes wait for a person, and the newest. */
export async function listTaskStates(db: Db): Promise<TaskState[]> {
  const { rows } = await sql<TaskState>`
    select task.id, task.done, task.total,
      concat_ws(' ', task.status, task.phase, task.change_set_id, task.started_at, task.completed_at, task.title,
        change_set.state, change_set.decision ->> 'at') as rest
    from sync_task as task left join change_set on change_set.id = task.change_set_id
    where task.status in ('PENDING', 'RUNNING') or change_set.state in ('computing', 'ready', 'quarantined', 'applying')
      or task.id in (select id from sync_task order by created_at desc, id desc limit ${newest})`.execute(db);
  return rows;
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
