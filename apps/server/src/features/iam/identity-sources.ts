import type { Db, Deps } from '#platform/deps';
import { staffListDriver } from './staff-list/staff-list-driver';

/** Drivers by `provider`. */
export const identitySources = (db: Db, entra_id: Deps['entra']): Deps['identitySources'] => ({
  csv: staffListDriver(db),
  entra_id,
});
