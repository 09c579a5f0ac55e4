import type { MatrixBand, MatrixPlace } from '../source/matrix-source';

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** The measures of a matrix, in CSS pixels. */
export type Geometry = {
  /** The box it is shown in, without scroll bars. */
  view: Size;
  cell: Size;
  /** Fixed at the left and at the top. */
  header: Size;
  /** Bands over the labels of columns, and the height of each. */
  bands: number;
  bandHeight: number;
  /** Fixed at the right and at the bottom; 0 without totals. */
  totals: Size;
  rows: number;
  columns: number;
};

/** Browsers cannot lay out more than about 17 million pixels; above this, scrolling is scaled. */
const maxExtent = 8_000_000;

export const bodyOf = ({ view, header, totals }: Geometry): Size => ({
  width: Math.max(0, view.width - header.width - totals.width),
  height: Math.max(0, view.height - header.height - totals.height),
});

const contentOf = ({ cell, rows, columns }: Geometry): Size => ({
  width: cell.width * columns,
  height: cell.height * rows,
});

/** The size laid out for the browser to scroll. */
export function extentOf(geometry: Geometry): Size {
  const { header, totals } = geometry;
  const content = contentOf(geometry);
  return {
    width: Math.min(maxExtent, header.width + content.width + totals.width),
    height: Math.min(maxExtent, header.height + content.height + totals.height),
  };
}

/** The offset of the content for a scroll position. */
export function offsetOf(geometry: Geometry, scroll: Point): Point {
  const reach = reachOf(geometry);
  return { x: scaled(scroll.x, reach.scroll.x, reach.offset.x), y: scaled(scroll.y, reach.scroll.y, reach.offset.y) };
}

/** The scroll position for an offset of the content. */
export function scrollFor(geometry: Geometry, offset: Point): Point {
  const reach = reachOf(geometry);
  return {
    x: scaled(clamp(offset.x, reach.offset.x), reach.offset.x, reach.scroll.x),
    y: scaled(clamp(offset.y, reach.offset.y), reach.offset.y, reach.scroll.y),
  };
}

function reachOf(geometry: Geometry): { scroll: Point; offset: Point } {
  const { view } = geometry;
  const [extent, content, body] = [extentOf(geometry), contentOf(geometry), bodyOf(geometry)];
  return {
    scroll: { x: Math.max(0, extent.width - view.width), y: Math.max(0, extent.height - view.height) },
    offset: { x: Math.max(0, content.width - body.width), y: Math.max(0, content.height - body.height) },
  };
}

const scaled = (value: number, from: number, to: number) => (from <= 0 || from === to ? value : (value * to) / from);
const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

export type Range = { first: number; last: number };

/** Partly visible rows or columns; empty if `last` is before `first`. */
export function visibleRows(geometry: Geometry, offset: Point): Range {
  return visible(offset.y, bodyOf(geometry).height, geometry.cell.height, geometry.rows);
}
export function visibleColumns(geometry: Geometry, offset: Point): Range {
  return visible(offset.x, bodyOf(geometry).width, geometry.cell.width, geometry.columns);
}

function visible(offset: number, body: number, cell: number, count: number): Range {
  return {
    first: Math.max(0, Math.floor(offset / cell)),
    last: Math.min(count - 1, Math.ceil((offset + body) / cell) - 1),
  };
}

/** The crossing or heading at a point of the view. Undefined for nothing, the corner or a total. */
export function placeAt(geometry: Geometry, offset: Point, point: Point): MatrixPlace | undefined {
  const { header, cell, rows, columns, bands, bandHeight } = geometry;
  const body = bodyOf(geometry);
  if (point.x < 0 || point.y < 0) return undefined;
  if (point.x >= header.width + body.width || point.y >= header.height + body.height) return undefined;
  const row = Math.floor((point.y - header.height + offset.y) / cell.height);
  const column = Math.floor((point.x - header.width + offset.x) / cell.width);
  if (point.y >= header.height && row >= rows) return undefined;
  if (point.x >= header.width && column >= columns) return undefined;
  if (point.x < header.width) return point.y < header.height ? undefined : { row, column: -1 };
  if (point.y >= header.height) return { row, column };
  // Bands are counted upwards from the labels.
  return { row: -1 - Math.max(0, bands - Math.floor(point.y / bandHeight)), column };
}

/** On which side of the crossings a point is: -1 before them, 1 after them, 0 inside. */
export function beyondBody(geometry: Geometry, { x, y }: Point): MatrixPlace {
  const { header } = geometry;
  const body = bodyOf(geometry);
  const side = (at: number, start: number, length: number) => (at < start ? -1 : at >= start + length ? 1 : 0);
  return { row: side(y, header.height, body.height), column: side(x, header.width, body.width) };
}

/** The visible crossing nearest to a point. */
export function nearestPlace(geometry: Geometry, offset: Point, point: Point): MatrixPlace {
  const { header, cell } = geometry;
  const [rows, columns] = [visibleRows(geometry, offset), visibleColumns(geometry, offset)];
  const held = (index: number, { first, last }: Range) => Math.max(first, Math.min(last, Math.floor(index)));
  return {
    row: held((point.y - header.height + offset.y) / cell.height, rows),
    column: held((point.x - header.width + offset.x) / cell.width, columns),
  };
}

/** The box of a crossing or heading in the view. */
export function boxOf(geometry: Geometry, offset: Point, { row, column }: MatrixPlace): Point & Size {
  const { header, cell } = geometry;
  return {
    x: column < 0 ? 0 : header.width + column * cell.width - offset.x,
    y: row < 0 ? 0 : header.height + row * cell.height - offset.y,
    width: column < 0 ? header.width : cell.width,
    height: row < 0 ? header.height : cell.height,
  };
}

/** The smallest move that shows a crossing completely, with a margin. */
export function offsetToShow(geometry: Geometry, offset: Point, { row, column }: MatrixPlace): Point {
  const { cell } = geometry;
  const body = bodyOf(geometry);
  return {
    x: column < 0 ? offset.x : near(offset.x, column * cell.width, cell.width, body.width),
    y: row < 0 ? offset.y : near(offset.y, row * cell.height, cell.height, body.height),
  };
}

/** Margin around the shown crossing, for small cells. */
const minMargin = 40;

function near(offset: number, start: number, length: number, body: number): number {
  const margin = Math.max(0, Math.min(Math.max(length, minMargin), (body - length) / 2));
  if (start - margin < offset) return Math.max(0, start - margin);
  const over = start + length + margin - body;
  return over > offset ? over : offset;
}

/** The offset that keeps the content under a point in place at another size of cells. */
export function offsetAfterZoom(before: Geometry, after: Geometry, view: { offset: Point; at: Point }): Point {
  const { offset, at } = view;
  const inBody = { x: Math.max(0, at.x - before.header.width), y: Math.max(0, at.y - before.header.height) };
  return {
    x: ((offset.x + inBody.x) * after.cell.width) / before.cell.width - inBody.x,
    y: ((offset.y + inBody.y) * after.cell.height) / before.cell.height - inBody.y,
  };
}

/** The band of a level over an index; bands do not overlap. */
export function bandAt(level: readonly MatrixBand[] | undefined, index: number): MatrixBand | undefined {
  if (!level) return undefined;
  let [low, high] = [0, level.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const band = level[middle];
    if (!band) return undefined;
    if (index < band.start) high = middle - 1;
    else if (index >= band.end) low = middle + 1;
    else return band;
  }
  return undefined;
}
