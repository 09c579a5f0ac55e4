import { DriverError } from '@key2xs/drivers';
import { expect, test } from 'vitest';
import { pauseAfter } from './pause-after';

test('a job rests longer with each failure, and as long as the system demands', () => {
  const pauses = { firstMs: 60_000, maxMs: 900_000 };
  const busy = (retry_after_seconds: number) => new DriverError('rate_limited', { retry_after_seconds });
  expect([1, 2, 9].map((failures) => pauseAfter(new Error('a bug'), failures, pauses))).toEqual([
    60_000, 120_000, 900_000,
  ]);
  expect(pauseAfter(busy(10), 1, pauses), 'less than our pause').toBe(60_000);
  expect(pauseAfter(busy(1_200), 9, pauses)).toBe(1_200_000);
  expect(pauseAfter(new Error('the task failed', { cause: busy(1_200) }), 1, pauses)).toBe(1_200_000);
  expect(pauseAfter(busy(1e9), 1, pauses), 'a system that demands years').toBe(6 * 3_600_000);
});
