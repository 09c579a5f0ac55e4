import { describe, expect, it } from 'vitest';
import { nextReportRun, type ReportTimes } from './next-report-run';

const daily: ReportTimes = { every: 'day', weekday: null, day: null, clock: '06:30' };
const zone = 'Europe/Berlin';
const next = (times: ReportTimes, after: string) => nextReportRun(times, zone, new Date(after)).toISOString();

describe('the next run of a report', () => {
  it('is today while the time is to come, else tomorrow, on the clock of the organisation', () => {
    expect(next(daily, '2026-01-10T05:29:59Z')).toBe('2026-01-10T05:30:00.000Z');
    expect(next(daily, '2026-01-10T05:30:00Z')).toBe('2026-01-11T05:30:00.000Z');
    expect(next(daily, '2026-07-10T05:00:00Z')).toBe('2026-07-11T04:30:00.000Z');
  });

  it('is on the day of the week, and on the last day of a month that is shorter', () => {
    expect(next({ ...daily, every: 'week', weekday: 1 }, '2026-01-10T12:00:00Z')).toBe('2026-01-12T05:30:00.000Z');
    expect(next({ ...daily, every: 'week', weekday: 7 }, '2026-01-10T12:00:00Z')).toBe('2026-01-11T05:30:00.000Z');
    const monthly: ReportTimes = { ...daily, every: 'month', day: 31 };
    expect(next(monthly, '2026-01-31T06:00:00Z')).toBe('2026-02-28T05:30:00.000Z');
    expect(next(monthly, '2028-02-01T06:00:00Z')).toBe('2028-02-29T05:30:00.000Z');
  });

  it('comes once when the clock skips the time, and once when it shows it twice', () => {
    const night = { ...daily, clock: '02:30' };
    expect(next(night, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(next(night, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
    expect(next(night, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(next(night, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });
});
