import { type Bits, forEachBit } from '../indexing/bits';
import { type Doors, placesAbove } from '../indexing/doors';

/** What a column of an overview stands for. */
export type PlaceColumn = { kind: 'place'; location_id: string } | { kind: 'none' } | { kind: 'others' };

/** The columns, and the column of every door by its number. */
export type PlaceColumns = { columns: PlaceColumn[]; columnOf: Int32Array };

/**
 * Groups doors by their topmost places, or by the places below where there is only one at the top.
 * @param weightOf weight of a door; doors without weight make no column. Heaviest columns first
 * @param maxColumns beyond this number, the lightest places are merged into one column, `others`
 */
export function columnsByPlace(doors: Doors, weightOf: (door: number) => number, maxColumns: number): PlaceColumns {
  const tops = topPlaces(doors);
  const placeOf = doors.ids.map((_, door) => {
    const location = doors.facts[door]?.location_id ?? null;
    return placesAbove(doors, location).find(({ id }) => tops.has(id))?.id ?? '';
  });
  const weights = new Map<string, number>();
  for (const [door, place] of placeOf.entries()) {
    const weight = weightOf(door);
    if (weight > 0) weights.set(place, (weights.get(place) ?? 0) + weight);
  }
  const sorted = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([place]) => place);
  const shown = sorted.length > maxColumns ? sorted.slice(0, maxColumns - 1) : sorted;
  const columns = shown.map((id): PlaceColumn => (id === '' ? { kind: 'none' } : { kind: 'place', location_id: id }));
  if (shown.length < sorted.length) columns.push({ kind: 'others' });
  const numbers = new Map(shown.map((place, column) => [place, column]));
  return { columns, columnOf: Int32Array.from(placeOf, (place) => numbers.get(place) ?? shown.length) };
}

function topPlaces({ locations, children }: Doors): Set<string> {
  const tops = [...locations.values()].filter(({ parent_id }) => parent_id === null).map(({ id }) => id);
  for (const seen = new Set<string>(); tops.length === 1; ) {
    const [only = ''] = tops;
    const below = [...(children.get(only) ?? [])];
    if (seen.has(only) || below.length === 0) break;
    seen.add(only);
    tops.splice(0, 1, ...below);
  }
  return new Set(tops);
}

/** People of one line who may open the same doors. */
export type LineOfPeople = { line: number; people: number; doors: Bits };

/** Row-major, `lines` × `columns` each. */
export type Crossings = {
  /** People with a door in the column. */
  people: Float64Array;
  /** Pairs of person and door. */
  rights: Float64Array;
};

/** Counts people and rights in each cell of lines of people × columns of doors. */
export function crossAccess(
  crowds: Iterable<LineOfPeople>,
  { lines, columns, columnOf }: { lines: number; columns: number; columnOf: Int32Array },
): Crossings {
  const crossings = { people: new Float64Array(lines * columns), rights: new Float64Array(lines * columns) };
  for (const { line, people, doors } of crowds) {
    const counts = new Int32Array(columns);
    forEachBit(doors, (door) => {
      const column = columnOf[door] ?? 0;
      counts[column] = (counts[column] ?? 0) + 1;
    });
    for (const [column, count] of counts.entries()) {
      if (count === 0) continue;
      const at = line * columns + column;
      crossings.people[at] = (crossings.people[at] ?? 0) + people;
      crossings.rights[at] = (crossings.rights[at] ?? 0) + people * count;
    }
  }
  return crossings;
}
