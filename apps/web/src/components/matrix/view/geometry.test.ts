import { describe, expect, it } from 'vitest';
import {
  beyondBody,
  boxOf,
  extentOf,
  type Geometry,
  nearestPlace,
  offsetAfterZoom,
  offsetOf,
  offsetToShow,
  placeAt,
  scrollFor,
  visibleColumns,
  visibleRows,
} from './geometry';

const geometry: Geometry = {
  view: { width: 800, height: 600 },
  cell: { width: 20, height: 20 },
  header: { width: 200, height: 100 },
  bands: 2,
  bandHeight: 25,
  totals: { width: 50, height: 40 },
  rows: 1_000,
  columns: 500,
};
const start = { x: 0, y: 0 };

describe('geometry', () => {
  it('finds the side on which a point is outside, and the nearest visible crossing', () => {
    expect(beyondBody(geometry, { x: 749, y: 559 })).toEqual({ row: 0, column: 0 });
    expect(beyondBody(geometry, { x: 199, y: 560 })).toEqual({ row: 1, column: -1 });
    expect(beyondBody(geometry, { x: 750, y: -20 })).toEqual({ row: -1, column: 1 });
    expect(nearestPlace(geometry, { x: 0, y: 45 }, { x: 0, y: 0 })).toEqual({ row: 2, column: 0 });
    expect(nearestPlace(geometry, start, { x: 2_000, y: 575 })).toEqual({ row: 22, column: 27 });
  });

  it('finds crossings, headings and bands, but nothing in the corner and the totals', () => {
    expect(placeAt(geometry, start, { x: 200, y: 100 })).toEqual({ row: 0, column: 0 });
    expect(placeAt(geometry, { x: 30, y: 45 }, { x: 259, y: 119 })).toEqual({ row: 3, column: 4 });
    expect(placeAt(geometry, start, { x: 10, y: 121 })).toEqual({ row: 1, column: -1 });
    expect(placeAt(geometry, start, { x: 221, y: 80 })).toEqual({ row: -1, column: 1 });
    expect(placeAt(geometry, start, { x: 221, y: 30 })).toEqual({ row: -2, column: 1 });
    expect(placeAt(geometry, start, { x: 221, y: 0 })).toEqual({ row: -3, column: 1 });
    expect(placeAt(geometry, start, { x: 10, y: 10 })).toBeUndefined();
    expect(placeAt(geometry, start, { x: 760, y: 200 })).toBeUndefined();
    expect(placeAt(geometry, start, { x: 300, y: 570 })).toBeUndefined();
  });

  it('finds nothing beyond the last row and column', () => {
    const small = { ...geometry, rows: 2, columns: 3 };
    expect(placeAt(small, start, { x: 259, y: 139 })).toEqual({ row: 1, column: 2 });
    expect(placeAt(small, start, { x: 260, y: 110 })).toBeUndefined();
    expect(placeAt(small, start, { x: 210, y: 140 })).toBeUndefined();
  });

  it('returns a box that matches the place at its points', () => {
    const offset = { x: 333, y: 777 };
    const { x, y, width, height } = boxOf(geometry, offset, { row: 50, column: 30 });
    expect(placeAt(geometry, offset, { x: x + width / 2, y: y + height / 2 })).toEqual({ row: 50, column: 30 });
  });

  it('returns only visible rows, including partly visible ones', () => {
    expect(visibleRows(geometry, { x: 0, y: 30 })).toEqual({ first: 1, last: 24 });
    expect(visibleColumns(geometry, { x: 0, y: 0 })).toEqual({ first: 0, last: 27 });
    expect(visibleRows({ ...geometry, rows: 0 }, start)).toEqual({ first: 0, last: -1 });
  });

  it('scales scrolling for content higher than browsers can lay out', () => {
    const huge = { ...geometry, rows: 5_000_000 };
    const extent = extentOf(huge);
    expect(extent.height).toBe(8_000_000);
    const end = offsetOf(huge, { x: 0, y: extent.height - huge.view.height });
    expect(visibleRows(huge, end).last).toBe(4_999_999);
    const middle = { x: 0, y: 40_000_000 };
    expect(offsetOf(huge, scrollFor(huge, middle)).y).toBeCloseTo(middle.y, 3);
  });

  it('shows a crossing with the smallest move', () => {
    expect(offsetToShow(geometry, start, { row: 5, column: 5 })).toEqual(start);
    const moved = offsetToShow(geometry, start, { row: 100, column: 5 });
    expect(moved).toEqual({ x: 0, y: 100 * 20 + 20 + 40 - 460 });
    expect(offsetToShow(geometry, moved, { row: 99, column: 5 })).toEqual(moved);
    expect(offsetToShow(geometry, { x: 500, y: 500 }, { row: 3, column: -1 })).toEqual({ x: 500, y: 20 });
  });

  it('keeps the content under the pointer in place while zooming', () => {
    const larger = { ...geometry, cell: { width: 40, height: 40 } };
    const at = { x: 405, y: 307 };
    const offset = { x: 1_000, y: 2_000 };
    const before = placeAt(geometry, offset, at);
    expect(placeAt(larger, offsetAfterZoom(geometry, larger, { offset, at }), at)).toEqual(before);
  });
});
