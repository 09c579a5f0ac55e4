import type { Size } from './geometry';

/** Sizes of cells, in CSS pixels, that buttons and keys step through. */
const steps = [2, 3, 4, 6, 8, 10, 13, 16, 20, 26, 32, 40];
const smallest = 2;
const largest = 40;
/** Above the largest square size: cells wide enough for words. */
const wide = 41;
const wideCell: Size = { width: 112, height: 30 };

/** Up to this size cells are shades, above it symbols. */
export const symbolsFrom = 12;
/** Up to this size a cell is a few pixels of a picture. */
export const picturesBelow = 6;

export const usualZoom = (isCoarse: boolean): number => (isCoarse ? 40 : 26);

export const cellAt = (zoom: number): Size => (zoom >= wide ? wideCell : { width: zoom, height: zoom });

/** The next step from any size; the same at the end. */
export function zoomStep(zoom: number, by: 1 | -1, hasText: boolean): number {
  const all = hasText ? [...steps, wide] : steps;
  const next = by > 0 ? all.find((step) => step > zoom) : all.findLast((step) => step < zoom);
  return next ?? zoom;
}

/** Any size requested by a pinch or the wheel, in whole pixels. */
export const zoomTo = (size: number): number => Math.round(Math.max(smallest, Math.min(largest, size)));

/** The largest size at which everything is visible. */
export const zoomToFit = (body: Size, rows: number, columns: number): number =>
  Math.max(
    smallest,
    Math.min(largest, Math.floor(Math.min(body.width / Math.max(1, columns), body.height / Math.max(1, rows)))),
  );
