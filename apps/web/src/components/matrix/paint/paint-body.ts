import { picturesBelow } from '../view/zoom';
import { isBlank, lookOf, percentOf } from './look';
import { tileSize } from './overview-pictures';
import { clipped, type Frame, xOf, yOf } from './scene';

/** Time budget per frame for new parts of the overview; the rest follows in the next frames. */
const paintingMs = 7;

/** Paints the visible crossings. @returns whether some have to wait for the next frame */
export function paintBody(frame: Frame): boolean {
  let isUnfinished = false;
  const { left, top, right, bottom, geometry } = frame;
  clipped(frame, [left, top, right - left, bottom - top], () => {
    paintTints(frame);
    if (geometry.cell.height < picturesBelow) isUnfinished = paintOverview(frame);
    else {
      paintLines(frame);
      paintCells(frame);
    }
    paintBorders(frame);
    paintArea(frame);
    paintCursor(frame);
  });
  return isUnfinished;
}

/** Matched rows and columns, and the cross under the pointer or the cursor. */
function paintTints(frame: Frame) {
  const { context, palette, state } = frame;
  if (!palette.isForced) paintMatches(frame); // Otherwise a bar at their headings shows it.
  context.fillStyle = palette.tint;
  const cross = state.hover ?? (state.hasFocus ? state.cursor : undefined);
  if (!cross) return;
  if (cross.row >= 0) fillRow(frame, cross.row);
  if (cross.column >= 0 && cross.row >= -1) fillColumn(frame, cross.column);
}

function paintMatches(frame: Frame) {
  const { context, palette, state, source, rowsSeen, columnsSeen } = frame;
  context.fillStyle = palette.found;
  if (state.found.rows.size > 0) {
    for (let row = rowsSeen.first; row <= rowsSeen.last; row++) {
      if (state.found.rows.has(source.rows.at(row)?.key ?? '')) fillRow(frame, row);
    }
  }
  if (state.found.columns.size === 0) return;
  for (let column = columnsSeen.first; column <= columnsSeen.last; column++) {
    if (state.found.columns.has(source.columns.at(column)?.key ?? '')) fillColumn(frame, column);
  }
}

const fillRow = (frame: Frame, row: number) =>
  frame.context.fillRect(frame.left, yOf(frame, row), frame.right - frame.left, frame.cellHeight);
const fillColumn = (frame: Frame, column: number) =>
  frame.context.fillRect(xOf(frame, column), frame.top, frame.cellWidth, frame.bottom - frame.top);

function paintOverview(frame: Frame): boolean {
  const { context, rowsSeen, columnsSeen, cache, cellWidth, cellHeight } = frame;
  const end = performance.now() + paintingMs;
  let isUnfinished = false;
  context.imageSmoothingEnabled = false;
  const [firstRow, lastRow] = [Math.floor(rowsSeen.first / tileSize), Math.floor(rowsSeen.last / tileSize)];
  const [firstColumn, lastColumn] = [Math.floor(columnsSeen.first / tileSize), Math.floor(columnsSeen.last / tileSize)];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const tile = cache.overview(row, column, performance.now() < end);
      const [x, y] = [xOf(frame, column * tileSize), yOf(frame, row * tileSize)];
      if (tile) context.drawImage(tile.picture, x, y, tile.columns * cellWidth, tile.rows * cellHeight);
      else isUnfinished = true;
    }
  }
  context.imageSmoothingEnabled = true;
  return isUnfinished;
}

function paintLines(frame: Frame) {
  const { context, palette, rowsSeen, columnsSeen, source, left, top, right, bottom, unit, cellHeight } = frame;
  if (cellHeight / unit < 8) return;
  const line = Math.max(1, Math.floor(unit));
  context.fillStyle = palette.soft;
  for (let row = rowsSeen.first; row <= rowsSeen.last; row++) {
    context.fillRect(left, yOf(frame, row + 1) - line, right - left, line);
  }
  // Without bands, every fifth line separates the columns.
  const every = source.columns.bands.length > 0 ? 0 : 5;
  for (let column = columnsSeen.first; every && column <= columnsSeen.last; column++) {
    if ((column + 1) % every === 0) context.fillRect(xOf(frame, column + 1) - line, top, line, bottom - top);
  }
}

function paintCells(frame: Frame) {
  const { context, source, cache, rowsSeen, columnsSeen, cellWidth, cellHeight } = frame;
  const isWide = cellWidth !== cellHeight;
  for (let row = rowsSeen.first; row <= rowsSeen.last; row++) {
    const y = yOf(frame, row);
    for (let column = columnsSeen.first; column <= columnsSeen.last; column++) {
      const look = lookOf(source.cell(row, column));
      if (isBlank(look)) continue;
      const x = xOf(frame, column);
      context.drawImage(cache.symbols(look), x, y);
      if (isWide && look >= 0)
        paintText(frame, { x: x + cellHeight, y }, source.text?.(row, column) ?? `${percentOf(look)}%`);
    }
  }
}

function paintText(
  { context, unit, palette, cache, cellWidth, cellHeight }: Frame,
  at: { x: number; y: number },
  text: string,
) {
  context.font = `${12 * unit}px ${palette.font}`;
  context.fillStyle = palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(cache.fitted(context, text, cellWidth - cellHeight - 4 * unit), at.x, at.y + cellHeight / 2);
}

/** Lines between groups of columns. */
function paintBorders(frame: Frame) {
  const { context, palette, source, top, bottom, unit, columnsSeen } = frame;
  const line = Math.max(1, Math.floor(unit));
  source.columns.bands.forEach((level, depth) => {
    context.fillStyle = depth === 0 ? palette.line : palette.soft;
    for (const { start, end } of level) {
      if (end < columnsSeen.first || start > columnsSeen.last) continue;
      context.fillRect(xOf(frame, start) - line, top, line, bottom - top);
      context.fillRect(xOf(frame, end) - line, top, line, bottom - top);
    }
  });
}

function paintArea(frame: Frame) {
  const { context, palette, state, unit } = frame;
  if (!state.area) return;
  const { rows, columns } = state.area;
  const [x, y] = [xOf(frame, columns[0]), yOf(frame, rows[0])];
  const [width, height] = [xOf(frame, columns[1] + 1) - x, yOf(frame, rows[1] + 1) - y];
  context.globalAlpha = 0.16;
  context.fillStyle = palette.accent;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  outline(frame, [x, y, width, height], Math.max(1, Math.round(1.5 * unit)));
}

function paintCursor(frame: Frame) {
  const { state, unit, cellWidth, cellHeight } = frame;
  const { row, column } = state.cursor;
  if (row < 0 || column < 0) return;
  if (!state.hasFocus && !state.explained?.isPinned) return;
  const line = Math.max(1, Math.round(2 * unit));
  outline(frame, [xOf(frame, column), yOf(frame, row), cellWidth, cellHeight], line);
}

/** Just inside a rectangle; around it if it is too small. */
export function outline({ context, palette }: Frame, box: [number, number, number, number], line: number): void {
  const [x, y, width, height] = box;
  const out = Math.min(width, height) < 6 * line ? line : 0;
  context.strokeStyle = palette.accent;
  context.lineWidth = line;
  context.strokeRect(x - out + line / 2, y - out + line / 2, width + 2 * out - line, height + 2 * out - line);
}
