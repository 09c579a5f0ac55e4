import type { MatrixAxis, MatrixEntry, MatrixSource } from '../source/matrix-source';
import type { Geometry, Size } from './geometry';
import { cellAt } from './zoom';

/** From this width of cells on, each column has its label. */
export const leastForLabels = 14;
const bandHeight = 24;
const widthOfTotals = 58;
/** Narrower views, as on phones, keep their room for crossings. */
const leastForTotals = 520;
const heightOfTotals = 46;
/** Entries whose labels are looked at; more would tell little more about the longest. */
const sample = 300;

type Asked = { source: MatrixSource; zoom: number; view: Size; unit: number };

/** What the parts measure at a size of cells, in whole device pixels so that lines are sharp on every screen. */
export function measure({ source, zoom, view, unit }: Asked): Geometry {
  const snap = (length: number) => Math.max(1, Math.round(length * unit)) / unit;
  const { rows, columns } = source;
  const cell = cellAt(zoom);
  const bands = columns.bands.length;
  const labels = labelHeight(columns, cell, view.height - bands * bandHeight);
  return {
    view,
    cell: { width: snap(cell.width), height: snap(cell.height) },
    header: { width: snap(headerWidth(rows, view.width)), height: snap(labels) + bands * snap(bandHeight) },
    bands,
    bandHeight: snap(bandHeight),
    totals: {
      width: rows.total && view.width >= leastForTotals ? snap(widthOfTotals) : 0,
      height: columns.total ? snap(heightOfTotals) : 0,
    },
    rows: rows.length,
    columns: columns.length,
  };
}

const headerWidth = (rows: MatrixAxis, view: number) => {
  const widest = longest(
    rows,
    // Groups are bold, and often in capitals.
    ({ label, depth, isOpen }) =>
      label.length * (isOpen === undefined ? 7 : 8.2) + depth * 14 + (isOpen === undefined ? 0 : 8),
  );
  return Math.max(88, Math.min(widest + 40, 300, view * 0.32));
};

function labelHeight(columns: MatrixAxis, cell: Size, room: number): number {
  if (cell.width > cell.height) return 28;
  // Under bands the labels of cells this small are left out, but for closed groups.
  if (cell.width < leastForLabels && columns.bands.length > 0 && !hasClosedGroups(columns)) return 10;
  const widest = longest(
    columns,
    ({ label, short = label, isOpen }) => short.length * 6.4 + (isOpen === undefined ? 0 : 10),
  );
  return Math.max(44, Math.min(widest + 16, 150, room * 0.34));
}

const closed = new WeakMap<MatrixAxis, boolean>();

function hasClosedGroups(axis: MatrixAxis): boolean {
  const before = closed.get(axis);
  if (before !== undefined) return before;
  let has = false;
  for (let index = 0; index < axis.length && !has; index++) has = axis.at(index)?.isOpen !== undefined;
  closed.set(axis, has);
  return has;
}

const known = new WeakMap<MatrixAxis, number>();

function longest(axis: MatrixAxis, lengthOf: (entry: MatrixEntry) => number): number {
  const before = known.get(axis);
  if (before !== undefined) return before;
  const step = Math.max(1, Math.floor(axis.length / sample));
  let most = 0;
  for (let index = 0; index < axis.length; index += step) {
    const entry = axis.at(index);
    if (entry) most = Math.max(most, lengthOf(entry));
  }
  if (most > 0) known.set(axis, most);
  return most;
}
