import type { Deps } from '#platform/deps';
import { runTaskJob } from './job-name';
import { takeAbandoned } from './leases';
import { queueMs } from './service';

/**
 * Enqueues tasks again whose worker died, whose piece was lost, or whose pause after a failure is over.
 * @returns how many
 */
export async function requeueAbandoned({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  const ids = await db.transaction().execute(async (tx) => {
    const abandoned = await takeAbandoned(tx, queueMs);
    for (const task_id of abandoned) await jobs.enqueue(tx, runTaskJob, { task_id });
    return abandoned;
  });
  if (ids.length > 0) jobs.nudge();
  return ids.length;
}
