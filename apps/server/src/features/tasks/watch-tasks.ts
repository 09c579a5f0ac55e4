import type { Deps } from '#platform/deps';
import { startWatch } from '#platform/jobs/watch';
import { runTaskJob } from './job-name';
import { takeAbandoned } from './leases';
import { queueMs } from './service';

type Watching = Pick<Deps, 'db' | 'jobs' | 'log'>;

/** Enqueues abandoned tasks again. @returns how many */
async function requeueAbandoned({ db, jobs }: Watching): Promise<number> {
  const ids = await db.transaction().execute(async (tx) => {
    const abandoned = await takeAbandoned(tx, queueMs);
    for (const task_id of abandoned) await jobs.enqueue(tx, runTaskJob, { task_id });
    return abandoned;
  });
  if (ids.length > 0) jobs.nudge();
  return ids.length;
}

/**
 * Checks every `everyMs` for tasks whose worker died, whose piece was lost, or whose pause after a failure is over.
 * @returns a function that stops the watch; resolves when a check in progress has ended
 */
export function startTaskWatch(deps: Watching, everyMs: number): () => Promise<void> {
  const look = async () => {
    const count = await requeueAbandoned(deps);
    if (count > 0) deps.log.info({ count }, 'tasks enqueued anew');
  };
  return startWatch(deps.log, 'task watch', look, everyMs);
}
