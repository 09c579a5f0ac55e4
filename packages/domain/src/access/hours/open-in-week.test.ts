import { describe, expect, it } from 'vitest';
import { openInWeek, spansOf } from './open-in-week';
import { clockIn } from './wall-clock';
import { hoursOf } from './weekly-hours';

const window = (
  days: number[],
  from: string,
  to: string,
  valid: { valid_from?: string; valid_until?: string } = {},
) => ({
  days,
  from,
  to,
  valid_from: null,
  valid_until: null,
  ...valid,
});
const berlin = clockIn('Europe/Berlin');
const spansAt = (at: string, ...windows: ReturnType<typeof window>[]) =>
  spansOf(openInWeek(hoursOf(windows), berlin, Date.parse(at)));
const minute = (day: number, hour: number, past = 0) => (day - 1) * 1_440 + hour * 60 + past;

describe('openInWeek', () => {
  it('is the whole week for a rule without windows', () => {
    expect(spansAt('2026-03-03T09:00:00Z')).toEqual([{ from: 0, to: 10_080 }]);
  });

  it('passes midnight, also from Sunday to Monday', () => {
    expect(spansAt('2026-03-03T09:00:00Z', window([3, 7], '22:00', '06:00'))).toEqual([
      { from: 0, to: minute(1, 6) },
      { from: minute(3, 22), to: minute(4, 6) },
      { from: minute(7, 22), to: 10_080 },
    ]);
  });

  it('ends on the last date within the week, by the clock there', () => {
    const ends = window([1, 2, 3, 4, 5], '08:00', '16:00', { valid_until: '2026-03-04T11:00:00Z' });
    expect(spansAt('2026-03-06T09:00:00Z', ends).at(-1)).toEqual({ from: minute(3, 8), to: minute(3, 12) });
  });

  it('has no hour that the clock skips, and one that it repeats once', () => {
    const night = window([7], '01:00', '04:00');
    expect(spansAt('2026-03-25T09:00:00Z', night)).toEqual([
      { from: minute(7, 1), to: minute(7, 2) },
      { from: minute(7, 3), to: minute(7, 4) },
    ]);
    expect(spansAt('2026-10-21T09:00:00Z', night)).toEqual([{ from: minute(7, 1), to: minute(7, 4) }]);
  });

  it('finds Monday where the clock was set since', () => {
    const monday = window([1], '00:00', '00:30');
    for (const at of ['2026-03-29T20:00:00Z', '2026-10-25T20:00:00Z'])
      expect(spansAt(at, monday)).toEqual([{ from: 0, to: 30 }]);
  });
});
