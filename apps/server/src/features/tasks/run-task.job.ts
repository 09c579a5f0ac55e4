import { DriverError } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { refuseWhilePaused } from '#platform/backup/pause';
import { databaseTrouble, isOutage } from '#platform/database/database-outage';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { fenceDeps } from '#platform/jobs/fence-deps';
import { type HeldLease, LeaseLost } from '#platform/jobs/hold-lease';
import type { JobWork, Piece, PieceResult } from '#platform/jobs/job-kind';
import { TakenOverTooOften } from '#platform/jobs/taken-over-too-often';
import type { TaskRow } from '#platform/schema/schema';
import { failedOn } from './failures';
import { beginTask } from './queries';
import {
  type AllTaskWork,
  changesOthers,
  endTask,
  saveProgress,
  TaskFailed,
  type TaskRun,
  type TaskWork,
} from './service';

const maxPauseMs = 6 * 3_600_000;

/**
 * The work on tasks: steps until the task ends or the time of the piece is up.
 * @param name of the job, as `jobOfTask` says
 */
export function taskJob(deps: Deps, allWork: AllTaskWork, name: string): JobWork {
  return {
    name,
    async run(piece) {
      const task = await beginTask(deps.db, piece.lease.job);
      if (!task) return 'done';
      const work = allWork[task.kind];
      try {
        if (changesOthers(task)) await refuseWhilePaused(deps.db); // it was waiting when the backup was taken
        return await runSteps({ deps, task, work }, piece);
      } catch (error) {
        const isForTheQueue = isOutage(error) || piece.lease.signal.reason instanceof LeaseLost;
        const sentence = isForTheQueue ? undefined : foreseen(error);
        if (sentence === undefined) throw error;
        await fail({ deps, task, work }, piece.lease, { error, sentence });
        return 'done';
      }
    },
    async giveUp(lease, error) {
      const task = await beginTask(deps.db, lease.job);
      if (task) await fail({ deps, task, work: allWork[task.kind] }, lease, { error, sentence: unforeseen(error) });
    },
  };
}

type Running = { deps: Deps; task: TaskRow; work: TaskWork };

async function runSteps({ deps, task, work }: Running, { lease, stopping, mayContinue }: Piece): Promise<PieceResult> {
  const caller = await callerOf(deps, task);
  const save: TaskRun['save'] = async (db, progress) => {
    await saveProgress(db, lease.job, task, progress);
    lease.noteProgress();
  };
  const run: TaskRun = { deps: fenceDeps(deps, lease), task, caller, signal: lease.signal, stopping, save };
  for (;;) {
    const result = await work.step(run);
    lease.require();
    if (result === 'again') {
      if (mayContinue()) continue;
      return 'again';
    }
    if ('resume_at' in result) return { dueInMs: msUntil(deps, result.resume_at) };
    await endTask({ deps, task, work, caller, job: lease.job }, { status: 'SUCCESS', result });
    return 'done';
  }
}

async function fail(
  { deps, task, work }: Running,
  { job }: HeldLease,
  { error, sentence }: { error: unknown; sentence: Sentence },
): Promise<void> {
  deps.log.warn({ err: error, task_id: task.id }, 'task failed');
  const end = { status: 'FAILURE', error: sentence, failed_on: failedOn(error) } as const;
  await endTask({ deps, task, work, job, caller: await callerOf(deps, task) }, end);
}

/** At most `maxPauseMs`. */
const msUntil = ({ clock }: Deps, at: Date): number =>
  Math.min(Math.max(at.getTime() - clock().getTime(), 0), maxPauseMs);

function foreseen(error: unknown): Sentence | undefined {
  if (error instanceof TaskFailed) return error.sentence;
  return error instanceof AppError ? error.detail : undefined;
}

function unforeseen(error: unknown): Sentence {
  if (error instanceof DriverError) return error.sentence;
  if (error instanceof TakenOverTooOften) return say('task.serverFellSilent', { count: error.times });
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
