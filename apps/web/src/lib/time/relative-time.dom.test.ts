import { expect, it } from 'vitest';
import { relativeTime } from './relative-time';

const then = '2026-03-01T00:00:00.000Z';

it.each([
  [-5, '0s ago'],
  [0, '0s ago'],
  [59, '59s ago'],
  [60, '1m ago'],
  [3_599, '59m ago'],
  [3_600, '1h ago'],
  [86_399, '23h ago'],
  [86_400, '1d ago'],
  [400 * 86_400, '400d ago'],
])('%i seconds later it is %s', (seconds, words) => {
  expect(relativeTime(then, Date.parse(then) + seconds * 1_000)).toBe(words);
});
