import { describe, expect, it } from 'vitest';
import {
  changeTimes,
  endOfTimes,
  findBreach,
  findTimesProblem,
  isSameTimes,
  kindOfPerson,
  stateOfTimes,
  type TimesOfKey,
} from './key-times';
import { addDays, dayIn } from './zoned-day';

const anyTime: TimesOfKey = {
  validity: 'always',
  valid_from: null,
  valid_until: null,
  revalidation_minutes: null,
  schedule: [],
};
/** The end of 4 December in Berlin. */
const until = '2026-12-04T23:00:00.000Z';
const between: TimesOfKey = {
  ...anyTime,
  validity: 'between',
  valid_from: '2026-11-01T23:00:00.000Z',
  valid_until: until,
};
const daily: TimesOfKey = { ...anyTime, revalidation_minutes: 1_440 };
const updated = '2026-12-01T08:00:00.000Z';

describe('how a key stands', () => {
  it.each<[string, TimesOfKey | null, string | null, string, string]>([
    ['without limits', anyTime, null, '2026-12-01T08:00:00Z', 'ok'],
    ['that never works', { ...anyTime, validity: 'never' }, updated, '2026-12-01T08:00:00Z', 'never'],
    ['of unknown times', null, updated, '2026-12-01T08:00:00Z', 'not_known'],
    ['before it begins', between, null, '2026-11-01T22:59:59.999Z', 'not_yet_valid'],
    ['as it begins', between, null, '2026-11-01T23:00:00Z', 'ok'],
    ['shortly before its last day ends', between, null, '2026-12-04T22:59:59.999Z', 'due_soon'],
    ['as its last day ends', between, null, until, 'expired'],
    ['a moment before its deadline', daily, updated, '2026-12-02T07:59:59.999Z', 'due_soon'],
    ['at its deadline', daily, updated, '2026-12-02T08:00:00Z', 'lapsed'],
    ['with an interval but no known update', daily, null, '2026-12-02T08:00:00Z', 'not_known'],
    ['far from its deadline', { ...anyTime, revalidation_minutes: 43_200 }, updated, '2026-12-02T08:00:00Z', 'ok'],
    ['expired and lapsed', { ...between, revalidation_minutes: 1 }, updated, '2026-12-05T08:00:00Z', 'expired'],
  ])('%s', (_, times, lastUpdate, at, state) => {
    expect(stateOfTimes({ times, isSure: true, lastUpdate }, new Date(at), 7)).toBe(state);
  });

  it('is not known while it is not known what the key holds', () => {
    expect(stateOfTimes({ times: anyTime, isSure: false, lastUpdate: updated }, new Date(updated), 7)).toBe(
      'not_known',
    );
  });
});

it.each<[string, TimesOfKey, string | null, ReturnType<typeof endOfTimes>]>([
  ['nothing', anyTime, updated, null],
  ['its validity', between, updated, { at: until, by: 'validity' }],
  ['its interval', daily, updated, { at: '2026-12-02T08:00:00.000Z', by: 'revalidation' }],
  [
    'the earlier of both',
    { ...between, revalidation_minutes: 60 },
    updated,
    { at: '2026-12-01T09:00:00.000Z', by: 'revalidation' },
  ],
  // A day of 1,440 minutes passes the end of summer time, so the clock on the wall shows an hour less.
  [
    'an interval over a change of the clocks',
    daily,
    '2026-10-24T10:00:00.000Z',
    { at: '2026-10-25T10:00:00.000Z', by: 'revalidation' },
  ],
  ['nothing while never', { ...daily, validity: 'never' }, updated, null],
])('a key is ended by %s', (_, times, lastUpdate, end) => {
  expect(endOfTimes(times, lastUpdate)).toEqual(end);
});

describe('times', () => {
  const window = (days: number[], from: string, to: string) => ({ days, from, to });
  it.each<[string, Partial<TimesOfKey>, string | undefined]>([
    ['any time', {}, undefined],
    ['no end', { validity: 'between', valid_from: updated }, 'between_needs_both'],
    ['the same moment', { validity: 'between', valid_from: until, valid_until: until }, 'from_after_until'],
    ['no minutes', { revalidation_minutes: 0 }, 'interval_out_of_range'],
    ['hours side by side', { schedule: [window([1], '08:00', '12:00'), window([1], '12:00', '17:00')] }, undefined],
    [
      'hours that overlap',
      { schedule: [window([1], '08:00', '12:01'), window([1, 2], '12:00', '17:00')] },
      'windows_overlap',
    ],
    [
      'a night into Monday',
      { schedule: [window([7], '22:00', '06:00'), window([1], '05:00', '07:00')] },
      'windows_overlap',
    ],
    [
      'a whole day and hours of it',
      { schedule: [window([3], '00:00', '00:00'), window([3], '05:00', '07:00')] },
      'windows_overlap',
    ],
    [
      'too many windows',
      { schedule: Array.from({ length: 21 }, () => window([1], '08:00', '09:00')) },
      'too_many_windows',
    ],
  ])('with %s', (_, change, problem) => {
    expect(findTimesProblem({ ...anyTime, ...change })).toBe(problem);
  });

  it('that change in part keep the rest, and forget dates that no longer count', () => {
    expect(changeTimes(between, { revalidation_minutes: 60 })).toEqual({ ...between, revalidation_minutes: 60 });
    expect(changeTimes({ ...between, revalidation_minutes: 60 }, { validity: 'always' })).toEqual({
      ...anyTime,
      revalidation_minutes: 60,
    });
  });

  it('that are not known can only become known as a whole, or never', () => {
    expect(changeTimes(null, { revalidation_minutes: 60 })).toBeNull();
    expect(changeTimes(null, { validity: 'never' })).toEqual({ ...anyTime, validity: 'never' });
    expect(changeTimes(null, anyTime)).toEqual(anyTime);
  });

  it('are the same in any order of windows and days', () => {
    const [one, other] = [window([2, 1], '08:00', '12:00'), window([3], '08:00', '12:00')];
    const again = window([1, 2], '08:00', '12:00');
    expect(isSameTimes({ ...anyTime, schedule: [one, other] }, { ...anyTime, schedule: [other, again] })).toBe(true);
    expect(isSameTimes({ ...anyTime, schedule: [one] }, anyTime)).toBe(false);
  });
});

it.each<[string, TimesOfKey, Partial<Parameters<typeof findBreach>[1]>, string | undefined]>([
  ['within', daily, { max_minutes: 1_440 }, undefined],
  ['above', { ...daily, revalidation_minutes: 1_441 }, { max_minutes: 1_440 }, 'interval_too_long'],
  ['without an interval', anyTime, { max_minutes: 1_440 }, 'interval_missing'],
  ['of no limit', anyTime, {}, undefined],
  ['of an external without an end', daily, { isExternal: true, needsEnd: true }, 'end_missing'],
  ['of an external with an end', between, { isExternal: true, needsEnd: true }, undefined],
  [
    'that never work',
    { ...anyTime, validity: 'never' },
    { max_minutes: 1, isExternal: true, needsEnd: true },
    undefined,
  ],
])('policy: times %s', (_, times, rule, breach) => {
  expect(findBreach(times, { max_minutes: null, isExternal: false, needsEnd: false, ...rule })).toBe(breach);
});

it('takes people for externals by their type, whatever its case', () => {
  const types = ['Visitor', ' contractor '];
  expect(['VISITOR', 'Contractor', 'Employee', '', null].map((type) => kindOfPerson(type, types))).toEqual([
    'external',
    'external',
    'employee',
    'employee',
    'employee',
  ]);
});

it.each([
  ['Europe/Berlin', '2026-12-04T22:59:59.999Z', '2026-12-04'],
  ['Europe/Berlin', '2026-12-04T23:00:00.000Z', '2026-12-05'],
  ['Europe/Berlin', '2026-10-25T22:59:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['Pacific/Auckland', '2026-12-04T11:00:00.000Z', '2026-12-05'],
])('in %s it is at %s the day %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

it('counts days by the calendar', () => {
  expect([addDays('2026-03-28', 2), addDays('2026-12-31', 1)]).toEqual(['2026-03-30', '2027-01-01']);
});
