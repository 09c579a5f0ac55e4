import { addDays, dayIn, momentOf } from '../keys/zoned-day';

/** When a report is made: each day, on a day of the week (1 is Monday), or of the month, at a time of day (HH:MM). */
export type ReportTimes = {
  every: 'day' | 'week' | 'month';
  weekday: number | null;
  day: number | null;
  clock: string;
};

/** The first moment after another one; a month that is shorter has it on its last day. */
export function nextReportRun({ every, weekday, day, clock }: ReportTimes, zone: string, after: Date): Date {
  for (let date = dayIn(zone, after); ; date = addDays(date, 1)) {
    if (every === 'week' && weekdayOf(date) !== weekday) continue;
    if (every === 'month' && Number(date.slice(8)) !== Math.min(day ?? 1, lastDayOf(date))) continue;
    const moment = momentOf(date, clock, zone);
    if (moment > after) return moment;
  }
}

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

const lastDayOf = (date: string): number =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
