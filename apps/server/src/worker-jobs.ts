import type { Deps } from '#platform/deps';
import { type AnyJob, anyJob } from '#platform/jobs';
import { directoryStep } from './features/iam/directory-step';
import { inventoryStep } from './features/key-systems/service';
import { keySystemStep } from './features/sync/service';
import { createTaskJob, embeddedTiming, serverTiming } from './features/tasks/run-task.job';

const steps = { directory: directoryStep, key_system: keySystemStep, inventory: inventoryStep };

/** All background work of the product. */
export const createWorkerJobs = (deps: Deps): AnyJob[] => [
  anyJob(createTaskJob(deps, steps, deps.config.databaseUrl ? serverTiming : embeddedTiming)),
];
