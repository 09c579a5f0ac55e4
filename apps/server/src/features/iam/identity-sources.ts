import type { Db, Deps } from '#platform/deps';
import { staffListDriver } from './staff-list/staff-list-driver';

/** Every kind of identity source we can read, by the `provider` of its connection. */
export const identitySources = (db: Db): Deps['identitySources'] => ({ csv: staffListDriver(db) });
