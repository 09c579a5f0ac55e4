import { setTimeout as pause } from 'node:timers/promises';
import { DriverError } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { z } from 'zod';
import { databaseTrouble, isOutage } from '#platform/database/database-outage';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { type Backoff, backoff } from '#platform/jobs/backoff';
import type { Job } from '#platform/jobs/jobs';
import type { TaskRow } from '#platform/schema/schema';
import { failedOn } from './failures';
import { fenceDeps } from './fence-deps';
import { type HeldLease, holdLease } from './hold-lease';
import { runTaskJob } from './job-name';
import { claimTask, releaseLease } from './leases';
import { countFailure } from './queries';
import {
  type AllTaskWork,
  endTask,
  queueMs,
  saveProgress,
  TaskFailed,
  TaskOvertaken,
  type TaskRun,
  type TaskWork,
} from './service';

const payload = z.object({ task_id: z.uuid() });

/** After this many failures in a row without progress the task ends, so that no run stays open for ever. */
const maxFailures = 5;
/** After this long a piece hands over at the end of its step. */
const pieceMs = 15_000;
/** A step that has saved nothing for so long is aborted: it hangs, and other tasks wait. */
const deadlineMs = 35_000;

const longestPauseMs = 6 * 3_600_000;

export type TaskTiming = {
  /** A worker that has not renewed its lease for this long counts as dead. */
  leaseMs: number;
  /** After failures. */
  rest: Backoff;
};

const rest = { firstMs: 1_000, maxMs: 60_000 };

/** For several processes: a killed one is replaced within fifteen seconds, including the watch interval. */
export const serverTiming: TaskTiming = { leaseMs: 10_000, rest };
/** For one process, which ends all leases at start-up. Long, because a renewal waits for every other transaction. */
export const embeddedTiming: TaskTiming = { leaseMs: 600_000, rest };

/** Runs one piece of a task: steps until the task ends or `pieceMs` is up, then enqueues the next piece. */
export function createTaskJob(deps: Deps, allWork: AllTaskWork, timing: TaskTiming): Job<z.infer<typeof payload>> {
  return {
    ...runTaskJob,
    payload,
    async run({ task_id }, stopping) {
      const askedAt = performance.now();
      const task = await claimTask(deps.db, task_id, timing.leaseMs);
      if (!task) return;
      const lease = holdLease(deps, task, { leaseMs: timing.leaseMs, askedAt, deadlineMs });
      const timeIsUp = AbortSignal.timeout(pieceMs);
      const mayGoOn = () => !stopping.aborted && !timeIsUp.aborted;
      const piece: Piece = { deps, task, work: allWork[task.kind], lease, rest: timing.rest };
      try {
        await runSteps(piece, mayGoOn);
      } catch (error) {
        await afterwards(piece, error);
      } finally {
        lease.end();
      }
    },
  };
}

type Piece = { deps: Deps; task: TaskRow; work: TaskWork; lease: HeldLease; rest: Backoff };

async function runSteps({ deps, task, work, lease }: Piece, mayGoOn: () => boolean): Promise<void> {
  const fenced = fenceDeps(deps, lease);
  const caller = await callerOf(deps, task);
  const save: TaskRun['save'] = async (db, progress) => {
    await saveProgress(db, task, progress);
    lease.noteProgress();
  };
  const run: TaskRun = { deps: fenced, task, caller, signal: lease.signal, save };
  for (;;) {
    const result = await work.step(run);
    lease.require();
    if (result === 'again') {
      if (mayGoOn()) continue;
      break;
    }
    if (!('resume_at' in result)) return endTask({ deps, task, work, caller }, { status: 'SUCCESS', result });
    return void (await releaseLease(deps.db, task, msUntil(deps, result.resume_at)));
  }
  await deps.db.transaction().execute(async (tx) => {
    if (await releaseLease(tx, task, queueMs)) await deps.jobs.enqueue(tx, runTaskJob, { task_id: task.id });
  });
  deps.jobs.nudge();
}

/** Handles a failed piece. @throws the error itself, for the log, while the task is worth retrying */
async function afterwards(piece: Piece, error: unknown): Promise<void> {
  const { deps, task, work, lease, rest } = piece;
  const { db, log } = deps;
  if (error instanceof TaskOvertaken || lease.signal.reason instanceof TaskOvertaken) return;
  if (isOutage(error)) {
    await giveBack(db, task, rest.firstMs); // not the task's fault
    throw error;
  }
  const message = foreseen(error) ?? (await afterManyFailures(piece, error));
  if (message === undefined) return;
  log.warn({ err: error, task_id: task.id }, 'task failed');
  const end = { status: 'FAILURE', error: message, failed_on: failedOn(error) } as const;
  await endTask({ deps, task, work, caller: await callerOf(deps, task) }, end);
}

/** The watch goes on with it then. Nobody is kept waiting for longer than a quarter of a day. */
const msUntil = ({ clock }: Deps, at: Date): number =>
  Math.min(Math.max(at.getTime() - clock().getTime(), 0), longestPauseMs);

/** Works if the database is back already. If not, the lease expires by itself. */
async function giveBack(db: Db, task: TaskRow, restMs: number): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const isAnswered = await releaseLease(db, task, restMs).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(restMs);
  }
}

function foreseen(error: unknown): Sentence | undefined {
  if (error instanceof TaskFailed) return error.sentence;
  return error instanceof AppError ? error.detail : undefined;
}

/**
 * @returns undefined when another attempt has taken the task over meanwhile
 * @throws the error itself while the task is worth retrying after a pause
 */
async function afterManyFailures({ deps, task, rest }: Piece, error: unknown): Promise<Sentence | undefined> {
  const failures = await deps.db.transaction().execute(async (tx) => {
    const count = await countFailure(tx, task);
    if (count !== undefined && count < maxFailures) await releaseLease(tx, task, backoff(count, rest));
    return count;
  });
  if (failures === undefined) return undefined;
  if (failures < maxFailures) throw error;
  if (error instanceof DriverError) return error.sentence;
  return databaseTrouble(error)?.sentence ?? say('task.unforeseen');
}

/** Background work acts on behalf of the administrator who started it. */
async function callerOf({ db, signEvent }: Deps, task: TaskRow): Promise<Caller> {
  const admin =
    task.started_by &&
    (await db.selectFrom('admin').select('username').where('id', '=', task.started_by).executeTakeFirst());
  const name = admin ? `${admin.username} (task)` : 'task';
  return { actor: undefined, name, request_id: null, sign: signEvent };
}
