import { isOutage } from '#platform/database/database-outage';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { backoff } from '#platform/jobs/backoff';
import { asProduct } from '#platform/visible-to';
import { insertRun } from '../iam/service';
import { findSourceStand } from '../timetables/service';
import { pullDue } from './pull-due';
import { answerNudges, findLastFailure, listWaiting, notePull, takeWebhook, type Waiting } from './queries';

/**
 * Begins a run for each source that has said that something has changed: one at a time, and none for what a run under way may
 * not have seen before that has ended.
 * @returns how many were begun
 */
export async function beginPulls(deps: Deps): Promise<number> {
  let begun = 0;
  for (const waiting of await listWaiting(deps.db)) {
    try {
      if (await deps.db.transaction().execute((tx) => beginPull(tx, deps, waiting))) begun++;
    } catch (error) {
      if (isOutage(error)) throw error;
      const isWaiting = error instanceof AppError && error.code === 'sync_in_progress';
      if (!isWaiting) deps.log.error({ err: error, connection_id: waiting.connection_id }, 'webhook');
    }
  }
  if (begun > 0) deps.jobs.nudge();
  return begun;
}

/** A source that is switched off, paused, waits for a decision or for its first import is read by the first run after that. */
async function beginPull(tx: Tx, deps: Deps, waiting: Waiting): Promise<boolean> {
  const { connection_id } = waiting;
  const webhook = await takeWebhook(tx, connection_id);
  if (!webhook) return false;
  const now = await deps.databaseClock(tx);
  if (pullDue({ ...waiting, last_pull_at: webhook.last_pull_at }) > now) return false;
  if (!(await mayBegin(tx, connection_id, now))) return false;
  const caller: Caller = { actor: undefined, name: 'webhook', request_id: null, sign: deps.signEvent };
  await insertRun(tx, { deps, caller }, connection_id, { dry_run: false, kind: 'webhook' });
  await answerNudges(tx, waiting);
  await notePull(tx, connection_id, now);
  return true;
}

const rests = { firstMs: 120_000, maxMs: 3_600_000 };

/** After runs that failed it waits longer and longer, so that a source that refuses us is not called with every change. */
async function mayBegin(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { is_active, is_imported, is_paused, is_running, is_stopped, failures } = await findSourceStand(
    asProduct(tx), // nobody has asked
    id,
    now,
  );
  if (!is_active || !is_imported || is_paused || is_running || is_stopped) return false;
  if (failures === 0) return true;
  const failedAt = await findLastFailure(tx, id);
  return failedAt === null || now.getTime() - failedAt.getTime() >= backoff(failures, rests);
}
