import {
  type ChangeSetState,
  type Mapping,
  type RunKind,
  type SubjectKind,
  type SyncTask,
  type TaskKind,
  type TaskOutcome,
  type TaskPhase,
  taskKinds,
} from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import { refuseWhilePaused } from '#platform/backup/pause';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, notFound, stillInUse } from '#platform/errors';
import { LeaseLost } from '#platform/jobs/hold-lease';
import { type ClaimedJob, cancelJob, endJob, forgetFailures } from '#platform/jobs/job-rows';
import type { TaskRow } from '#platform/schema/schema';
import { noteRunEnded, noteRunStarted } from '../source-events/service';
import { emitEnd } from './emit-end';
import { holdSource, holdSubject } from './hold-subject';
import { jobOfTask, runGeneratorJob, runTaskJob } from './job-name';
import {
  endUnwritten,
  findOpenTask,
  findStatus,
  findUnfinished,
  insertTask,
  type SeenTaskRow,
  saveTask,
} from './queries';

export { failedOn, isOpenFailure } from './failures';
export { runGeneratorJob, runTaskJob } from './job-name';
export { deleteTasks, forgetChangeSets } from './queries';
export { countSeen, listTaskStates, type TaskState } from './task-states';

export type NewTask = {
  kind: TaskKind;
  dry_run?: boolean;
  /** What it works on, as its kind says. */
  subject_id: string;
  /** Of a sync: kept from deletion while it runs. */
  named_source_id?: string | null;
  /** Where the first step starts, in the kind's own format. */
  cursor?: Record<string, unknown>;
  /** The change set to apply; if missing, compute one first. */
  change_set_id?: string;
  /** What a run over a source reads; chosen by the source's state unless given. */
  run_kind?: RunKind | undefined;
  run_person?: string | undefined;
  /** Of a simulation: used instead of the stored mapping. */
  mapping?: Mapping | undefined;
};

/**
 * Creates a task and its job in the caller's transaction; the title is the name of the subject. Call
 * `deps.jobs.nudge()` after the commit.
 * @throws AppError sync_in_progress when the subject has an unfinished task; not_found when it was just deleted; installation_paused
 */
export async function startTask(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  { cursor, mapping, ...task }: NewTask,
): Promise<TaskRow> {
  if (changesOthers(task)) await refuseWhilePaused(tx);
  const title = await holdSubject(tx, task.kind, task.subject_id);
  if (task.named_source_id) await holdSource(tx, task.named_source_id);
  const row = await insertTask(tx, {
    id: deps.newId(),
    title,
    error: null,
    started_by: caller.actor?.id ?? null,
    change_set_id: null,
    ...task,
    ...(cursor && { cursor: JSON.stringify(cursor) }),
    ...(mapping && { mapping: JSON.stringify(mapping) }),
  });
  if (!row) throw inProgress(title, await findUnfinished(tx, task.subject_id));
  await deps.jobs.enqueue(tx, jobOfTask(row.kind), row.id);
  await noteRunStarted(tx, caller, row);
  return row;
}

/** Whether a task takes over people or writes into a key system; the others only read. */
export const changesOthers = ({ kind, dry_run }: Pick<NewTask, 'kind' | 'dry_run'>): boolean =>
  !dry_run && (kind === 'directory' || kind === 'key_system');

/**
 * Refuses what must not happen during a run. Lock the subject's row first, so that none starts meanwhile.
 * @throws AppError sync_in_progress
 */
export async function refuseDuringRun(tx: Tx, subjectId: string, name: string): Promise<void> {
  const running = await findUnfinished(tx, subjectId);
  if (running) throw inProgress(name, running);
}

type Used = { name: string; constraint_name: string; details: Sentence };

/**
 * Refuses to delete the subject or the named source of an unfinished task. Lock its row first.
 * @throws AppError constraint_violation
 */
export async function refuseWhileOpen(tx: Tx, id: string, { name, ...reason }: Used): Promise<void> {
  const task = await findOpenTask(tx, id);
  if (!task) return;
  const message = say('record.runIsOpen', { name });
  throw stillInUse({ message, related_records: { sync_tasks: 1 }, ...reason }, { task_id: task.id });
}

function inProgress(name: string, running: { id: string } | undefined): AppError {
  const detail = say('record.runIsUnderWay', { name });
  return new AppError('sync_in_progress', detail, running && { task_id: running.id });
}

export type TaskProgress = {
  phase?: TaskPhase;
  done?: number;
  total?: number;
  change_set_id?: string;
  /** Where the next step continues, in the kind's own format. */
  cursor?: Record<string, unknown>;
};

/** Ends the task as FAILURE; the sentence tells people what happened and what to do. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(renderSentence(sentence), options);
  }
}

/** What a step gets to work with. */
export type TaskRun = {
  deps: Deps;
  task: TaskRow;
  caller: Caller;
  /** Aborts when the step takes too long, and before another worker can take over; no call may continue after it. */
  signal: AbortSignal;
  /** Aborts when the process is stopping: a long step ends as 'again'. */
  stopping: AbortSignal;
  /**
   * Saves progress. In the transaction of the work itself it also fences that work.
   * @throws LeaseLost
   */
  save(db: Db, progress: TaskProgress): Promise<void>;
};

/** 'again': more to do, call again (perhaps in another process). `resume_at`: not before then. */
export type StepResult =
  | 'again'
  | { resume_at: Date }
  | { outcome: TaskOutcome; counts: Record<string, number>; failed: number; waiting?: number };

export type TaskEnd = Exclude<StepResult, 'again' | { resume_at: Date }>;

/** One step of a task: short, safe to repeat, keeps its progress in the database. */
export type TaskStep = (run: TaskRun) => Promise<StepResult>;

/** The work of one kind of task. */
export type TaskWork = {
  step: TaskStep;
  /** Cleans up after a failed task, in the transaction that ends it; null if there is nothing to clean up. */
  abandon: ((tx: Tx, task: TaskRow, error: Sentence) => Promise<void>) | null;
};
export type AllTaskWork = Readonly<Record<TaskKind, TaskWork>>;

/**
 * Resets the failure count for what survives a failure: applied items and a cursor. Other reading and comparing starts
 * over.
 */
export async function saveProgress(db: Db, job: ClaimedJob, task: TaskRow, progress: TaskProgress): Promise<void> {
  const { cursor, ...visible } = progress;
  const set = { ...visible, ...(cursor && { cursor: JSON.stringify(cursor) }) };
  if (!(await saveTask(db, job, set))) throw new LeaseLost(job);
  if (cursor || progress.phase === 'applying') await forgetFailures(db, job);
  Object.assign(task, progress);
}

/** Why a task failed. `failed_on` as `failedOn` says. */
type Failure = { error: Sentence; failed_on: TaskRow['failed_on'] };

/** Ends a task in success or failure, and audits it. */
export async function endTask(
  run: Pick<TaskRun, 'deps' | 'task' | 'caller'> & { work: TaskWork; job: ClaimedJob },
  end: { status: 'SUCCESS'; result: TaskEnd } | ({ status: 'FAILURE' } & Failure),
): Promise<void> {
  const { deps, task, caller, work, job } = run;
  await deps.db.transaction().execute(async (tx) => {
    const isMine = await saveTask(tx, job, {
      status: end.status,
      phase: 'finished',
      completed_at: deps.clock(),
      ...(end.status === 'SUCCESS'
        ? { result: JSON.stringify(end.result) }
        : { error: JSON.stringify(end.error), failed_on: end.failed_on }),
    });
    if (!isMine) return;
    await endJob(tx, job);
    if (end.status === 'FAILURE') await work.abandon?.(tx, task, end.error);
    await noteRunEnded(tx, task, end);
    await recordEnd(tx, caller, task, end);
  });
}

/**
 * Ends a run that has not started to write. Its worker notices at its next save and saves nothing more.
 * @throws AppError not_found; conflict when it has ended or is writing
 */
export async function cancelTask(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  abandon: NonNullable<TaskWork['abandon']>,
): Promise<TaskRow> {
  return deps.db.transaction().execute(async (tx) => {
    const task = await cancelTaskIn(tx, deps, caller, id, abandon);
    await recordEvent(tx, caller, 'sync.cancelled', { id, details: { kind: task.kind, title: task.title } });
    return task;
  });
}

/** The same in the caller's transaction, which records it. */
export async function cancelTaskIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  caller: Caller,
  id: string,
  abandon: NonNullable<TaskWork['abandon']>,
): Promise<TaskRow> {
  const error = say('task.cancelled', { name: caller.name });
  for (const kind of [runTaskJob, runGeneratorJob]) await cancelJob(tx, { kind, key: id });
  const set = { cancelled: true, completed_at: deps.clock(), error: JSON.stringify(error) };
  const task = await endUnwritten(tx, id, set);
  if (!task) {
    const status = await findStatus(tx, id);
    if (!status) throw notFound('task');
    throw new AppError('conflict', say(status === 'RUNNING' ? 'task.isWriting' : 'task.hasEnded'));
  }
  await abandon(tx, task, error);
  await noteRunEnded(tx, task, { error, isCancelled: true });
  return task;
}

async function recordEnd(tx: Tx, caller: Caller, task: TaskRow, end: { status: string; error?: Sentence }) {
  const { id, kind, title } = task;
  const details = { kind, title, ...end, ...(end.error && { error: renderSentence(end.error) }) };
  await recordEvent(tx, caller, 'sync.finished', { id, details });
  await emitEnd(tx, task, end.error ?? null);
}

/** Records a run that was refused before it started as failed, so that it counts as a failure. */
export async function recordFailedTask(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  { error, failed_on, ...task }: Omit<NewTask, 'cursor' | 'mapping'> & Failure,
): Promise<void> {
  const now = deps.clock();
  const row = await insertTask(tx, {
    id: deps.newId(),
    title: await holdSubject(tx, task.kind, task.subject_id),
    status: 'FAILURE',
    phase: 'finished',
    error: JSON.stringify(error),
    failed_on,
    started_by: caller.actor?.id ?? null,
    started_at: now,
    completed_at: now,
    change_set_id: null,
    ...task,
  });
  if (!row) return;
  await noteRunStarted(tx, caller, row);
  await noteRunEnded(tx, row, { error });
  await recordEnd(tx, caller, row, { status: 'FAILURE', error });
}

export function presentTask(row: TaskRow | SeenTaskRow, language: Language = 'en'): SyncTask {
  const hasEnded = row.status === 'SUCCESS' || row.status === 'FAILURE';
  const subject: SubjectKind = taskKinds[row.kind].subject;
  return {
    ...row,
    task_id: row.id,
    iam_connection_id: subject === 'iam_connection' ? row.subject_id : (row.named_source_id ?? null),
    key_system_connection_id: subject === 'key_system_connection' ? row.subject_id : null,
    error: row.error && renderSentence(row.error, language),
    result: row.result && { ...row.result, waiting: row.result.waiting ?? 0 },
    seen: hasEnded && 'seen' in row && row.seen,
    decided: 'seen' in row ? decidedOf(row) : undefined,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

/** A deleted change set counts as stale. */
function decidedOf({ result, set_state, decided_by, decided_at }: SeenTaskRow): SyncTask['decided'] {
  if (result?.outcome !== 'previewed' && result?.outcome !== 'quarantined') return;
  const how = decisions[set_state ?? 'stale'];
  return how && { how, by: decided_by, at: decided_at?.toISOString() ?? null };
}

const decisions: Partial<Record<ChangeSetState, NonNullable<SyncTask['decided']>['how']>> = {
  applying: 'applied',
  applied: 'applied',
  discarded: 'discarded',
  stale: 'out_of_date',
};
