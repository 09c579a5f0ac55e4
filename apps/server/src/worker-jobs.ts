import type { Deps } from '#platform/deps';
import { type AnyJob, anyJob } from '#platform/jobs/jobs';
import { abandonChangeSet } from './features/change-sets/service';
import { createVerifyJob } from './features/entra-setup/verify/verify-setup.job';
import { directoryStep } from './features/iam/directory-step';
import { inventoryStep } from './features/key-systems/inventory/inventory-step';
import { keySystemStep } from './features/sync/key-system-step';
import { createTaskJob, embeddedTiming, serverTiming } from './features/tasks/run-task.job';
import type { AllTaskWork } from './features/tasks/service';

const taskWork: AllTaskWork = {
  directory: { step: directoryStep, abandon: abandonChangeSet },
  key_system: { step: keySystemStep, abandon: abandonChangeSet },
  inventory: { step: inventoryStep, abandon: null },
};

export const createWorkerJobs = (deps: Deps): AnyJob[] => [
  anyJob(createTaskJob(deps, taskWork, deps.config.databaseUrl ? serverTiming : embeddedTiming)),
  anyJob(createVerifyJob(deps)),
];
