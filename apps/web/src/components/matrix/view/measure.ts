import type { MatrixAxis, MatrixEntry, MatrixSource } from '../source/matrix-source';
import { columnHead, textWidth } from './column-head';
import type { Geometry, Size } from './geometry';
import { cellAt } from './zoom';

/** From this cell width on, each column has its label. */
export const minForLabels = 14;
const bandHeight = 24;
const widthOfTotals = 58;
/** Narrower views, as on phones, leave the room to crossings. */
const minForTotals = 520;
const heightOfTotals = 46;
/** Number of labels measured per axis; more would hardly change the longest. */
const sample = 300;

type MeasureInput = { source: MatrixSource; zoom: number; view: Size; unit: number };

/** The measures for a size of cells, in whole device pixels so that lines are sharp on every screen. */
export function measure({ source, zoom, view, unit }: MeasureInput): Geometry {
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
      width: rows.total && view.width >= minForTotals ? snap(widthOfTotals) : 0,
      height: columns.total ? snap(heightOfTotals) : 0,
    },
    rows: rows.length,
    columns: columns.length,
  };
}

const headerWidth = (rows: MatrixAxis, view: number) => {
  const widest = maxLength(
    rows,
    '',
    // At 13 px; groups are bold.
    ({ label, depth, isOpen }) =>
      textWidth(label) * (isOpen === undefined ? 1.09 : 1.16) + depth * 14 + (isOpen === undefined ? 0 : 8),
  );
  return Math.max(88, Math.min(widest + 40, 340, view * 0.32));
};

function labelHeight(columns: MatrixAxis, cell: Size, room: number): number {
  if (cell.width > cell.height) return 28;
  // Under bands the labels of cells this small are left out, except for closed groups.
  if (cell.width < minForLabels && columns.bands.length > 0 && !hasClosedGroups(columns)) return 10;
  const widest = maxLength(
    columns,
    `${cell.width}`,
    ({ isOpen }, index) => textWidth(columnHead(columns, index, cell.width)) + (isOpen === undefined ? 0 : 10),
  );
  return Math.max(44, Math.min(widest + 16, 230, room * 0.5));
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

const known = new WeakMap<MatrixAxis, Map<string, number>>();

/** @param kind what the lengths depend on beside the axis */
function maxLength(axis: MatrixAxis, kind: string, lengthOf: (entry: MatrixEntry, index: number) => number): number {
  const ofAxis = known.get(axis) ?? new Map<string, number>();
  known.set(axis, ofAxis);
  const before = ofAxis.get(kind);
  if (before !== undefined) return before;
  const step = Math.max(1, Math.floor(axis.length / sample));
  let most = 0;
  for (let index = 0; index < axis.length; index += step) {
    const entry = axis.at(index);
    if (entry) most = Math.max(most, lengthOf(entry, index));
  }
  if (most > 0) ofAxis.set(kind, most);
  return most;
}
