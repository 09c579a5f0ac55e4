import type { LockingPlanContent } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { Mirror } from './plan/mirror-index';

type Fault = { path: string; message: Sentence };

/**
 * The first contradiction in a plan, to itself or to the mirror; undefined when it can be stored. Assumes that the
 * schema's checks passed.
 */
export function findFault({ columns, rows }: LockingPlanContent, mirror: Mirror): Fault | undefined {
  return faultOfColumns(columns, mirror) ?? faultOfRows(rows, columns.length, mirror);
}

function faultOfColumns(columns: LockingPlanContent['columns'], { cylinders }: Mirror): Fault | undefined {
  const known = new Set(cylinders.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { label, cylinder_id }] of columns.entries()) {
    const path = `columns.${index}.cylinder_id`;
    if (cylinder_id === null) continue;
    if (!known.has(cylinder_id)) return { path, message: say('lockingPlan.noCylinder', { label }) };
    if (seen.has(cylinder_id)) return { path, message: say('lockingPlan.twoColumns', { label }) };
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
      return { path: `rows.${index}.rights`, message: say('lockingPlan.rightsNotRising', { label }) };
    }
    if (kind === 'unknown') {
      if (record_id !== null) return { path, message: say('lockingPlan.unknownWithRecord', { label }) };
      continue;
    }
    if (record_id === null || !known[kind].has(record_id)) {
      return { path, message: say('lockingPlan.noRecord', { label, kind: say(`lockingPlan.kinds.${kind}`) }) };
    }
    const identity = `${kind} ${record_id}`;
    if (seen.has(identity))
      return { path, message: say('lockingPlan.twoRows', { label, kind: say(`lockingPlan.kinds.${kind}`) }) };
    seen.add(identity);
  }
  return undefined;
}

const isRising = (rights: readonly number[], columns: number) =>
  rights.every((right, at) => right < columns && right > (rights[at - 1] ?? -1));
