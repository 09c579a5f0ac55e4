import { randomUUID } from 'node:crypto';
import { TaskKind } from '@key2xs/contract';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import type { TestApp } from '#test/app';
import { abandonJob, kindOfJob, runNow } from '#test/run-jobs';
import { abandonChangeSet } from '../../src/features/change-sets/service';
import { runTaskJob } from '../../src/features/tasks/job-name';
import { taskJob } from '../../src/features/tasks/run-task.job';
import type { AllTaskWork, TaskRun, TaskStep } from '../../src/features/tasks/service';

type TaskRow = Insertable<Schema['sync_task']>;
/** The connection it is over; of a sync, `iam_connection_id` is the source that it names. */
type Over = { iam_connection_id?: string; key_system_connection_id?: string };

/** A waiting task unknown to workers, because it has no job in the queue. */
export async function aTask(
  { db }: TestApp,
  { iam_connection_id: source, key_system_connection_id: system, ...values }: Partial<TaskRow> & Over = {},
): Promise<{ id: string }> {
  const id = randomUUID();
  const row: TaskRow = {
    id,
    kind: 'directory',
    title: 'Staff',
    error: null,
    subject_id: system ?? source ?? id,
    named_source_id: system ? (source ?? null) : null,
    change_set_id: null,
    started_by: null,
    ...values,
  };
  await db.insertInto('sync_task').values(row).execute();
  return { id: row.id };
}

/** Lets another worker claim a task from its holder; the worker of this server ignores it. */
const abandon = ({ db }: TestApp, task_id: string) => abandonJob(db, { kind: runTaskJob, key: task_id });

/** Works on a task like a second process that considers it abandoned. */
export async function workBeside(app: TestApp, task_id: string): Promise<void> {
  await abandon(app, task_id);
  await runNow(app, kindOfJob(app, runTaskJob), task_id);
}

/** One piece of a task with these steps, like a separate worker. After a failure the task rests for an hour. */
export async function workOnce(app: TestApp, task_id: string, step: TaskStep, stopping?: AbortSignal): Promise<void> {
  await abandon(app, task_id);
  const hour = { firstMs: 3_600_000, maxMs: 3_600_000 };
  const kind = { ...kindOfJob(app, runTaskJob), ...taskJob(app.deps, allDoing(step), runTaskJob), backoff: hour };
  await runNow(app, { ...kind, leaseMs: 600_000 }, task_id, stopping);
}

/** Simulates a dead worker: its code stops, and no reason is recorded. */
export class Killed extends Error {}

/** The outcome of a step in a worker. */
export type Disturbance = (step: TaskStep, run: TaskRun) => ReturnType<TaskStep>;

/** Every kind of task with the same steps. */
function allDoing(step: TaskStep): AllTaskWork {
  const work = { step, abandon: abandonChangeSet };
  const entries: [string, unknown][] = TaskKind.options.map((kind) => [kind, work]);
  return Object.fromEntries(entries) as AllTaskWork; // the keys are those of the enum
}

/** Works on a task as a separate worker, like another process of the queue. */
export async function workOn(app: TestApp, task_id: string, doing: TaskStep, disturbance: Disturbance): Promise<void> {
  await workOnce(app, task_id, (run) => disturbance(doing, run));
}

/** Kills the worker after all work is recorded, just before the task ends. */
export const killAtTheEnd: Disturbance = async (step, run) => {
  const isDone = await step(run).then(
    (result) => result !== 'again',
    () => true,
  );
  if (isDone) throw new Killed();
  return 'again';
};

export const undisturbed: Disturbance = (step, run) => step(run);
