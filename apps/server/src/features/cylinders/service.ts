import type { Cylinder, CylinderDetail, CylinderGroup } from '@key2xs/contract';
import type { Db } from '#platform/deps';
import { notFound } from '#platform/errors';
import * as groups from './group-queries';
import { presentCylinder, presentDetail, presentGroup } from './present';
import { findCylinder, listByIds, listJobs } from './queries';

export { containing } from './containing';
export { pageThrough } from './page-through';

/** @throws AppError not_found, also for one that is no longer listed */
export async function getCylinder(db: Db, id: string): Promise<CylinderDetail> {
  const row = await findCylinder(db, id);
  if (!row) throw notFound('cylinder');
  return presentDetail(row, await listJobs(db, row));
}

/** @throws AppError not_found, also for one that is no longer listed */
export async function getGroup(db: Db, id: string): Promise<CylinderGroup> {
  const row = await groups.findGroup(db, id);
  if (!row) throw notFound('cylinder group');
  return presentGroup(row);
}

/** By marking; those no longer listed are left out. */
export const listCylindersByIds = async (db: Db, ids: readonly string[]): Promise<Cylinder[]> =>
  ids.length === 0 ? [] : (await listByIds(db, ids)).map(presentCylinder);

/** By name; those no longer listed are left out. */
export const listGroupsByIds = async (db: Db, ids: readonly string[]): Promise<CylinderGroup[]> =>
  ids.length === 0 ? [] : (await groups.listByIds(db, ids)).map(presentGroup);
