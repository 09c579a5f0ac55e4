import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-ago';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('timeAgo', () => {
  it.each([
    [null, { unit: 'never' }],
    ['2026-03-10T12:00:30Z', { unit: 'now' }],
    ['2026-03-10T11:59:01Z', { unit: 'now' }],
    ['2026-03-10T11:59:00Z', { unit: 'minutes', count: 1 }],
    ['2026-03-10T11:00:01Z', { unit: 'minutes', count: 59 }],
    ['2026-03-10T11:00:00Z', { unit: 'hours', count: 1 }],
    ['2026-03-09T12:00:01Z', { unit: 'hours', count: 23 }],
    ['2026-03-08T11:00:00Z', { unit: 'days', count: 2 }],
  ])('reads %s as %o', (instant, expected) => {
    expect(timeAgo(instant, now)).toEqual(expected);
  });
});
