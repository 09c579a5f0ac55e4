import type { LocationNode } from '@key2xs/contract';

/** A line of the tree as it is shown. */
export type TreeRow = {
  place: LocationNode;
  /** Counted from 1. */
  level: number;
  /** Undefined where nothing stands in it. */
  isOpen: boolean | undefined;
};

const mostRows = 400;

/**
 * The lines to show: those whose places above are all open; with a search, what matches and the places above it. A tree of
 * thousands is shown in part; `hidden` says how many lines are left out.
 * @param places each after the one it stands in
 */
export function listRows(
  places: readonly LocationNode[],
  { open, search }: { open: ReadonlySet<string>; search: string },
): { rows: TreeRow[]; hidden: number } {
  const wanted = search.trim().toLowerCase();
  const parents = new Set(places.map(({ parent_id }) => parent_id));
  const found = wanted === '' ? undefined : findWithAbove(places, wanted);
  const levels = new Map<string, number>();
  const rows: TreeRow[] = [];
  for (const place of places) {
    const isShownBelow =
      place.parent_id === null || (levels.has(place.parent_id) && (found || open.has(place.parent_id)));
    if (!isShownBelow || (found && !found.has(place.id))) continue;
    const level = (levels.get(place.parent_id ?? '') ?? 0) + 1;
    levels.set(place.id, level);
    const isOpen = parents.has(place.id) ? found !== undefined || open.has(place.id) : undefined;
    rows.push({ place, level, isOpen });
  }
  return { rows: rows.slice(0, mostRows), hidden: Math.max(0, rows.length - mostRows) };
}

function findWithAbove(places: readonly LocationNode[], wanted: string): ReadonlySet<string> {
  const byId = new Map(places.map((place) => [place.id, place]));
  const found = new Set<string>();
  for (const place of places) {
    if (!place.name.toLowerCase().includes(wanted)) continue;
    for (let up: LocationNode | undefined = place; up && !found.has(up.id); up = byId.get(up.parent_id ?? '')) {
      found.add(up.id);
    }
  }
  return found;
}

/** The names from the top to a place; empty where it is not there. */
export function pathOf(places: readonly LocationNode[], id: string): string[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const path: string[] = [];
  for (let place = byId.get(id); place; place = byId.get(place.parent_id ?? '')) path.unshift(place.name);
  return path;
}

/** The places above one. */
export function idsAbove(places: readonly LocationNode[], id: string | undefined): string[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const ids: string[] = [];
  for (let up = byId.get(id ?? '')?.parent_id; up; up = byId.get(up)?.parent_id) ids.push(up);
  return ids;
}

/** The line to go to by a letter: the next one whose name begins with what was typed, from the top again after the last. */
export function findTyped(rows: readonly TreeRow[], from: number, typed: string): number {
  const starts = (index: number) => rows[index % rows.length]?.place.name.toLowerCase().startsWith(typed);
  const begin = typed.length > 1 ? from : from + 1; // a longer text may still mean the same line
  for (let step = 0; step < rows.length; step++) if (starts(begin + step)) return (begin + step) % rows.length;
  return from;
}
