import { describe, expect, it } from 'vitest';
import { parseRetryAfter, pauseAfter } from './retry-pauses';

const hourMs = 3_600_000;

describe('pauseAfter', () => {
  it('grows from seconds to a day, and ends after more than five days', () => {
    const pauses = Array.from({ length: 11 }, (_, at) => pauseAfter(at + 1, 0) ?? 0);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect([pauses[0], pauses.at(-1)]).toEqual([5_000, 24 * hourMs]);
    expect(pauses.reduce((all, ms) => all + ms)).toBeGreaterThan(5 * 24 * hourMs);
    expect(pauseAfter(12, 0)).toBeUndefined();
  });

  it('is a tenth shorter at most', () => {
    expect([pauseAfter(1, 0.999), pauseAfter(1, 0)]).toEqual([expect.closeTo(4_500, -1), 5_000]);
  });

  it('is at least what the receiver asks for, and a day at most', () => {
    expect([pauseAfter(1, 0, 60_000), pauseAfter(2, 0, 60_000), pauseAfter(1, 0, 90 * hourMs)]).toEqual([
      60_000,
      300_000,
      24 * hourMs,
    ]);
  });
});

describe('parseRetryAfter', () => {
  const now = new Date('2026-11-26T12:00:00Z');

  it.each([
    ['120', 120_000],
    ['Thu, 26 Nov 2026 12:01:00 GMT', 60_000],
    ['Thu, 26 Nov 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['2026-11-26', undefined],
  ])('%s', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});
