import type { ServerProvider } from '#platform/server-provider';
import { jobs, schedules } from './background-work';
import { createEntra } from './create-entra';
import { entraNotificationRoutes } from './notifications/routes';
import { type EntraSandboxPeer, sandbox } from './sandbox-peer';
import { openSetUps } from './set-up/open-set-ups';
import { entraSetupRoutes } from './set-up/routes';

/** Microsoft Entra ID, with its guided set-up. */
export const entraId: ServerProvider<EntraSandboxPeer> = {
  createDriver: createEntra,
  routes(app, deps) {
    entraSetupRoutes(app, deps);
    entraNotificationRoutes(app, deps);
  },
  setUps: openSetUps,
  jobs,
  schedules,
  sandbox,
};
