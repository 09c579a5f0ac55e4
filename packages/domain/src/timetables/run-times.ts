import type { TimetableWindow } from '@key2xs/contract';
import { clockIn, minutesOfDay, type WallClock } from '../access/hours/wall-clock';
import { areOpen, hoursOf, nextChange, type RuleHours } from '../access/hours/weekly-hours';

/** When automatic runs take place. Without windows: at any time. */
export type RunTimes = { interval_minutes: number; windows: readonly TimetableWindow[]; time_zone: string };

const minuteMs = 60_000;
const dayMs = minutesOfDay * minuteMs;
/** How far back to search for the opening of a window: daylight saving may skip the only closed hour of a week. */
const backDays = [1, 2, 4, 8, 16];

/** A period in which runs may start, `from` inclusive, `until` exclusive. */
type Period = { from: number; until: number };

/**
 * The first run after a moment, both in milliseconds since 1970; undefined if there is none, as in a zone unknown to this
 * machine.
 *
 * Runs start when a window opens, and then at every interval until it closes. Overlapping or touching windows are one.
 * Without windows, the interval restarts at each local midnight. Intervals are in real minutes, so an hour repeated by
 * daylight saving has its runs twice, and a skipped one has none.
 */
export function nextRun(times: RunTimes, afterMs: number): number | undefined {
  const first = (Math.floor(afterMs / minuteMs) + 1) * minuteMs;
  const within = periodAt(times, first) ?? nextPeriod(times, first);
  if (!within) return undefined;
  const intervalMs = times.interval_minutes * minuteMs;
  const passed = Math.max(0, Math.ceil((first - within.from) / intervalMs));
  const run = within.from + passed * intervalMs;
  return run < within.until ? run : nextPeriod(times, within.until)?.from;
}

/** The next runs after a moment, in order. */
export function listRuns(times: RunTimes, afterMs: number, count: number): number[] {
  const runs: number[] = [];
  for (let run = nextRun(times, afterMs); run !== undefined && runs.length < count; run = nextRun(times, run)) {
    runs.push(run);
  }
  return runs;
}

/** Whether a run may start at a moment. */
export const mayRunAt = ({ windows, time_zone }: RunTimes, moment: number): boolean =>
  areOpen(openHours(windows), clockIn(time_zone), moment);

/** The longest pause between two runs in the two weeks after a moment, in minutes. */
export function longestPause(times: RunTimes, afterMs: number): number {
  const intervalMs = times.interval_minutes * minuteMs;
  const horizon = afterMs + 15 * dayMs;
  let longest = times.interval_minutes;
  const start = Math.ceil(afterMs / minuteMs) * minuteMs;
  let last: number | undefined;
  for (
    let period = nextPeriod(times, start);
    period && period.from < horizon;
    period = nextPeriod(times, period.until)
  ) {
    if (last !== undefined) longest = Math.max(longest, (period.from - last) / minuteMs);
    last = period.from + Math.floor((period.until - 1 - period.from) / intervalMs) * intervalMs;
  }
  return longest;
}

function periodAt(times: RunTimes, moment: number): Period | undefined {
  const [hours, clock] = [openHours(times.windows), clockIn(times.time_zone)];
  if (!areOpen(hours, clock, moment)) return undefined;
  const from = openedAt(hours, clock, moment);
  if (from === undefined) return dayAt(clock, moment);
  return { from, until: nextChange(hours, clock, moment) ?? Number.POSITIVE_INFINITY };
}

/** The first period that starts at a moment or later. */
function nextPeriod(times: RunTimes, moment: number): Period | undefined {
  const [hours, clock] = [openHours(times.windows), clockIn(times.time_zone)];
  const before = periodAt(times, moment);
  if (before?.from === moment) return before;
  const opening = before ? nextOpening(hours, clock, before.until) : nextOpening(hours, clock, moment);
  return opening === undefined ? undefined : periodAt(times, opening);
}

/** At the moment itself, if open then. */
const nextOpening = (hours: RuleHours, clock: WallClock, moment: number): number | undefined =>
  areOpen(hours, clock, moment) ? moment : nextChange(hours, clock, moment);

/** When the window that is open at a moment opened; undefined if it is always open. */
function openedAt(hours: RuleHours, clock: WallClock, moment: number): number | undefined {
  for (const days of backDays) {
    let opened: number | undefined;
    let at: number | undefined = moment - days * dayMs;
    while (at !== undefined && at <= moment) {
      const change = nextChange(hours, clock, at);
      if (change === undefined) return undefined;
      if (change <= moment && areOpen(hours, clock, change)) opened = change;
      at = change;
    }
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** The local day around a moment, of 23 to 25 hours. */
function dayAt(clock: WallClock, moment: number): Period | undefined {
  const dayOf = (at: number) => Math.floor(clock.minuteOfWeek(at) / minutesOfDay);
  const day = dayOf(moment);
  if (day < 0) return undefined;
  let [from, until] = [moment, moment + minuteMs];
  while (dayOf(from - minuteMs) === day) from -= minuteMs;
  while (dayOf(until) === day) until += minuteMs;
  return { from, until };
}

/** Undefined for any time. Cached by the windows of a timetable. */
function openHours(windows: readonly TimetableWindow[]): RuleHours {
  const known = made.get(windows) ?? { hours: hoursOf(windows.map((window) => ({ ...window, ...forGood }))) };
  made.set(windows, known);
  return known.hours;
}

const forGood = { valid_from: null, valid_until: null };
const made = new WeakMap<readonly TimetableWindow[], { hours: RuleHours }>();
