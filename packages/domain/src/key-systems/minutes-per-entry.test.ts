import { expect, test } from 'vitest';
import { minutesPerEntry } from './minutes-per-entry';

const tick = (minute: number, count = 1, by = 'ada') => ({ by, count, at: new Date(minute * 60_000) });

test.for<[name: string, ticks: Parameters<typeof minutesPerEntry>[0], minutes: number | null, measured: number]>([
  ['nothing is known without ticks', [], null, 0],
  ['nine entries are too few', [tick(0), tick(9, 9)], null, 9],
  ['entries ticked together share the time since the tick before', [tick(0), tick(20, 10)], 2, 10],
  ['the median counts entries, not ticks', [tick(0), tick(10, 10), tick(40, 1)], 1, 11],
  ['a long pause tells nothing', [tick(0), tick(10, 10), tick(500, 40)], 1, 10],
  [
    'each person is measured alone',
    [tick(0, 1, 'ada'), tick(5, 1, 'bo'), tick(10, 5, 'ada'), tick(15, 5, 'bo')],
    2,
    10,
  ],
])('%s', ([, ticks, minutes, measured]) => {
  expect(minutesPerEntry(ticks)).toEqual({ minutes, measured });
});
