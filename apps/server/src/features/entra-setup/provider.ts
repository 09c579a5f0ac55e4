import type { ServerProvider } from '#platform/server-provider';
import { createEntra } from './create-entra';
import { entraSetupRoutes } from './routes';

/** Microsoft Entra ID, with its guided set-up. */
export const entraId: ServerProvider = {
  createDriver: ({ sandboxes, ...parts }) => createEntra({ ...parts, sandbox: sandboxes.entraId }),
  routes: entraSetupRoutes,
};
