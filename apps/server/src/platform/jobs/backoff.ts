/** How long to wait after failures: the first pause, doubled by each further failure, up to the longest. */
export type Backoff = { firstMs: number; maxMs: number };

/** @param failures in a row, this one included; none: no pause @returns milliseconds until the next try */
export const backoff = (failures: number, { firstMs, maxMs }: Backoff): number =>
  failures <= 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), maxMs);
