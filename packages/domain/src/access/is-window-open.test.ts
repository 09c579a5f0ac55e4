import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aWindow } from '../../test/plans';
import { isWindowOpen, localTimeAt } from './is-window-open';

const hh = (n: number) => String(n).padStart(2, '0');
const minutes = (wallClock: string) => Number(wallClock.slice(0, 2)) * 60 + Number(wallClock.slice(3));

/** Week of Monday 6 to Sunday 12 January 2025, in UTC. */
const at = (day: number, time: string) => `2025-01-${hh(5 + day)}T${time}:00Z`;

function isOpen(window: Parameters<typeof aWindow>[0], instant: string, zone = 'UTC'): boolean {
  const local = localTimeAt(instant, zone);
  if (!local) throw new Error(`No local time for ${instant} in ${zone}`);
  return isWindowOpen(aWindow(window), local);
}

describe('isWindowOpen', () => {
  it.each([
    ['in the first minute', { days: [1] }, at(1, '08:00'), true],
    ['in the last minute', { days: [1] }, at(1, '17:59'), true],
    ['not at its end', { days: [1] }, at(1, '18:00'), false],
    ['not on another day', { days: [2] }, at(1, '12:00'), false],
    ['until midnight when it ends at 24:00', { days: [1], to: '24:00' }, at(1, '23:59'), true],
    ['not after midnight when it ends at 24:00', { days: [1], to: '24:00' }, at(2, '00:00'), false],
    ['all day when both ends are equal', { days: [1], from: '08:00', to: '08:00' }, at(1, '03:00'), true],
    ['not the day after when both ends are equal', { days: [1], from: '08:00', to: '08:00' }, at(2, '03:00'), false],
    ['the evening a night begins', { days: [5], from: '22:00', to: '06:00' }, at(5, '23:00'), true],
    ['the morning after', { days: [5], from: '22:00', to: '06:00' }, at(6, '05:59'), true],
    ['not the morning of the day it begins', { days: [5], from: '22:00', to: '06:00' }, at(5, '05:59'), false],
    ['not between the ends of a night', { days: [5, 6], from: '22:00', to: '06:00' }, at(6, '12:00'), false],
    ['Monday morning after a Sunday night', { days: [7], from: '22:00', to: '06:00' }, at(1, '01:00'), true],
  ])('opens %s', (_, window, instant, expected) => {
    expect(isOpen(window, instant)).toBe(expected);
  });

  it.each([
    ['from its first instant', { valid_from: at(1, '12:00') }, at(1, '12:00'), true],
    ['not before its first instant', { valid_from: at(1, '12:01') }, at(1, '12:00'), false],
    ['not at its last instant', { valid_until: at(1, '12:00') }, at(1, '12:00'), false],
    ['before its last instant', { valid_until: at(1, '12:01') }, at(1, '12:00'), true],
    ['not with dates that are none', { valid_until: 'soon' }, at(1, '12:00'), false],
  ])('is valid %s', (_, window, instant, expected) => {
    expect(isOpen(window, instant)).toBe(expected);
  });

  it('opens in exactly as many minutes of a week as its length says', () => {
    const wallClock = fc.nat({ max: 1439 }).map((m) => `${hh(Math.floor(m / 60))}:${hh(m % 60)}`);
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(days, wallClock, wallClock, (days, from, to) => {
        const length = (minutes(to) - minutes(from) + 1440) % 1440 || 1440;
        let open = 0;
        for (let i = 0; i < 7 * 1440; i++) {
          const local = { epochMs: 0, weekday: Math.floor(i / 1440) + 1, minute: i % 1440 };
          if (isWindowOpen(aWindow({ days, from, to }), local)) open++;
        }
        expect(open).toBe(length * days.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('localTimeAt', () => {
  it('reads the clock of the zone', () => {
    expect(localTimeAt('2025-01-05T23:30:00Z', 'Europe/Berlin')).toMatchObject({ weekday: 1, minute: 30 });
    expect(localTimeAt('2025-01-06T02:59:59Z', 'America/New_York')).toMatchObject({ weekday: 7, minute: 21 * 60 + 59 });
    expect(localTimeAt('2025-01-06T00:00:00Z', 'UTC')).toMatchObject({ weekday: 1, minute: 0 });
  });

  it('follows daylight saving by the clock: the skipped hour never comes, the repeated one comes twice', () => {
    const night = { days: [7], from: '02:00', to: '03:00' };
    const zone = 'Europe/Berlin';
    // 30 March 2025: 01:59 is followed by 03:00.
    expect(isOpen(night, '2025-03-30T00:59:00Z', zone)).toBe(false);
    expect(isOpen(night, '2025-03-30T01:00:00Z', zone)).toBe(false);
    // 26 October 2025: 02:30 comes at 00:30 and at 01:30 UTC.
    expect(isOpen(night, '2025-10-26T00:30:00Z', zone)).toBe(true);
    expect(isOpen(night, '2025-10-26T01:30:00Z', zone)).toBe(true);
    expect(isOpen(night, '2025-10-26T02:00:00Z', zone)).toBe(false);
  });

  it('answers nothing for a moment or a zone that is none', () => {
    expect(localTimeAt('yesterday', 'UTC')).toBeUndefined();
    expect(localTimeAt('2025-01-06T00:00:00Z', 'Europe/Atlantis')).toBeUndefined();
  });
});
