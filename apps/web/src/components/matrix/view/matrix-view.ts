import type { MatrixArea, MatrixPlace } from '../source/matrix-source';
import { isSamePlace } from './area';

/** What a reader does to a matrix, apart from scrolling, which the browser keeps. */
export type ViewState = {
  zoom: number;
  cursor: MatrixPlace;
  /** Where a selection began. */
  anchor: MatrixPlace | undefined;
  area: MatrixArea | undefined;
  hover: MatrixPlace | undefined;
  hasFocus: boolean;
  /** Keys of rows and columns that were found. */
  found: { rows: ReadonlySet<string>; columns: ReadonlySet<string> };
  /** A row or column that the cursor goes to as soon as it stands; given up when the cursor goes elsewhere. */
  sought: Sought | undefined;
  /** The crossing that is explained; pinned until it is left. */
  explained: (MatrixPlace & { isPinned: boolean }) | undefined;
};

export type Sought = { axis: 'rows' | 'columns'; key: string };

export type MatrixView = {
  get(): ViewState;
  set(changes: Partial<ViewState>): void;
  subscribe(listener: () => void): () => void;
};

export const nothingFound: ViewState['found'] = { rows: new Set(), columns: new Set() };

/** Outside of React: the pointer moves a hundred times a second, and only what has changed for somebody is rendered anew. */
export function createMatrixView(zoom: number): MatrixView {
  let state: ViewState = {
    zoom,
    cursor: { row: 0, column: 0 },
    anchor: undefined,
    area: undefined,
    hover: undefined,
    hasFocus: false,
    found: nothingFound,
    sought: undefined,
    explained: undefined,
  };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(changes) {
      const next = { ...state, ...(changes.cursor && { sought: undefined }), ...changes };
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
