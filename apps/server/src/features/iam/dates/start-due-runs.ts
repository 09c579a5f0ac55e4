import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { startTask } from '../../tasks/service';
import { listDueSources } from './compare-dates';

/**
 * Starts a run over each source with people who start or end. Skips a source that is being read; two
 * processes start one run, because a source has one at a time.
 * @returns how many runs
 */
export async function startDueRuns(deps: Deps): Promise<number> {
  const caller: Caller = { actor: undefined, name: 'dates', request_id: null, sign: deps.signEvent };
  let started = 0;
  for (const subject_id of await listDueSources(deps)) {
    const isStarted = await deps.db
      .transaction()
      .execute((tx) => startTask(tx, deps, caller, { kind: 'directory', subject_id, run_kind: 'dates' }))
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      });
    if (isStarted) started++;
  }
  if (started > 0) deps.jobs.nudge();
  return started;
}
