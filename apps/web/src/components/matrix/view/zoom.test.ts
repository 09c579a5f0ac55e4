import { expect, it } from 'vitest';
import { areaBetween, isInArea } from './area';
import { cellAt, zoomStep, zoomTo, zoomToFit } from './zoom';

it('steps from any size, and to wide cells only if they have words', () => {
  expect(zoomStep(5, 1, false)).toBe(6);
  expect(zoomStep(26, -1, false)).toBe(20);
  expect(zoomStep(2, -1, false)).toBe(2);
  expect(zoomStep(40, 1, false)).toBe(40);
  expect(cellAt(zoomStep(40, 1, true)).width).toBeGreaterThan(80);
});

it('fits everything, down to the smallest visible size', () => {
  expect(zoomToFit({ width: 1_000, height: 500 }, 100, 100)).toBe(5);
  expect(zoomToFit({ width: 1_000, height: 500 }, 5_000, 2_000)).toBe(2);
  expect(zoomToFit({ width: 1_000, height: 500 }, 2, 2)).toBe(40);
  expect([0.4, 7.6, 900].map(zoomTo)).toEqual([2, 8, 40]);
});

it('selects from any corner to any other', () => {
  const area = areaBetween({ row: 5, column: 1 }, { row: 2, column: 4 });
  expect(area).toEqual({ rows: [2, 5], columns: [1, 4] });
  expect(isInArea(area, { row: 2, column: 4 })).toBe(true);
  expect(isInArea(area, { row: 6, column: 4 })).toBe(false);
});
