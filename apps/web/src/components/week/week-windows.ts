import type { TimeRestriction } from '@key2xs/contract';

/** A weekly window; without dates it is unlimited. */
export type WeekWindow = Omit<TimeRestriction, 'valid_from' | 'valid_until'> &
  Partial<Pick<TimeRestriction, 'valid_from' | 'valid_until'>>;

type Dates = { valid_from: string | null; valid_until: string | null };

/**
 * A span of time that starts on one day: minutes after its midnight, and its duration. It may run into the next day.
 */
export type WeekBar = Dates & { day: number; start: number; minutes: number };

export const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
/** Step to which painting snaps. */
export const SNAP_MINUTES = 15;
/** Equal hours mean the whole named day, so a bar that starts later must be shorter than a day. */
const MAX_LATER_MINUTES = DAY_MINUTES - SNAP_MINUTES;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Minutes after midnight as HH:MM. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The bars of windows, one for each day of a window; sorted by day and hour. */
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

/** The windows that bars stand for: equal ones on several days are one window. */
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

/** The clock time of a bar's end: midnight at the end of its own day is 24:00. */
export function endOf({ start, minutes }: Pick<WeekBar, 'start' | 'minutes'>): string {
  const end = start + minutes;
  return clockOf(end > DAY_MINUTES ? end - DAY_MINUTES : end);
}

/** The segments of a bar as drawn, one per day. */
export function segmentsOf({ day, start, minutes }: WeekBar): { day: number; from: number; to: number }[] {
  const end = start + minutes;
  if (end <= DAY_MINUTES) return [{ day, from: start, to: end }];
  return [
    { day, from: start, to: DAY_MINUTES },
    { day: (day % 7) + 1, from: 0, to: end - DAY_MINUTES },
  ];
}

/** Moves a bar through the week, which wraps around. A whole day moves by days only. */
export function moveBar(bar: WeekBar, by: { days?: number; minutes?: number }): WeekBar {
  const minutes = bar.minutes === DAY_MINUTES ? 0 : (by.minutes ?? 0);
  const at = (bar.day - 1 + (by.days ?? 0)) * DAY_MINUTES + bar.start + minutes;
  const inWeek = ((at % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
  return { ...bar, day: Math.floor(inWeek / DAY_MINUTES) + 1, start: inWeek % DAY_MINUTES };
}

/** Moves the end; at least a quarter of an hour remains, and it never reaches its start again. */
export function stretchEnd(bar: WeekBar, byMinutes: number): WeekBar {
  const max = bar.start === 0 ? DAY_MINUTES : MAX_LATER_MINUTES;
  return { ...bar, minutes: clamp(bar.minutes + byMinutes, SNAP_MINUTES, max) };
}

/** Moves the start, earlier (below 0) or later; not beyond the previous midnight. */
export function stretchStart(bar: WeekBar, byMinutes: number): WeekBar {
  const end = bar.start + bar.minutes;
  const earliest = Math.max(0, end - MAX_LATER_MINUTES);
  const start = clamp(
    bar.start + byMinutes,
    end <= DAY_MINUTES ? 0 : earliest,
    Math.min(end, DAY_MINUTES) - SNAP_MINUTES,
  );
  return { ...bar, start, minutes: end - start };
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export type Corner = { day: number; minute: number };

/** The bars of a stroke between two corners: the same hours on each day between them. */
export function barsBetween(one: Corner, other: Corner, dates: Dates): WeekBar[] {
  const [first, last] = [Math.min(one.day, other.day), Math.max(one.day, other.day)];
  const start = Math.min(one.minute, other.minute);
  const minutes = Math.max(Math.max(one.minute, other.minute) - start, SNAP_MINUTES);
  return Array.from({ length: last - first + 1 }, (_, index) => ({ day: first + index, start, minutes, ...dates }));
}

/** Merges bars that overlap or touch and have the same dates. */
export function mergeBars(bars: readonly WeekBar[]): WeekBar[] {
  const datesOf = ({ valid_from, valid_until }: WeekBar) => `${valid_from} ${valid_until}`;
  return [...new Set(bars.map(datesOf))]
    .flatMap((dates) => mergeSameDates(bars.filter((bar) => datesOf(bar) === dates)))
    .sort(byTime);
}

function mergeSameDates(bars: readonly WeekBar[]): WeekBar[] {
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

/** The covered minutes of the week as merged spans; time past Sunday's end wraps to its beginning. */
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

/** A span of a day or more is split at each midnight. */
function pieces(from: number, to: number): Span[] {
  if (to - from < DAY_MINUTES || (to - from === DAY_MINUTES && from % DAY_MINUTES === 0)) return [[from, to]];
  const midnight = (Math.floor(from / DAY_MINUTES) + 1) * DAY_MINUTES;
  return [[from, midnight], ...pieces(midnight, to)];
}
