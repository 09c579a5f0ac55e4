import { type Bits, forEachBit } from './bits';
import { type Doors, placesAbove } from './doors';

/** What a column of a picture of the house stands for. */
export type PlaceColumn = { kind: 'place'; location_id: string } | { kind: 'none' } | { kind: 'others' };

/** The column of every door, by its number. */
export type PlaceColumns = { columns: PlaceColumn[]; columnOf: Int32Array };

/**
 * Sorts doors by the places that tell a house apart at a glance: the topmost ones, or those below where just one is on top.
 * @param weightOf how much a door counts; doors without weight make no column. The heaviest columns come first
 * @param most     what would be more columns than these is put together as the others
 */
export function columnsByPlace(doors: Doors, weightOf: (door: number) => number, most: number): PlaceColumns {
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
  const shown = sorted.length > most ? sorted.slice(0, most - 1) : sorted;
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

/** People alike, on one line, with doors of theirs. */
export type LineOfPeople = { line: number; people: number; doors: Bits };

/** Line by line: `lines` × `columns` of each. */
export type Crossings = {
  /** People with a door of the column. */
  people: Float64Array;
  /** Pairs of person and door. */
  rights: Float64Array;
};

/** Counts where lines of people and columns of doors cross. */
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
