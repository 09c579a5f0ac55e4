import { expect, test } from 'vitest';
import { backoff } from './backoff';

test('a pause doubles with each failure in a row, up to the longest', () => {
  const pauses = { firstMs: 2_000, maxMs: 30_000 };
  const waits = [0, 1, 2, 3, 4, 5, 6, 10_000].map((failures) => backoff(failures, pauses));
  expect(waits).toEqual([0, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});
