import { expect, test } from 'vitest';
import { capacityOf } from './capacity';

test.for<[used: number | null, limit: number | null, expected: ReturnType<typeof capacityOf>]>([
  [0, 100, { percent: 0, level: 'free' }],
  [69, 100, { percent: 69, level: 'free' }],
  [699, 1_000, { percent: 69, level: 'free' }],
  [70, 100, { percent: 70, level: 'filling' }],
  [84, 100, { percent: 84, level: 'filling' }],
  [85, 100, { percent: 85, level: 'nearly_full' }],
  [94, 100, { percent: 94, level: 'nearly_full' }],
  [95, 100, { percent: 95, level: 'full' }],
  [1_100, 1_000, { percent: 110, level: 'full' }],
  [null, 100, undefined],
  [5, null, undefined],
  [0, 0, undefined],
])('%s of %s', ([used, limit, expected]) => {
  expect(capacityOf(used, limit)).toEqual(expected);
});
