import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { backoff } from '#platform/jobs/backoff';
import { LeaseLost } from '#platform/jobs/hold-lease';
import type { JobWork, PieceResult } from '#platform/jobs/job-kind';
import type { ClaimedJob } from '#platform/jobs/job-rows';
import { asProduct } from '#platform/visible-to';
import { insertRun } from '../iam/service';
import { findSourceStand } from '../timetables/service';
import { pullSourceJob } from './job-name';
import { pullDue } from './pull-due';
import { answerNudges, findLastFailure, findWaiting, notePull } from './queries';

/** How long until a source that cannot be read now is checked again. A check is cheap. */
const lookAgain = { dueInMs: 1_000 };

/**
 * Starts a run for a source that has reported changes. One run at a time: changes that a running one may have missed wait until
 * it has ended.
 */
export const pullJob = (deps: Deps): JobWork => ({
  name: pullSourceJob,
  async run({ lease: { job } }) {
    try {
      const result = await deps.db.transaction().execute((tx) => beginPull(tx, deps, job));
      if (result !== 'begun') return result;
      deps.jobs.nudge();
      return 'done';
    } catch (error) {
      if (error instanceof AppError && error.code === 'sync_in_progress') return lookAgain;
      throw error;
    }
  },
});

/** A source that is disabled, paused, or waits for a decision or its first import is read by the first run afterwards. */
async function beginPull(tx: Tx, deps: Deps, job: ClaimedJob): Promise<PieceResult | 'begun'> {
  const waiting = await findWaiting(tx, job.key);
  if (!waiting) return 'done';
  const now = await deps.databaseClock(tx);
  const dueInMs = pullDue(waiting).getTime() - now.getTime();
  if (dueInMs > 0) return { dueInMs };
  if (!(await mayBegin(tx, job.key, now))) return lookAgain;
  const caller: Caller = { actor: undefined, name: 'webhook', request_id: null, sign: deps.signEvent };
  await insertRun(tx, { deps, caller }, job.key, { dry_run: false, kind: 'webhook' });
  await answerNudges(tx, waiting);
  if (!(await notePull(tx, job, now))) throw new LeaseLost(job);
  return 'begun';
}

const rests = { firstMs: 120_000, maxMs: 3_600_000 };

/** Backs off after failed runs, so that a source that refuses us is not called at every change. */
async function mayBegin(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { is_active, is_imported, is_paused, is_running, is_stopped, failures } = await findSourceStand(
    asProduct(tx), // background work
    id,
    now,
  );
  if (!is_active || !is_imported || is_paused || is_running || is_stopped) return false;
  if (failures === 0) return true;
  const failedAt = await findLastFailure(tx, id);
  return failedAt === null || now.getTime() - failedAt.getTime() >= backoff(failures, rests);
}
