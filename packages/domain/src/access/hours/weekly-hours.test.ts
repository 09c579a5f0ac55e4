import type { TimeRestriction } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInside } from '../../../test/naive-access';
import { aWindow } from '../../../test/plans';
import { someInstant, someWindow, zones } from '../../../test/some-access';
import { clockIn, minutesOfWeek } from './wall-clock';
import { areOpen, hoursOf, nextChange } from './weekly-hours';

const hh = (n: number) => String(n).padStart(2, '0');
const minutes = (wallClock: string) => Number(wallClock.slice(0, 2)) * 60 + Number(wallClock.slice(3));
const minuteMs = 60_000;

/** Week of Monday 6 to Sunday 12 January 2025, in UTC. */
const at = (day: number, time: string) => `2025-01-${hh(5 + day)}T${time}:00Z`;

const isOpen = (window: Partial<TimeRestriction>, instant: string, zone = 'UTC') =>
  areOpen(hoursOf([aWindow(window)]), clockIn(zone), Date.parse(instant));

describe('areOpen', () => {
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
    ['from its first instant', { valid_from: at(1, '12:00') }, at(1, '12:00'), true],
    ['not before its first instant', { valid_from: at(1, '12:01') }, at(1, '12:00'), false],
    ['not at its last instant', { valid_until: at(1, '12:00') }, at(1, '12:00'), false],
    ['before its last instant', { valid_until: at(1, '12:01') }, at(1, '12:00'), true],
    ['not with dates that are none', { valid_until: 'soon' }, at(1, '12:00'), false],
    ['never at a moment that is none', { days: [1, 2, 3, 4, 5, 6, 7], to: '08:00' }, 'yesterday', false],
  ])('opens %s', (_, window, instant, expected) => {
    expect(isOpen(window, instant)).toBe(expected);
  });

  it('opens in exactly as many minutes of a week as its length says', () => {
    const wallClock = fc.nat({ max: 1_439 }).map((m) => `${hh(Math.floor(m / 60))}:${hh(m % 60)}`);
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(days, wallClock, wallClock, (days, from, to) => {
        const length = (minutes(to) - minutes(from) + 1_440) % 1_440 || 1_440;
        const hours = hoursOf([aWindow({ days, from, to })]);
        const open = Array.from({ length: minutesOfWeek }, (_, i) => areOpen(hours, clockIn('UTC'), i * minuteMs));
        expect(open.filter(Boolean)).toHaveLength(length * days.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('clockIn', () => {
  it('reads the clock of the zone', () => {
    const read = (instant: string, zone: string) => clockIn(zone).minuteOfWeek(Date.parse(instant));
    expect(read('2025-01-05T23:30:00Z', 'Europe/Berlin')).toBe(30);
    expect(read('2025-01-06T02:59:59Z', 'America/New_York')).toBe(6 * 1_440 + 21 * 60 + 59);
    expect(read('2025-01-06T00:00:00Z', 'UTC')).toBe(0);
    expect(read('1969-12-29T00:00:00Z', 'UTC')).toBe(0);
  });

  it('follows daylight saving by the clock: the skipped hour never comes, the repeated one comes twice', () => {
    const night = { days: [7], from: '02:00', to: '03:00' };
    const inBerlin = (instant: string) => isOpen(night, instant, 'Europe/Berlin');
    // On 30 March 2025, 01:59 is followed by 03:00.
    expect([inBerlin('2025-03-30T00:59:00Z'), inBerlin('2025-03-30T01:00:00Z')]).toEqual([false, false]);
    // On 26 October 2025, 02:30 occurs at 00:30 and at 01:30 UTC.
    expect([inBerlin('2025-10-26T00:30:00Z'), inBerlin('2025-10-26T01:30:00Z')]).toEqual([true, true]);
    expect(inBerlin('2025-10-26T02:00:00Z')).toBe(false);
  });

  // Each zone changes its clocks on two of these days, by an hour or by half of one.
  it.each(zones)('agrees with the calendar every minute of the days on which clocks change: %s', (zone) => {
    const windows = [
      aWindow({ days: [6, 7], from: '01:30', to: '02:30' }),
      aWindow({ days: [6], from: '22:00', to: '02:15' }),
    ];
    const hours = hoursOf(windows);
    const days = ['02-23', '03-09', '03-30', '04-06', '09-07', '10-05', '10-26', '11-02'];
    const wrong: string[] = [];
    for (const day of days) {
      const start = Date.parse(`2025-${day}T00:00:00Z`) - 12 * 3_600_000;
      for (let moment = start; moment < start + 48 * 3_600_000; moment += minuteMs) {
        const date = new Date(moment);
        const expected = windows.some((window) => isInside(window, date, zone));
        if (areOpen(hours, clockIn(zone), moment) !== expected) wrong.push(date.toISOString());
      }
    }
    expect(wrong).toEqual([]);
  });

  it('shows no time in an unknown zone, and at an invalid moment', () => {
    expect(clockIn('Europe/Atlantis').minuteOfWeek(0)).toBe(-1);
    expect(clockIn('UTC').minuteOfWeek(Number.NaN)).toBe(-1);
  });
});

describe('nextChange', () => {
  it('is the first minute at which hours open or close', () => {
    fc.assert(
      fc.property(
        fc.array(someWindow, { maxLength: 2 }),
        someInstant,
        fc.constantFrom(...zones),
        (windows, from, zone) => {
          const hours = hoursOf(windows);
          const stateAt = (moment: number) => areOpen(hours, clockIn(zone), moment);
          const start = from.getTime();
          const state = stateAt(start);
          const change = nextChange(hours, clockIn(zone), start);
          const end = Math.min(change ?? Number.POSITIVE_INFINITY, start + 40 * 86_400_000);
          const changed: number[] = []; // an `expect` for each moment would take most of the time
          for (let moment = start; moment < end; moment += 15 * minuteMs) {
            if (stateAt(moment) !== state) changed.push(moment);
          }
          expect(changed).toEqual([]);
          if (change !== undefined) expect(stateAt(change)).not.toBe(state);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('answers nothing where nothing changes', () => {
    expect(nextChange(undefined, clockIn('UTC'), 0)).toBeUndefined();
    const always = [aWindow({ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' })];
    expect(nextChange(hoursOf(always), clockIn('Europe/Berlin'), 0)).toBeUndefined();
    expect(
      nextChange(hoursOf([aWindow({ valid_until: at(1, '12:00') })]), clockIn('UTC'), Date.parse(at(2, '12:00'))),
    ).toBeUndefined();
  });
});
