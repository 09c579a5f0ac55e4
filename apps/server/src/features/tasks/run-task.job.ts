import { DriverError } from '@key2xs/drivers';
import { z } from 'zod';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { deadlineMs, type Job, pieceMs } from '#platform/jobs';
import { runTaskJob } from './job-name';
import { claimTask, countFailure, type TaskRow } from './queries';
import { endTask, saveProgress, TaskFailed, TaskOvertaken, type TaskRun, type TaskSteps } from './service';

const payload = z.object({ task_id: z.uuid() });

/** A task that fails this often in a row without any progress is ended, so that no run stays open for ever. */
const maxFailures = 5;

/** Runs one piece of one task: steps of its kind until it ends or has worked long enough, then hands over to the next piece. */
export function createTaskJob(deps: Deps, steps: TaskSteps): Job<z.infer<typeof payload>> {
  return {
    ...runTaskJob,
    payload,
    async run({ task_id }, stopping) {
      const task = await claimTask(deps.db, task_id);
      if (!task) return;
      // Two signals, not one made of both: Node 20 lets a timeout that only `AbortSignal.any` knows be collected unfired.
      const timeIsUp = AbortSignal.timeout(pieceMs);
      const mayGoOn = () => !stopping.aborted && !timeIsUp.aborted;
      const signal = AbortSignal.timeout(deadlineMs);
      const caller = await callerOf(deps, task);
      const save: TaskRun['save'] = (db, progress) => saveProgress(db, task, progress);
      try {
        await runSteps({ deps, task, caller, signal, save }, steps, mayGoOn);
      } catch (error) {
        if (error instanceof TaskOvertaken) return;
        const message = foreseen(error) ?? (await afterManyFailures(deps, task, error));
        if (message === undefined) return;
        deps.log.warn({ err: error, task_id }, 'task failed');
        await endTask({ deps, task, caller }, { status: 'FAILURE', error: message });
      }
    },
  };
}

async function runSteps(run: TaskRun, steps: TaskSteps, mayGoOn: () => boolean): Promise<void> {
  const { deps, task } = run;
  for (;;) {
    const result = await steps[task.kind](run);
    if (result !== 'again') return endTask(run, { status: 'SUCCESS', result });
    if (!mayGoOn()) break;
  }
  await deps.jobs.enqueue(deps.db, runTaskJob, { task_id: task.id });
  deps.jobs.nudge();
}

function foreseen(error: unknown): string | undefined {
  if (error instanceof TaskFailed) return error.message;
  return error instanceof AppError ? error.detail : undefined;
}

/**
 * @returns undefined when another attempt has taken the task over meanwhile
 * @throws the error itself while it is worth another try, which the queue makes
 */
async function afterManyFailures({ db }: Deps, task: TaskRow, error: unknown): Promise<string | undefined> {
  const failures = await countFailure(db, task);
  if (failures === undefined) return undefined;
  if (failures < maxFailures) throw error;
  return error instanceof DriverError
    ? error.message
    : 'It stopped several times for a reason nobody foresaw. The log has the details; start it again.';
}

/** Background work acts in the name of whoever started it. */
async function callerOf({ db, signEvent }: Deps, task: TaskRow): Promise<Caller> {
  const admin =
    task.started_by &&
    (await db.selectFrom('admin').select('username').where('id', '=', task.started_by).executeTakeFirst());
  const name = admin ? `${admin.username} (task)` : 'task';
  return { actor: undefined, name, request_id: null, sign: signEvent };
}
