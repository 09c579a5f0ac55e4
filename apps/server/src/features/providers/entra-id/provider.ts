import type { ServerProvider } from '#platform/server-provider';
import { jobs, schedules } from './background-work';
import { createEntra } from './create-entra';
import { entraSetupRoutes } from './set-up/routes';

/** Microsoft Entra ID, with its guided set-up. */
export const entraId: ServerProvider = {
  createDriver: ({ sandboxes, ...parts }) => createEntra({ ...parts, sandbox: sandboxes.entraId }),
  routes: entraSetupRoutes,
  jobs,
  schedules,
};
