import type { Deps } from '#platform/deps';
import { startWatch } from '#platform/jobs/watch';
import { expired } from '../present';
import { expireSetups, listDue } from '../queries';
import { verifySetupJob } from './job-name';

type Watching = Pick<Deps, 'db' | 'jobs' | 'log'>;

/** Enqueues checks whose time has come or whose worker died, and ends set-ups that nobody goes on with. */
async function look({ db, jobs, log }: Watching): Promise<void> {
  const count = await expireSetups(db, expired);
  if (count > 0) log.info({ count }, 'set-ups of Entra ID expired');
  const due = await listDue(db);
  if (due.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const session of due) await jobs.enqueue(tx, verifySetupJob, { session });
  });
  jobs.nudge();
}

/** @returns a function that stops the watch; resolves when a look in progress has ended */
export const startSetupWatch = (deps: Watching, everyMs: number): (() => Promise<void>) =>
  startWatch(deps.log, 'set-up watch', () => look(deps), everyMs);
