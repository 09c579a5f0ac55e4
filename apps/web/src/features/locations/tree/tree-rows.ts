import type { LocationNode } from '@key2xs/contract';

/** A visible line of the tree. */
export type TreeRow = {
  place: LocationNode;
  /** Counted from 1. */
  level: number;
  /** Undefined for a place without children. */
  isOpen: boolean | undefined;
};

const maxRows = 400;

/**
 * The visible lines: those whose ancestors are all open; with a search, the matches and their ancestors. At most
 * `maxRows`
 * lines; `hidden` is the number left out.
 * @param places each after its parent
 */
export function listRows(
  places: readonly LocationNode[],
  { open, search }: { open: ReadonlySet<string>; search: string },
): { rows: TreeRow[]; hidden: number } {
  const wanted = search.trim().toLowerCase();
  const parents = new Set(places.map(({ parent_id }) => parent_id));
  const found = wanted === '' ? undefined : findWithAncestors(places, wanted);
  const levels = new Map<string, number>();
  const rows: TreeRow[] = [];
  for (const place of places) {
    const isVisible = place.parent_id === null || (levels.has(place.parent_id) && (found || open.has(place.parent_id)));
    if (!isVisible || (found && !found.has(place.id))) continue;
    const level = (levels.get(place.parent_id ?? '') ?? 0) + 1;
    levels.set(place.id, level);
    const isOpen = parents.has(place.id) ? found !== undefined || open.has(place.id) : undefined;
    rows.push({ place, level, isOpen });
  }
  return { rows: rows.slice(0, maxRows), hidden: Math.max(0, rows.length - maxRows) };
}

function findWithAncestors(places: readonly LocationNode[], wanted: string): ReadonlySet<string> {
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

/** The names from the root to a place; empty for an unknown one. */
export function pathOf(places: readonly LocationNode[], id: string): string[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const path: string[] = [];
  for (let place = byId.get(id); place; place = byId.get(place.parent_id ?? '')) path.unshift(place.name);
  return path;
}

/** The ancestors of a place. */
export function ancestorIds(places: readonly LocationNode[], id: string | undefined): string[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const ids: string[] = [];
  for (let up = byId.get(id ?? '')?.parent_id; up; up = byId.get(up)?.parent_id) ids.push(up);
  return ids;
}

/** The line to jump to by typing: the next one whose name begins with the typed text, wrapping around. */
export function findTyped(rows: readonly TreeRow[], from: number, typed: string): number {
  const starts = (index: number) => rows[index % rows.length]?.place.name.toLowerCase().startsWith(typed);
  const begin = typed.length > 1 ? from : from + 1; // A longer text may still match the current line.
  for (let step = 0; step < rows.length; step++) if (starts(begin + step)) return (begin + step) % rows.length;
  return from;
}
