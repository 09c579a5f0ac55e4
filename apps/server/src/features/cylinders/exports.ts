import type { CsvDownload } from '#platform/csv-download';
import type { Db } from '#platform/deps';
import { type GroupFilter, type GroupRow, listGroupsBehind } from './group-queries';
import { pageThrough } from './page-through';
import { presentCylinder, presentGroup } from './present';
import { type CylinderFilter, type CylinderRow, listCylindersBehind } from './queries';

const cylinderColumns = [
  'connection_name',
  'external_id',
  'marking',
  'name',
  'cylinder_type',
  'domain',
  'location',
  'state',
  'group_name',
  'open_job',
  'read_at',
] as const;

export const exportCylinders = (db: Db, filter: CylinderFilter): CsvDownload => ({
  fileName: 'cylinders.csv',
  header: [...cylinderColumns],
  rows: cylinderRows(db, filter),
});

async function* cylinderRows(db: Db, filter: CylinderFilter) {
  for await (const row of pageThrough<CylinderRow>((last, limit) => listCylindersBehind(db, filter, { last, limit }))) {
    const { open_job, ...cylinder } = presentCylinder(row);
    const cells = { ...cylinder, open_job: open_job && `${open_job.kind} (${open_job.state})` };
    yield cylinderColumns.map((column) => cells[column]);
  }
}

const groupColumns = ['connection_name', 'external_id', 'name', 'domain', 'cylinders', 'read_at'] as const;

export const exportGroups = (db: Db, filter: GroupFilter): CsvDownload => ({
  fileName: 'cylinder-groups.csv',
  header: [...groupColumns],
  rows: groupRows(db, filter),
});

async function* groupRows(db: Db, filter: GroupFilter) {
  for await (const row of pageThrough<GroupRow>((last, limit) => listGroupsBehind(db, filter, { last, limit }))) {
    const group = presentGroup(row);
    yield groupColumns.map((column) => group[column]);
  }
}
