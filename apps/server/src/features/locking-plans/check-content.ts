import type { LockingPlanContent } from '@key2xs/contract';
import type { Mirror } from './plan/mirror-index';

type Fault = { path: string; message: string };

/**
 * The first thing in a plan that contradicts itself or the mirror; undefined when it can be stored. What the schema
 * checks is not checked again.
 */
export function findFault({ columns, rows }: LockingPlanContent, mirror: Mirror): Fault | undefined {
  return faultOfColumns(columns, mirror) ?? faultOfRows(rows, columns.length, mirror);
}

const stale = 'The inventory may have changed since the sheet was read: upload it again.';

function faultOfColumns(columns: LockingPlanContent['columns'], { cylinders }: Mirror): Fault | undefined {
  const known = new Set(cylinders.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { label, cylinder_id }] of columns.entries()) {
    const path = `columns.${index}.cylinder_id`;
    if (cylinder_id === null) continue;
    if (!known.has(cylinder_id)) return { path, message: `'${label}' is no cylinder of this key system. ${stale}` };
    if (seen.has(cylinder_id)) return { path, message: `The cylinder of '${label}' has two columns. Keep one.` };
    seen.add(cylinder_id);
  }
  return undefined;
}

function faultOfRows(rows: LockingPlanContent['rows'], columns: number, mirror: Mirror): Fault | undefined {
  const known = {
    key: new Set(mirror.keys.map(({ id }) => id)),
    person: new Set(mirror.persons.map(({ identity }) => identity)),
  };
  const seen = new Set<string>();
  for (const [index, { label, kind, record_id, rights }] of rows.entries()) {
    const path = `rows.${index}.record_id`;
    if (!isRising(rights, columns)) {
      return { path: `rows.${index}.rights`, message: `The rights of '${label}' must be rising places of columns.` };
    }
    if (kind === 'unknown') {
      if (record_id !== null) return { path, message: `'${label}' is unknown and cannot have a record.` };
      continue;
    }
    if (record_id === null || !known[kind].has(record_id)) {
      return { path, message: `'${label}' is no ${kind} of this key system. ${stale}` };
    }
    const identity = `${kind} ${record_id}`;
    if (seen.has(identity)) return { path, message: `The ${kind} of '${label}' has two rows. Keep one.` };
    seen.add(identity);
  }
  return undefined;
}

const isRising = (rights: readonly number[], columns: number) =>
  rights.every((right, at) => right < columns && right > (rights[at - 1] ?? -1));
