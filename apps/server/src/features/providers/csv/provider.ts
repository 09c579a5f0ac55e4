import type { ServerProvider } from '#platform/server-provider';
import { staffListRoutes } from './routes';
import { staffListDriver } from './staff-list-driver';

/** A staff list. */
export const csv: ServerProvider = {
  createDriver: async ({ db }) => staffListDriver(db),
  routes: staffListRoutes,
};
