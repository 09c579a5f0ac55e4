import type { TaskKind } from '@key2xs/contract';

/** Separate from the job's code, so that enqueueing does not import it. Its key is the id of the task. */
export const runTaskJob = 'tasks.run';

/** Runs of the generator take minutes: syncs and imports do not wait for them. */
export const runGeneratorJob = 'tasks.run-generator';

export const jobOfTask = (kind: TaskKind): string => (kind === 'generator' ? runGeneratorJob : runTaskJob);
