import { maxCrossing } from '@key2xs/contract';
import type { PlaceColumn } from '@key2xs/domain';
import type { NamedPlace } from './effect-queries';

type Department = { kind: 'department' | 'none' | 'others'; name: string };

/** Departments as lines of a picture: the heaviest by themselves, all others together as the last one. */
export function departmentLines(weights: ReadonlyMap<string | null, number>): {
  lines: Department[];
  lineOf: (department: string | null) => number;
} {
  const sorted = [...weights].sort(([a, x], [b, y]) => y - x || ((a ?? '') < (b ?? '') ? -1 : 1));
  const shown = sorted.length > maxCrossing ? sorted.slice(0, maxCrossing - 1) : sorted;
  const numbers = new Map(shown.map(([department], line) => [department, line]));
  const lines = shown.map(
    ([name]): Department => (name === null ? { kind: 'none', name: '' } : { kind: 'department', name }),
  );
  if (shown.length < sorted.length) lines.push({ kind: 'others', name: '' });
  return { lines, lineOf: (department) => numbers.get(department) ?? shown.length };
}

/** A column of a picture, with the name of its place. */
export function describePlace(column: PlaceColumn, places: ReadonlyMap<string, NamedPlace>) {
  if (column.kind !== 'place') return { kind: column.kind, location_id: null, name: '' };
  const { kind, location_id } = column;
  return { kind, location_id, name: places.get(location_id)?.name ?? '' };
}
