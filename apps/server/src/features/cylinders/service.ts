import type { Cylinder, CylinderDetail, CylinderGroup } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import { readRow, readRows } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { cylinderSource } from './cylinder-source';
import { groupSource } from './group-source';
import { presentCylinder, presentDetail, presentGroup } from './present';
import { listJobs } from './queries';

/** @throws AppError not_found, also for one that is no longer listed */
export async function getCylinder(reader: Reader, id: string): Promise<CylinderDetail> {
  const row = await readRow(reader, cylinderSource(reader), id);
  if (!row) throw notFound('cylinder');
  return presentDetail(row, await listJobs(reader.db, row));
}

/** @throws AppError not_found, also for one that is no longer listed */
export async function getGroup(reader: Reader, id: string): Promise<CylinderGroup> {
  const row = await readRow(reader, groupSource(reader), id);
  if (!row) throw notFound('cylinder_group');
  return presentGroup(row);
}

/** By marking; those no longer listed are left out. */
export const listCylindersByIds = async (reader: Reader, ids: readonly string[]): Promise<Cylinder[]> =>
  (await readRows(reader, cylinderSource(reader), ids)).map(presentCylinder);

/** By name; those no longer listed are left out. */
export const listGroupsByIds = async (reader: Reader, ids: readonly string[]): Promise<CylinderGroup[]> =>
  (await readRows(reader, groupSource(reader), ids)).map(presentGroup);
