import type { MatrixAxis, MatrixPlace, MatrixSource } from '../source/matrix-source';
import { bandAt } from './geometry';

export type Key = { key: string; isCtrl: boolean; isShift: boolean };

/** The effect of a key at the cursor. */
export type KeyAct =
  | { kind: 'go'; to: MatrixPlace; extends: boolean }
  | { kind: 'fold'; axis: 'rows' | 'columns'; key: string }
  | { kind: 'open' | 'toggle' | 'clear' | 'leave' | 'zoom-in' | 'zoom-out' | 'zoom-usual' };

type Moving = {
  source: MatrixSource;
  cursor: MatrixPlace;
  /** The number of rows that fit into the view. */
  page: number;
};

const plain: Record<string, KeyAct['kind']> = {
  Escape: 'leave',
  Delete: 'clear',
  Backspace: 'clear',
  '+': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-usual',
};

/** Undefined for other keys, which are left to the browser. */
export function actOf(key: Key, moving: Moving): KeyAct | undefined {
  const { cursor, source } = moving;
  const kind = plain[key.key];
  if (kind && kind !== 'go' && kind !== 'fold') return { kind };
  if (key.key === 'Enter' || key.key === ' ') return press(key, moving);
  const folded = !key.isCtrl && !key.isShift ? foldRow(key.key, moving) : undefined;
  if (folded) return folded;
  const to = target(key, moving);
  if (!to) return undefined;
  const held = within(source, to);
  return { kind: 'go', to: held, extends: key.isShift && cursor.row >= 0 && cursor.column >= 0 };
}

function press({ key }: Key, { source, cursor }: Moving): KeyAct {
  const { row, column } = cursor;
  const group = groupAt(source, cursor);
  if (group) return { kind: 'fold', axis: column < 0 ? 'rows' : 'columns', key: group };
  return { kind: key === ' ' && row >= 0 && column >= 0 ? 'toggle' : 'open' };
}

/** The group that a heading opens or closes. */
export function groupAt({ rows, columns }: MatrixSource, { row, column }: MatrixPlace): string | undefined {
  if (row < -1) return bandAt(columns.bands[columns.bands.length + row + 1], column)?.key;
  const [axis, index] = column < 0 ? [rows, row] : [columns, column];
  const entry = row < 0 || column < 0 ? axis.at(index) : undefined;
  return entry?.isOpen === undefined ? undefined : entry.key;
}

/** Left closes a group or moves to its parent, right opens it, as in a tree. */
function foldRow(key: string, { source, cursor }: Moving): KeyAct | undefined {
  if (cursor.column >= 0 || cursor.row < 0) return undefined;
  const entry = source.rows.at(cursor.row);
  if (!entry) return undefined;
  const isToFold = (key === 'ArrowRight' && entry.isOpen === false) || (key === 'ArrowLeft' && entry.isOpen === true);
  if (isToFold) return { kind: 'fold', axis: 'rows', key: entry.key };
  if (key !== 'ArrowLeft') return undefined;
  const row = rowAround(source.rows, cursor.row, entry.depth);
  return row === undefined ? undefined : { kind: 'go', to: { row, column: -1 }, extends: false };
}

function rowAround(rows: MatrixAxis, from: number, depth: number): number | undefined {
  for (let row = from - 1; row >= 0 && depth > 0; row--) {
    if ((rows.at(row)?.depth ?? depth) < depth) return row;
  }
  return undefined;
}

const arrows: Record<string, MatrixPlace> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

function target({ key, isCtrl }: Key, moving: Moving): MatrixPlace | undefined {
  const { source, cursor, page } = moving;
  const step = arrows[key];
  if (step) {
    if (cursor.row < -1 && step.column !== 0) return besideBand(source, cursor, step.column);
    return isCtrl
      ? nextFilled(source, cursor, step)
      : { row: cursor.row + step.row, column: cursor.column + step.column };
  }
  const lastColumn = source.columns.length - 1;
  switch (key) {
    case 'Home':
      return { row: isCtrl ? 0 : cursor.row, column: !isCtrl && cursor.column === 0 ? -1 : 0 };
    case 'End':
      return { row: isCtrl ? source.rows.length - 1 : cursor.row, column: lastColumn };
    case 'PageUp':
      return { row: Math.max(Math.min(0, cursor.row), cursor.row - page), column: cursor.column };
    case 'PageDown':
      return { row: cursor.row + page, column: cursor.column };
    default:
      return undefined;
  }
}

function besideBand({ columns }: MatrixSource, { row, column }: MatrixPlace, step: number): MatrixPlace {
  const band = bandAt(columns.bands[columns.bands.length + row + 1], column);
  if (!band) return { row, column: column + step };
  return { row, column: step > 0 ? band.end : band.start - 1 };
}

/** The next crossing in a direction that is not empty; the last one if there is none. */
function nextFilled(source: MatrixSource, { row, column }: MatrixPlace, step: MatrixPlace): MatrixPlace {
  const { rows, columns } = source;
  let at = { row, column };
  for (;;) {
    const next = { row: at.row + step.row, column: at.column + step.column };
    if (next.row < 0 || next.column < 0 || next.row >= rows.length || next.column >= columns.length) return at;
    at = next;
    const cell = source.cell(at.row, at.column);
    if (cell && (cell.share > 0 || cell.change)) return at;
  }
}

/** The corner above the headings of rows is no place. */
function within({ rows, columns }: MatrixSource, { row, column }: MatrixPlace): MatrixPlace {
  const held = {
    row: Math.max(-1 - columns.bands.length, Math.min(rows.length - 1, row)),
    column: Math.max(-1, Math.min(columns.length - 1, column)),
  };
  return held.column < 0 && held.row < 0 ? { row: 0, column: -1 } : held;
}
