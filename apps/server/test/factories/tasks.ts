import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import type { TestApp } from '#test/app';
import { requestedJobs } from '../../src/background-work';
import { abandonChangeSet } from '../../src/features/change-sets/service';
import { runTaskJob } from '../../src/features/tasks/job-name';
import { createTaskJob, type TaskTiming } from '../../src/features/tasks/run-task.job';
import type { AllTaskWork, TaskRun, TaskStep } from '../../src/features/tasks/service';

type TaskRow = Insertable<Schema['sync_task']>;

/** A task that waits and that no worker knows of, because nothing of it is in the queue. */
export async function aTask({ db }: TestApp, values: Partial<TaskRow> = {}): Promise<{ id: string }> {
  const id = randomUUID();
  const row: TaskRow = {
    id,
    kind: 'directory',
    title: 'Staff',
    error: null,
    iam_connection_id: null,
    key_system_connection_id: null,
    subject_id: values.key_system_connection_id ?? values.iam_connection_id ?? id,
    change_set_id: null,
    started_by: null,
    ...values,
  };
  await db.insertInto('sync_task').values(row).execute();
  return { id: row.id };
}

/** A task that failed rests so long that only the test itself goes on with it. */
export const patientTiming: TaskTiming = {
  leaseMs: 600_000,
  rest: { firstMs: 3_600_000, maxMs: 3_600_000 },
};

/** Lets another worker claim a task, whoever has it; the watch of this server stays out of it. */
export async function abandon({ db }: TestApp, task_id: string): Promise<void> {
  const free = { attempt: null, until: new Date('2100-01-01') };
  await db.updateTable('task_lease').set(free).where('task_id', '=', task_id).execute();
}

/** Works on a task as a second process would that takes it for abandoned. */
export async function workBeside(app: TestApp, task_id: string): Promise<void> {
  await abandon(app, task_id);
  const jobs = requestedJobs(app.deps).filter(({ name }) => name === runTaskJob.name);
  for (const { runRaw } of jobs) await runRaw({ task_id }, new AbortController().signal);
}

/** A worker died: no code of it runs on, and nothing is noted of why. */
export class Killed extends Error {}

/** What becomes of a step in the hands of a worker. */
export type Disturbance = (step: TaskStep, run: TaskRun) => ReturnType<TaskStep>;

/** Every kind of task with the same steps. */
export function allDoing(step: TaskStep): AllTaskWork {
  const work = { step, abandon: abandonChangeSet };
  return { directory: work, key_system: work, inventory: work };
}

/** Works on a task as a worker of its own: what the queue would let another process do. */
export async function workOn(app: TestApp, task_id: string, doing: TaskStep, disturbance: Disturbance): Promise<void> {
  await abandon(app, task_id);
  const step: TaskStep = (run) => disturbance(doing, run);
  return createTaskJob(app.deps, allDoing(step), patientTiming).run({ task_id }, new AbortController().signal);
}

/** Kills the worker when all is done and noted, just before the task ends. */
export const killAtTheEnd: Disturbance = async (step, run) => {
  const isDone = await step(run).then(
    (result) => result !== 'again',
    () => true,
  );
  if (isDone) throw new Killed();
  return 'again';
};

export const undisturbed: Disturbance = (step, run) => step(run);
