import { expect, it } from 'vitest';
import { dayOf, endOfDay, instantOf, lastDayBefore, startOfDay, wallClockOf } from './wall-clock';

it.each([
  ['2026-03-01', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-02T04:00:00.000Z'],
  ['2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
])('%s in %s starts and ends by the local clock, and is read back', (day, zone, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end]);
  expect([dayOf(start, zone), lastDayBefore(end, zone)]).toEqual([day, day]);
});

it('returns nothing for no day', () => {
  expect([startOfDay('', 'UTC'), endOfDay('soon', 'UTC'), dayOf(null, 'UTC'), lastDayBefore(null, 'UTC')]).toEqual([
    null,
    null,
    '',
    '',
  ]);
});

it.each([
  ['2026-03-31T17:30', 'Europe/Berlin', '2026-03-31T15:30:00.000Z'],
  ['2026-12-01T00:15', 'America/New_York', '2026-12-01T05:15:00.000Z'],
])('%s on the clock of %s is %s', (local, zone, instant) => {
  expect([instantOf(local, zone), wallClockOf(instant, zone)]).toEqual([instant, local]);
});
