import { setTimeout as pause } from 'node:timers/promises';
import { DriverError } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { z } from 'zod';
import { databaseTrouble, isOutage } from '#platform/database/database-outage';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Job } from '#platform/jobs/jobs';
import type { TaskRow } from '#platform/schema/schema';
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

/** A task that fails this often in a row without any progress is ended, so that no run stays open for ever. */
const maxFailures = 5;
/** A piece that has worked this long hands over after its present step. */
const pieceMs = 15_000;
/** A step that lasts longer than this from the begin of its piece is aborted: other tasks wait. */
const deadlineMs = 35_000;

export type TaskTiming = {
  /** A worker that has not been heard of for so long counts as dead. */
  leaseMs: number;
  /** The rest after a first failure; each further one doubles it. */
  restMs: number;
};

/** Several processes: one that is killed is replaced within fifteen seconds, with the time until somebody looks. */
export const serverTiming: TaskTiming = { leaseMs: 10_000, restMs: 1_000 };
/** One process, which ends all leases when it starts; and renewing one has to wait for each transaction of others. */
export const embeddedTiming: TaskTiming = { leaseMs: 600_000, restMs: 1_000 };

/** Runs one piece of one task: steps of its kind until it ends or has worked long enough, then hands over to the next piece. */
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
      const piece: Piece = { deps, task, work: allWork[task.kind], lease, restMs: timing.restMs };
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

type Piece = { deps: Deps; task: TaskRow; work: TaskWork; lease: HeldLease; restMs: number };

async function runSteps({ deps, task, work, lease }: Piece, mayGoOn: () => boolean): Promise<void> {
  const fenced = fenceDeps(deps, lease);
  const caller = await callerOf(deps, task);
  const save: TaskRun['save'] = (db, progress) => saveProgress(db, task, progress);
  const run: TaskRun = { deps: fenced, task, caller, signal: lease.signal, save };
  for (;;) {
    const result = await work.step(run);
    lease.require();
    if (result !== 'again') return endTask({ deps, task, work, caller }, { status: 'SUCCESS', result });
    if (!mayGoOn()) break;
  }
  await deps.db.transaction().execute(async (tx) => {
    if (await releaseLease(tx, task, queueMs)) await deps.jobs.enqueue(tx, runTaskJob, { task_id: task.id });
  });
  deps.jobs.nudge();
}

/** What becomes of a task whose piece broke off. @throws the error itself, for the log, while it is worth another try */
async function afterwards(piece: Piece, error: unknown): Promise<void> {
  const { deps, task, work, lease, restMs } = piece;
  const { db, log } = deps;
  if (error instanceof TaskOvertaken || lease.signal.reason instanceof TaskOvertaken) return;
  if (isOutage(error)) {
    await giveBack(db, task, restMs); // no fault of the task
    throw error;
  }
  const message = foreseen(error) ?? (await afterManyFailures(piece, error));
  if (message === undefined) return;
  log.warn({ err: error, task_id: task.id }, 'task failed');
  await endTask({ deps, task, work, caller: await callerOf(deps, task) }, { status: 'FAILURE', error: message });
}

/** Often the database is back at once. When it is not, the lease runs out by itself. */
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
 * @throws the error itself while it is worth another try, after a rest
 */
async function afterManyFailures({ deps, task, restMs }: Piece, error: unknown): Promise<Sentence | undefined> {
  const failures = await deps.db.transaction().execute(async (tx) => {
    const count = await countFailure(tx, task);
    if (count !== undefined && count < maxFailures) await releaseLease(tx, task, restMs * 2 ** (count - 1));
    return count;
  });
  if (failures === undefined) return undefined;
  if (failures < maxFailures) throw error;
  if (error instanceof DriverError) return error.sentence;
  return databaseTrouble(error)?.sentence ?? say('task.unforeseen');
}

/** Background work acts in the name of whoever started it. */
async function callerOf({ db, signEvent }: Deps, task: TaskRow): Promise<Caller> {
  const admin =
    task.started_by &&
    (await db.selectFrom('admin').select('username').where('id', '=', task.started_by).executeTakeFirst());
  const name = admin ? `${admin.username} (task)` : 'task';
  return { actor: undefined, name, request_id: null, sign: signEvent };
}
