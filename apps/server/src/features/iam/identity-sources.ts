import type { Db, Deps } from '#platform/deps';
import { staffListDriver } from './staff-list/staff-list-driver';

/** Drivers by `provider`. */
export const identitySources = (db: Db): Deps['identitySources'] => ({ csv: staffListDriver(db) });
