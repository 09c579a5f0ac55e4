import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backedOffInterval, type TimetableFacts, timetableStatus } from './timetable-status';

const at = (text: string) => Date.parse(`2026-03-06T${text}:00Z`); // a Friday
const office = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }];

const facts = (changes: Partial<TimetableFacts> = {}): TimetableFacts => ({
  sync_interval: '1h',
  windows: office,
  time_zone: 'UTC',
  next_run_at: at('14:00'),
  last_run_at: at('13:00'),
  last_success_at: at('13:00'),
  pause: undefined,
  failures: 0,
  is_active: true,
  is_imported: true,
  is_stopped: false,
  is_running: false,
  ...changes,
});

const stand = (changes: Partial<TimetableFacts>, now: number) => {
  const { state, next, begins } = timetableStatus(facts(changes), now);
  return [state, next === undefined ? undefined : new Date(next).toISOString().slice(5, 16), begins];
};

describe('timetableStatus', () => {
  it('starts a due run, and not before', () => {
    expect(stand({}, at('13:59'))).toEqual(['scheduled', '03-06T14:00', false]);
    expect(stand({}, at('14:00'))).toEqual(['scheduled', '03-06T14:00', true]);
  });

  it('makes up once for missed runs, in the next window', () => {
    expect(stand({}, at('19:30'))).toEqual(['scheduled', '03-06T14:00', true]);
    expect(stand({}, at('23:00'))).toEqual(['scheduled', '03-09T06:00', false]);
  });

  it('delays a due run until the current one ends', () => {
    expect(stand({ is_running: true }, at('14:30'))).toEqual(['running', '03-06T14:00', false]);
    expect(stand({}, at('14:31'))).toEqual(['scheduled', '03-06T14:00', true]);
  });

  it('does not repeat a run that was started by hand since it was due', () => {
    expect(stand({ last_success_at: at('14:00') }, at('14:10'))).toEqual(['scheduled', '03-06T15:00', false]);
    expect(stand({ last_success_at: at('13:59') }, at('14:10'))).toEqual(['scheduled', '03-06T14:00', true]);
  });

  it.each([
    ['disabled', { sync_interval: 'disabled' }, undefined],
    ['inactive', { is_active: false }, undefined],
    ['waiting_for_decision', { is_stopped: true }, undefined],
    ['waiting_for_decision', { is_stopped: true, is_imported: false }, undefined],
    ['waiting_for_first_import', { is_imported: false }, undefined],
    ['paused', { pause: { until: undefined } }, undefined],
    ['paused', { pause: { until: at('16:30') } }, '03-06T17:00'],
    ['paused', { pause: { until: at('17:00') } }, '03-06T17:00'],
  ] as const)('begins nothing while it is %s', (state, changes, next) => {
    expect(stand(changes, at('15:00'))).toEqual([state, next, false]);
  });

  it('continues once a pause is over', () => {
    expect(stand({ pause: { until: at('16:30') }, next_run_at: at('17:00') }, at('17:00'))).toEqual([
      'scheduled',
      '03-06T17:00',
      true,
    ]);
  });

  it('backs off after each failure from the third, up to a day, and recovers after a success', () => {
    expect(stand({ failures: 2 }, at('14:00'))).toEqual(['scheduled', '03-06T14:00', true]);
    expect(stand({ failures: 3 }, at('14:00'))).toEqual(['backing_off', '03-06T15:00', false]);
    expect(stand({ failures: 3 }, at('15:00'))).toEqual(['backing_off', '03-06T15:00', true]);
    expect(stand({ failures: 4 }, at('15:00'))).toEqual(['backing_off', '03-06T17:00', false]);
    expect(stand({ failures: 9 }, at('15:00'))).toEqual(['backing_off', '03-09T06:00', false]);
    expect(stand({ next_run_at: at('19:00') }, at('15:10'))).toEqual(['scheduled', '03-06T16:00', false]);
  });

  it('backs off to at most a day, however often it fails', () => {
    expect([0, 2, 3, 4, 5, 9, 1_000].map((failures) => backedOffInterval('6h', failures))).toEqual([
      360, 360, 720, 1_440, 1_440, 1_440, 1_440,
    ]);
    expect([0, 3, 9].map((failures) => backedOffInterval('24h', failures))).toEqual([1_440, 1_440, 1_440]);
  });

  it('starts at most one run per interval, however often it is checked and however long it was not', () => {
    const pauses = fc.array(fc.nat({ max: 600 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(pauses, fc.constantFrom('15m' as const, '1h' as const, '6h' as const), (minutes, sync_interval) => {
        let now = at('00:00');
        let known = facts({
          sync_interval,
          windows: [],
          next_run_at: undefined,
          last_run_at: undefined,
          last_success_at: undefined,
        });
        const begun: number[] = [];
        for (const pause of minutes) {
          now += pause * 60_000;
          const { begins, next } = timetableStatus(known, now);
          known = { ...known, next_run_at: next };
          if (!begins) continue;
          begun.push(now);
          known = { ...known, next_run_at: undefined, last_run_at: now };
          expect(timetableStatus(known, now).begins).toBe(false);
          known = { ...known, next_run_at: timetableStatus(known, now).next };
        }
        const step = { '15m': 15, '1h': 60, '6h': 360 }[sync_interval] * 60_000;
        const slots = begun.map((moment) => Math.floor(moment / step));
        expect(new Set(slots).size).toBe(slots.length);
      }),
      { numRuns: 200 },
    );
  });
});
