import { wordsOfWindows } from '#lib/time/describe-windows';
import { clockOf, DAY_MINUTES, WEEK_MINUTES } from '../../week/week-windows';

/** Minutes of the week, `to` exclusive. */
export type Span = { from: number; to: number };

export const dayName = (day: number): string => wordsOfWindows().days[day] ?? '';

/** Tue 09:12 */
export const minuteWords = (minute: number): string =>
  `${dayName(Math.floor(minute / DAY_MINUTES))} ${clockOf(minute % DAY_MINUTES)}`;

/** Tue 08:00–18:00; over midnight with both days. */
export function spanWords({ from, to }: Span): string {
  if (from === 0 && to === WEEK_MINUTES) return wordsOfWindows().always;
  const [first, last] = [Math.floor(from / DAY_MINUTES), Math.floor((to - 1) / DAY_MINUTES)];
  const end = to % DAY_MINUTES === 0 ? '24:00' : clockOf(to % DAY_MINUTES);
  return first === last
    ? `${dayName(first)} ${clockOf(from % DAY_MINUTES)}–${end}`
    : `${minuteWords(from)} – ${dayName(last)} ${end}`;
}

/** The part of a span that is on one day (0 is Monday), in words; undefined if none is. */
export function onDayWords({ from, to }: Span, day: number): string | undefined {
  const [start, end] = [Math.max(from - day * DAY_MINUTES, 0), Math.min(to - day * DAY_MINUTES, DAY_MINUTES)];
  if (start >= end) return undefined;
  if (start === 0 && end === DAY_MINUTES) return wordsOfWindows().allDay;
  return `${clockOf(start)}–${end === DAY_MINUTES ? '24:00' : clockOf(end)}`;
}
