import type { MatrixArea, MatrixPlace, MatrixSource } from './source/matrix-source';
import { isSamePlace } from './view/area';
import type { MatrixView } from './view/matrix-view';
import { columnOf, placeOf, type Thing, thingAt } from './view/things';

/**
 * Keeps the cursor at its row and column when others are inserted or removed. An area that no longer has the same
 * corners is dropped, and a pending target is reached once it is visible.
 */
export type SteadyCursor = {
  /** Called with each new source. */
  follow(source: MatrixSource): void;
  /** Moves the cursor to the pending target if it is visible. @returns whether it is */
  arrive(): boolean;
};

type Held = { cursor: MatrixPlace; area: MatrixArea | undefined; things: Thing[] };

const cornersOf = ({ rows, columns }: MatrixArea): MatrixPlace[] => [
  { row: rows[0], column: columns[0] },
  { row: rows[1], column: columns[1] },
];

export function createSteadyCursor(view: MatrixView): SteadyCursor {
  let source: MatrixSource | undefined;
  let held: Held | undefined;
  const note = () => {
    const { cursor, area } = view.get();
    if (!source || (held?.cursor === cursor && held.area === area)) return;
    const shown = source;
    held = { cursor, area, things: [cursor, ...(area ? cornersOf(area) : [])].map((place) => thingAt(shown, place)) };
  };
  view.subscribe(note);
  return {
    follow(next) {
      source = next;
      const { cursor, area, pendingTarget } = view.get();
      const [at = { row: undefined, column: undefined }, ...corners] = held?.things ?? [];
      const isStill =
        area && cornersOf(area).every((place, n) => isSamePlace(place, placeOf(next, corners[n] ?? at, place)));
      held = undefined;
      view.set({
        cursor: placeOf(next, at, cursor),
        pendingTarget,
        ...(!isStill && { area: undefined, anchor: undefined }),
      });
      note();
    },
    arrive() {
      const { pendingTarget, cursor } = view.get();
      const place = pendingTarget && source && standing(source, pendingTarget, cursor);
      if (!place) return false;
      view.set({ cursor: place, anchor: undefined, area: undefined, explained: undefined, hover: undefined });
      return true;
    },
  };
}

function standing(source: MatrixSource, { axis, key }: { axis: 'rows' | 'columns'; key: string }, cursor: MatrixPlace) {
  if (axis === 'columns') {
    const place = columnOf(source, key, cursor);
    const isIt = place && (thingAt(source, place).column === key || isBand(source, key));
    return isIt ? place : undefined;
  }
  const row = source.rows.indexOf(key);
  return row !== undefined && source.rows.at(row)?.key === key ? { ...cursor, row } : undefined;
}

const isBand = ({ columns }: MatrixSource, key: string) =>
  columns.bands.some((level) => level.some((band) => band.key === key));
