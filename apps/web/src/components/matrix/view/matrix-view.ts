import type { MatrixArea, MatrixPlace } from '../source/matrix-source';
import { isSamePlace } from './area';

/** The state of interaction with a matrix, apart from scrolling, which the browser holds. */
export type ViewState = {
  zoom: number;
  cursor: MatrixPlace;
  /** Where a selection started. */
  anchor: MatrixPlace | undefined;
  area: MatrixArea | undefined;
  hover: MatrixPlace | undefined;
  hasFocus: boolean;
  /** Keys of matching rows and columns. */
  found: { rows: ReadonlySet<string>; columns: ReadonlySet<string> };
  /** A row or column that the cursor moves to once it is visible; dropped when the cursor moves elsewhere. */
  pendingTarget: MatrixTarget | undefined;
  /** The explained crossing; pinned until the user leaves it. */
  explained: (MatrixPlace & { isPinned: boolean }) | undefined;
};

export type MatrixTarget = { axis: 'rows' | 'columns'; key: string };

export type MatrixView = {
  get(): ViewState;
  set(changes: Partial<ViewState>): void;
  subscribe(listener: () => void): () => void;
};

export const nothingFound: ViewState['found'] = { rows: new Set(), columns: new Set() };

/** Outside React: the pointer moves a hundred times a second, and only components whose part changed render again. */
export function createMatrixView(zoom: number): MatrixView {
  let state: ViewState = {
    zoom,
    cursor: { row: 0, column: 0 },
    anchor: undefined,
    area: undefined,
    hover: undefined,
    hasFocus: false,
    found: nothingFound,
    pendingTarget: undefined,
    explained: undefined,
  };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(changes) {
      const next = { ...state, ...(changes.cursor && { pendingTarget: undefined }), ...changes };
      if (isSamePlace(next.hover, state.hover)) next.hover = state.hover;
      if (isSamePlace(next.cursor, state.cursor)) next.cursor = state.cursor;
      const keys = Object.keys(next) as (keyof ViewState)[]; // keys of a closed type
      if (keys.every((key) => next[key] === state[key])) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
