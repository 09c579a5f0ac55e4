import type { Deps } from '#platform/deps';
import { listDue } from '../queries';
import { verifySetupJob } from './job-name';

/** Enqueues checks of set-ups whose time has come or whose worker died. */
export async function enqueueDueChecks({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const due = await listDue(db);
  if (due.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const session of due) await jobs.enqueue(tx, verifySetupJob, { session });
  });
  jobs.nudge();
}
