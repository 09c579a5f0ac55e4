import type { TimetableWindow } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRuns, longestPause, mayRunAt, nextRun, type RunTimes } from './run-times';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
/** Fifteen days around clock changes in at least one zone, and around 29 February. */
const changes = ['2025-03-09', '2025-03-30', '2025-04-06', '2025-10-05', '2025-10-26', '2025-11-02', '2024-02-29'];

type Shown = { weekday: number; minute: number };
type Minutes = { from: number; shown: Shown[] };

const names = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The local time in a zone, minute by minute, for 35 days around a day. */
const minutesAround = new Map<string, Minutes>();
function calendar(zone: string, day: string): Minutes {
  const key = `${zone} ${day}`;
  const known = minutesAround.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const from = Date.parse(`${day}T00:00:00Z`) - 20 * dayMs;
  const shown = Array.from({ length: 35 * 1_440 }, (_, index): Shown => {
    const [weekday = '', time = ''] = format.format(from + index * minuteMs).split(' ');
    return { weekday: names.indexOf(weekday), minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
  });
  const minutes = { from, shown };
  minutesAround.set(key, minutes);
  return minutes;
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function isIn({ days, from, to }: TimetableWindow, { weekday, minute }: Shown): boolean {
  const yesterday = ((weekday + 5) % 7) + 1;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === end) return days.includes(weekday);
  if (start < end) return days.includes(weekday) && minute >= start && minute < end;
  return (days.includes(weekday) && minute >= start) || (days.includes(yesterday) && minute < end);
}

/** Walks through every minute: an opening starts a count, and so does midnight if nothing is ever closed. */
function naiveNext(
  { windows, interval_minutes }: RunTimes,
  { from, shown }: Minutes,
  after: number,
): number | undefined {
  const open = shown.map((at) => windows.length === 0 || windows.some((window) => isIn(window, at)));
  const isAlways = open.every(Boolean);
  let since: number | undefined;
  for (let index = 1; index < shown.length; index++) {
    const isNewDay = isAlways && shown[index]?.weekday !== shown[index - 1]?.weekday;
    if (open[index] && (!open[index - 1] || isNewDay)) since = index;
    const isRun = open[index] && since !== undefined && (index - since) % interval_minutes === 0;
    if (isRun && from + index * minuteMs > after) return from + index * minuteMs;
  }
  return undefined;
}

const someTime = fc.oneof(
  fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:00', '06:00', '22:00', '23:59'),
  fc
    .nat({ max: 1_439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`),
);
const someWindow: fc.Arbitrary<TimetableWindow> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: someTime,
  to: fc.oneof(someTime, fc.constant('24:00')),
});
const someInterval = fc.constantFrom(15, 60, 360, 1_440);

const at = (text: string) => Date.parse(`${text}Z`);
const toMinutes = (runs: readonly number[]) => runs.map((run) => new Date(run).toISOString().slice(0, 16));
const office: TimetableWindow[] = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }];
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const times = (interval_minutes: number, windows: TimetableWindow[] = [], time_zone = 'UTC'): RunTimes => ({
  interval_minutes,
  windows,
  time_zone,
});

describe('nextRun', () => {
  it('is the run that a walk through all minutes finds, on days on which clocks change', () => {
    fc.assert(
      fc.property(
        fc.array(someWindow, { maxLength: 3 }),
        someInterval,
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.integer({ min: -2 * dayMs, max: 2 * dayMs }),
        (windows, interval_minutes, time_zone, day, off) => {
          const wanted = { windows, interval_minutes, time_zone };
          const after = Date.parse(`${day}T00:00:00Z`) + off;
          expect(nextRun(wanted, after)).toBe(naiveNext(wanted, calendar(time_zone, day), after));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('starts when a window opens, then at every interval until it closes', () => {
    expect(toMinutes(listRuns(times(360, office), at('2026-03-06T05:00'), 5))).toEqual([
      '2026-03-06T06:00',
      '2026-03-06T12:00',
      '2026-03-06T18:00',
      '2026-03-09T06:00',
      '2026-03-09T12:00',
    ]);
    expect(toMinutes(listRuns(times(1_440, office), at('2026-03-05T07:00'), 2))).toEqual([
      '2026-03-06T06:00',
      '2026-03-09T06:00',
    ]);
  });

  it('passes midnight within one window', () => {
    const nights = [{ days: [5], from: '22:00', to: '02:00' }];
    expect(toMinutes(listRuns(times(60, nights), at('2026-03-06T22:30'), 4))).toEqual([
      '2026-03-06T23:00',
      '2026-03-07T00:00',
      '2026-03-07T01:00',
      '2026-03-13T22:00',
    ]);
  });

  it('restarts at each local midnight without windows', () => {
    expect(toMinutes(listRuns(times(1_440, [], 'Europe/Berlin'), at('2026-03-27T12:00'), 3))).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ]);
    const whole = [{ days: everyDay, from: '00:00', to: '24:00' }];
    expect(toMinutes(listRuns(times(1_440, whole, 'Europe/Berlin'), at('2026-03-28T12:00'), 2))).toEqual([
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ]);
  });

  it('has no run in an hour that summer time skips, and two in one that it repeats', () => {
    const night = [{ days: [7], from: '02:00', to: '03:00' }];
    expect(toMinutes(listRuns(times(1_440, night, 'Europe/Berlin'), at('2026-03-22T12:00'), 1))).toEqual([
      '2026-04-05T00:00',
    ]);
    expect(toMinutes(listRuns(times(60, night, 'Europe/Berlin'), at('2026-10-24T12:00'), 2))).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
    ]);
  });

  it('runs on 29 February, and is always after the given moment', () => {
    expect(toMinutes(listRuns(times(1_440), at('2028-02-28T00:00'), 2))).toEqual([
      '2028-02-29T00:00',
      '2028-03-01T00:00',
    ]);
    expect(toMinutes(listRuns(times(15), at('2028-02-29T00:15'), 1))).toEqual(['2028-02-29T00:30']);
  });

  it('is none in an unknown zone', () => {
    expect(nextRun(times(60, [], 'Europe/Atlantis'), 0)).toBeUndefined();
    expect(nextRun(times(60, office, 'Europe/Atlantis'), 0)).toBeUndefined();
  });
});

describe('mayRunAt', () => {
  it('holds within the windows, up to their end', () => {
    const may = (text: string) => mayRunAt(times(60, office), at(text));
    expect(
      ['2026-03-06T05:59', '2026-03-06T06:00', '2026-03-06T19:59', '2026-03-06T20:00', '2026-03-07T12:00'].map(may),
    ).toEqual([false, true, true, false, false]);
  });
});

describe('longestPause', () => {
  it.each([
    ['the interval where nothing is closed', times(60), 60],
    ['the nights and the weekend', times(60, office), 59 * 60],
    ['a week, of one hour a week', times(60, [{ days: [7], from: '02:00', to: '03:00' }]), 7 * 1_440],
    [
      'six days and a quarter of an hour, of one day a week',
      times(15, [{ days: [7], from: '00:00', to: '24:00' }]),
      6 * 1_440 + 15,
    ],
  ])('is %s', (_, wanted, minutes) => {
    expect(longestPause(wanted, at('2026-03-06T12:34'))).toBe(minutes);
  });
});
