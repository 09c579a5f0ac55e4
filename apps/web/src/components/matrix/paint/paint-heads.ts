import type { MatrixAxis, MatrixBand, MatrixEntry } from '../source/matrix-source';
import { columnHead } from '../view/column-head';
import type { Range } from '../view/geometry';
import { minForLabels } from '../view/measure';
import { outline } from './paint-body';
import { clipped, type Frame, xOf, yOf } from './scene';

/** The headings of rows: labels, indented, groups with an arrow. */
export function paintRowHeads(frame: Frame): void {
  const { context, palette, left, top, bottom, rowsSeen, source, cellHeight, unit } = frame;
  const line = Math.max(1, Math.floor(unit));
  const every = stride(cellHeight / unit);
  clipped(frame, [0, top, left, bottom - top], () => {
    context.fillStyle = palette.panel;
    context.fillRect(0, top, left, bottom - top);
    for (let row = rowsSeen.first; row <= rowsSeen.last; row++) {
      const y = yOf(frame, row);
      paintHeadTint(frame, { axis: 'rows', index: row, box: [0, y, left, cellHeight] });
      if (every > 1) continue;
      context.fillStyle = palette.soft;
      context.fillRect(0, y + cellHeight - line, left, line);
    }
    for (const row of labelled(source.rows, rowsSeen, every)) paintRowLabel(frame, row, every);
    context.fillStyle = palette.line;
    context.fillRect(left - line, top, line, bottom - top);
    const { cursor, hasFocus } = frame.state;
    if (hasFocus && cursor.column < 0 && cursor.row >= 0) {
      outline(frame, [0, yOf(frame, cursor.row), left, cellHeight], Math.round(2 * unit));
    }
  });
}

const stride = (cell: number) => Math.max(1, Math.ceil(minForLabels / cell));

type Chosen = { index: number; rank: number };

/**
 * Which entries get a label. If cells are too small for all: per block the outermost group, else the first entry,
 * without overlaps. It depends on the entries only, so labels do not jump while scrolling.
 */
function* labelled(axis: MatrixAxis, seen: Range, every: number): Generator<number> {
  if (every === 1) {
    for (let index = seen.first; index <= seen.last; index++) yield index;
    return;
  }
  const first = Math.floor(seen.first / every) * every;
  let [before, here] = [choose(axis, first - every, every), choose(axis, first, every)];
  for (let block = first; block <= seen.last; block += every) {
    const after = choose(axis, block + every, every);
    const isHidden = (other: Chosen, isEarlier: boolean) =>
      Math.abs(other.index - here.index) < every && (other.rank < here.rank || (isEarlier && other.rank === here.rank));
    if (here.index >= 0 && !isHidden(before, true) && !isHidden(after, false)) yield here.index;
    [before, here] = [here, after];
  }
}

const leafRank = 100;
const never: Chosen = { index: Number.NEGATIVE_INFINITY, rank: leafRank };

function choose(axis: MatrixAxis, block: number, every: number): Chosen {
  if (block < 0 || block >= axis.length) return never;
  let best: Chosen = { index: block, rank: leafRank };
  for (let index = block; index < Math.min(axis.length, block + every); index++) {
    const entry = axis.at(index);
    if (entry?.isOpen !== undefined && entry.depth < best.rank) best = { index, rank: entry.depth };
  }
  return best;
}

type Head = { axis: 'rows' | 'columns'; index: number; box: [number, number, number, number] };

function paintHeadTint({ context, palette, state, source, unit }: Frame, { axis, index, box }: Head) {
  const cross = state.hover ?? (state.hasFocus ? state.cursor : undefined);
  const isCrossed = cross && (axis === 'rows' ? cross.row : cross.row < -1 ? -1 : cross.column) === index;
  const isMatch = state.found[axis].size > 0 && state.found[axis].has(source[axis].at(index)?.key ?? '');
  if (!isCrossed && !isMatch) return;
  if (isMatch && palette.isForced) {
    const [x, y, width, height] = box;
    const line = Math.round(4 * unit);
    context.fillStyle = palette.found;
    if (axis === 'rows') context.fillRect(x, y, line, height);
    else context.fillRect(x, y + height - line, width, line);
    return;
  }
  context.fillStyle = isCrossed ? palette.tint : palette.found;
  context.fillRect(...box);
}

function paintRowLabel(frame: Frame, row: number, every: number) {
  const { context, palette, unit, cache, cellHeight, left, source, geometry } = frame;
  const entry = source.rows.at(row);
  const isNarrow = geometry.header.width < 130;
  const indent = (isNarrow ? 6 : 10) * unit + (entry?.depth ?? 0) * (isNarrow ? 8 : 14) * unit;
  const middle = Math.round(yOf(frame, row) + (every > 1 ? (minForLabels * unit) / 2 : cellHeight / 2));
  if (!entry) {
    context.fillStyle = palette.soft;
    context.fillRect(indent, middle - 3 * unit, left * 0.5, 6 * unit);
    return;
  }
  if (entry.isOpen !== undefined) paintArrow(frame, { x: indent + 4 * unit, y: middle, isOpen: entry.isOpen });
  const from = indent + (hasGroups(source.rows) ? 14 * unit : 0);
  const size = every > 1 ? 11 : 13;
  context.font = `${entry.isOpen === undefined ? 400 : 560} ${size * unit}px ${palette.font}`;
  context.fillStyle = entry.isOdd ? palette.odd : palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(cache.fitted(context, shownLabel(entry), left - from - 8 * unit), from, middle);
}

/** Marked by a sign too, not by colour alone. */
const shownLabel = ({ label, short = label, isOdd }: MatrixEntry, head = short) => (isOdd ? `? ${head}` : head);

/** Whether labels have room for arrows, judged by the first ones. */
const hasGroups = (axis: MatrixAxis) => axis.at(0)?.isOpen !== undefined || axis.at(1)?.isOpen !== undefined;

function paintArrow({ context, palette, unit }: Frame, { x, y, isOpen }: { x: number; y: number; isOpen: boolean }) {
  const [long, short] = [4 * unit, 2.2 * unit];
  context.strokeStyle = palette.mute;
  context.lineWidth = 1.5 * unit;
  context.beginPath();
  context.moveTo(...(isOpen ? ([x - long, y - short] as const) : ([x - short, y - long] as const)));
  context.lineTo(...(isOpen ? ([x, y + short] as const) : ([x + short, y] as const)));
  context.lineTo(...(isOpen ? ([x + long, y - short] as const) : ([x - short, y + long] as const)));
  context.stroke();
}

/**
 * The headings of columns: bands of open groups, outermost first, and below them the labels, vertical in narrow
 * cells.
 */
export function paintColumnHeads(frame: Frame): void {
  const { context, palette, left, top, right, source, unit, geometry, columnsSeen, cellWidth, state } = frame;
  const line = Math.max(1, Math.floor(unit));
  const bandHeight = Math.round(geometry.bandHeight * unit);
  const labelsTop = bandHeight * geometry.bands;
  clipped(frame, [left, 0, right - left, top], () => {
    context.fillStyle = palette.panel;
    context.fillRect(left, 0, right - left, top);
    context.fillStyle = palette.head;
    context.fillRect(left, 0, right - left, labelsTop);
    for (let column = columnsSeen.first; column <= columnsSeen.last; column++) {
      paintHeadTint(frame, {
        axis: 'columns',
        index: column,
        box: [xOf(frame, column), labelsTop, cellWidth, top - labelsTop],
      });
    }
    source.columns.bands.forEach((level, depth) => {
      for (const band of level)
        paintBand(frame, band, { y: depth * bandHeight, bottom: top, isOutermost: depth === 0 });
    });
    const every = stride(cellWidth / unit);
    for (const column of labelled(source.columns, columnsSeen, every)) {
      // Bands give the position; labels of single doors between them would be noise.
      const isNoise = every > 1 && geometry.bands > 0 && source.columns.at(column)?.isOpen === undefined;
      if (!isNoise) paintColumnLabel(frame, column, labelsTop);
    }
    context.fillStyle = palette.line;
    context.fillRect(left, top - line, right - left, line);
    const { cursor, hasFocus } = state;
    if (hasFocus && cursor.row === -1) {
      outline(frame, [xOf(frame, cursor.column), labelsTop, cellWidth, top - labelsTop], Math.round(2 * unit));
    }
  });
}

function paintBand(frame: Frame, band: MatrixBand, at: { y: number; bottom: number; isOutermost: boolean }) {
  const { context, palette, unit, cache, left, right, geometry, source, state } = frame;
  const [x, end] = [Math.max(left, xOf(frame, band.start)), Math.min(right, xOf(frame, band.end))];
  if (end <= left || x >= right || end <= x) return;
  const line = Math.max(1, Math.floor(unit));
  const height = Math.round(geometry.bandHeight * unit);
  context.fillStyle = at.isOutermost ? palette.head : palette.panel;
  context.fillRect(x, at.y, end - x, height);
  context.fillStyle = at.isOutermost ? palette.line : palette.soft;
  context.fillRect(end - line, at.y, line, at.bottom - at.y);
  context.fillRect(x, at.y + height - line, end - x, line);
  const isCursor =
    state.hasFocus &&
    source.columns.bands[geometry.bands + state.cursor.row + 1]?.includes(band) &&
    state.cursor.column >= band.start &&
    state.cursor.column < band.end;
  if (isCursor) outline(frame, [x, at.y, end - x, height], Math.round(2 * unit));
  const room = end - x - 10 * unit;
  if (room < 12 * unit) return;
  const hasArrow = room > 40 * unit;
  if (hasArrow) paintArrow(frame, { x: x + 10 * unit, y: at.y + height / 2, isOpen: true });
  const from = x + (hasArrow ? 19 : 5) * unit;
  context.font = `${at.isOutermost ? 600 : 500} ${12 * unit}px ${palette.font}`;
  context.fillStyle = at.isOutermost ? palette.ink : palette.mute;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(
    cache.fitted(context, band.label, Math.round(end - from - 4 * unit)),
    from,
    at.y + height / 2 + unit * 0.5,
  );
}

function paintColumnLabel(frame: Frame, column: number, labelsTop: number) {
  const { context, palette, unit, cache, top, cellWidth, cellHeight, source } = frame;
  const entry = source.columns.at(column);
  const x = xOf(frame, column);
  const text = entry && shownLabel(entry, columnHead(source.columns, column, cellWidth / unit));
  if (!entry || text === undefined) {
    context.fillStyle = palette.soft;
    context.fillRect(x + cellWidth / 2 - 3 * unit, labelsTop + 10 * unit, 6 * unit, top - labelsTop - 16 * unit);
    return;
  }
  context.font = `${entry.isOpen === undefined ? 400 : 560} ${(cellWidth / unit < 18 ? 11 : 12) * unit}px ${palette.font}`;
  context.fillStyle = entry.isOdd ? palette.odd : entry.isOpen === undefined ? palette.mute : palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  if (cellWidth > cellHeight) {
    context.fillText(cache.fitted(context, text, cellWidth - 10 * unit), x + 5 * unit, top - 14 * unit);
    return;
  }
  const isGroup = entry.isOpen !== undefined;
  const room = top - labelsTop - (isGroup ? 22 : 12) * unit;
  const middle = cellWidth / unit < minForLabels ? (minForLabels * unit) / 2 : cellWidth / 2;
  if (isGroup) paintArrow(frame, { x: x + middle, y: top - 9 * unit, isOpen: false });
  context.save();
  context.translate(Math.round(x + middle), top - (isGroup ? 17 : 7) * unit);
  context.rotate(-Math.PI / 2);
  context.fillText(cache.fitted(context, text, Math.round(room)), 0, 0);
  context.restore();
}

/** The corner above the headings of rows, naming rows and columns. */
export function paintCorner(frame: Frame): void {
  const { context, palette, left, top, unit, cache, words } = frame;
  const line = Math.max(1, Math.floor(unit));
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, left, top);
  context.fillStyle = palette.line;
  context.fillRect(left - line, 0, line, top);
  context.fillRect(0, top - line, left, line);
  context.font = `500 ${12 * unit}px ${palette.font}`;
  context.fillStyle = palette.mute;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(cache.fitted(context, words.corner, left - 16 * unit), 10 * unit, top - 9 * unit);
}
