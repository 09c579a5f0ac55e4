import type { TimeRestriction } from '@key2xs/contract';

/** A weekly window; without dates it holds for good. */
export type WeekWindow = Omit<TimeRestriction, 'valid_from' | 'valid_until'> &
  Partial<Pick<TimeRestriction, 'valid_from' | 'valid_until'>>;

type Dates = { valid_from: string | null; valid_until: string | null };

/** One stretch of time that begins on one day: minutes after its midnight, and how long. It may run into the next day. */
export type WeekBar = Dates & { day: number; start: number; minutes: number };

export const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
/** What painting snaps to. */
export const SNAP_MINUTES = 15;
/** Equal hours mean the whole named day, so a bar that begins later ends before it has lasted a day. */
const LONGEST_LATER = DAY_MINUTES - SNAP_MINUTES;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Minutes after midnight as HH:MM. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The bars of windows, one for each day that a window names; by day and hour. */
export function barsOf(windows: readonly WeekWindow[]): WeekBar[] {
  return windows
    .flatMap(({ days, from, to, valid_from = null, valid_until = null }) => {
      const [start, end] = from === to ? [0, DAY_MINUTES] : [minutesOf(from), minutesOf(to)];
      const minutes = end > start ? end - start : end - start + DAY_MINUTES;
      return [...new Set(days)].map((day) => ({ day, start, minutes, valid_from, valid_until }));
    })
    .sort(byTime);
}

const byTime = (one: WeekBar, other: WeekBar) => one.day - other.day || one.start - other.start;

/** Windows that say what bars show: alike ones of several days are one window. */
export function windowsOf(bars: readonly WeekBar[]): WeekWindow[] {
  const windows = new Map<string, WeekWindow>();
  for (const { day, start, minutes, valid_from, valid_until } of [...bars].sort(byTime)) {
    const [from, to] = [clockOf(start), endOf({ start, minutes })];
    const key = [from, to, valid_from, valid_until].join(' ');
    const known = windows.get(key);
    if (known) known.days = [...new Set([...known.days, day])];
    else windows.set(key, { days: [day], from, to, valid_from, valid_until });
  }
  return [...windows.values()];
}

/** When a bar ends, by the clock: midnight at the end of its own day is 24:00. */
export function endOf({ start, minutes }: Pick<WeekBar, 'start' | 'minutes'>): string {
  const end = start + minutes;
  return clockOf(end > DAY_MINUTES ? end - DAY_MINUTES : end);
}

/** The parts of a bar as they are drawn, one a day. */
export function segmentsOf({ day, start, minutes }: WeekBar): { day: number; from: number; to: number }[] {
  const end = start + minutes;
  if (end <= DAY_MINUTES) return [{ day, from: start, to: end }];
  return [
    { day, from: start, to: DAY_MINUTES },
    { day: (day % 7) + 1, from: 0, to: end - DAY_MINUTES },
  ];
}

/** Moved through the week, whose end is its beginning. A whole day moves by days alone. */
export function moveBar(bar: WeekBar, by: { days?: number; minutes?: number }): WeekBar {
  const minutes = bar.minutes === DAY_MINUTES ? 0 : (by.minutes ?? 0);
  const at = (bar.day - 1 + (by.days ?? 0)) * DAY_MINUTES + bar.start + minutes;
  const inWeek = ((at % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
  return { ...bar, day: Math.floor(inWeek / DAY_MINUTES) + 1, start: inWeek % DAY_MINUTES };
}

/** Its end later or earlier; at least a quarter of an hour stays, and it never reaches its beginning again. */
export function stretchEnd(bar: WeekBar, byMinutes: number): WeekBar {
  const most = bar.start === 0 ? DAY_MINUTES : LONGEST_LATER;
  return { ...bar, minutes: clamp(bar.minutes + byMinutes, SNAP_MINUTES, most) };
}

/** Its beginning earlier (below 0) or later; not beyond the midnight before. */
export function stretchStart(bar: WeekBar, byMinutes: number): WeekBar {
  const end = bar.start + bar.minutes;
  const earliest = Math.max(0, end - LONGEST_LATER);
  const start = clamp(
    bar.start + byMinutes,
    end <= DAY_MINUTES ? 0 : earliest,
    Math.min(end, DAY_MINUTES) - SNAP_MINUTES,
  );
  return { ...bar, start, minutes: end - start };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export type Corner = { day: number; minute: number };

/** The bars of a stroke from one corner to another: the same hours on each day between them. */
export function barsBetween(one: Corner, other: Corner, dates: Dates): WeekBar[] {
  const [first, last] = [Math.min(one.day, other.day), Math.max(one.day, other.day)];
  const start = Math.min(one.minute, other.minute);
  const minutes = Math.max(Math.max(one.minute, other.minute) - start, SNAP_MINUTES);
  return Array.from({ length: last - first + 1 }, (_, index) => ({ day: first + index, start, minutes, ...dates }));
}

/** Bars that overlap or touch become one, among those that hold between the same dates. */
export function uniteBars(bars: readonly WeekBar[]): WeekBar[] {
  const datesOf = ({ valid_from, valid_until }: WeekBar) => `${valid_from} ${valid_until}`;
  return [...new Set(bars.map(datesOf))]
    .flatMap((dates) => uniteAlike(bars.filter((bar) => datesOf(bar) === dates)))
    .sort(byTime);
}

function uniteAlike(bars: readonly WeekBar[]): WeekBar[] {
  const [{ valid_from, valid_until } = { valid_from: null, valid_until: null }] = bars;
  return spansOf(bars)
    .flatMap(([from, to]) => pieces(from, to))
    .map(([from, to]) => ({
      day: (Math.floor(from / DAY_MINUTES) % 7) + 1,
      start: from % DAY_MINUTES,
      minutes: to - from,
      valid_from,
      valid_until,
    }));
}

type Span = [from: number, to: number];

/** Minutes of the week that are covered, in one piece each; what runs over Sunday's end begins on Sunday. */
function spansOf(bars: readonly WeekBar[]): Span[] {
  const spans: Span[] = [];
  const timed = bars.map(({ day, start, minutes }): Span => {
    const from = (day - 1) * DAY_MINUTES + start;
    return [from, from + minutes];
  });
  for (const [from, to] of timed.sort(([one], [other]) => one - other)) {
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  const [first, last] = [spans[0], spans.at(-1)];
  if (first && last && first !== last && last[1] >= WEEK_MINUTES + first[0]) {
    last[1] = Math.max(last[1], WEEK_MINUTES + first[1]);
    spans.shift();
  }
  return spans.map(([from, to]) => [from, Math.min(to, from + WEEK_MINUTES)]);
}

/** A stretch of a day or more is cut at each midnight. */
function pieces(from: number, to: number): Span[] {
  if (to - from < DAY_MINUTES || (to - from === DAY_MINUTES && from % DAY_MINUTES === 0)) return [[from, to]];
  const midnight = (Math.floor(from / DAY_MINUTES) + 1) * DAY_MINUTES;
  return [[from, midnight], ...pieces(midnight, to)];
}
