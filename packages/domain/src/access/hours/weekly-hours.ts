import type { TimeRestriction } from '@key2xs/contract';
import { type Bits, hasBit, setBit, unite, wordsFor } from '../indexing/bits';
import { minutesOfDay, minutesOfWeek, type WallClock } from './wall-clock';

/** Minutes of the week by the clock at the door, and the dates between which they apply. */
type Hours = {
  minutes: Bits;
  /** Milliseconds since 1970 UTC, inclusive; -Infinity when unlimited. NaN, from an invalid date, closes. */
  validFrom: number;
  /** Exclusive; Infinity when unlimited. */
  validUntil: number;
};

/** When a rule grants: undefined for always, else in any of these. */
export type RuleHours = readonly Hours[] | undefined;

/**
 * The windows of a rule as minutes of the week.
 *
 * The days say where a window begins, so Friday 22:00 to 06:00 is open early on Saturday and not early on Friday. `to` is
 * exclusive; equal `from` and `to` mean the whole days. In local time: an hour repeated by daylight saving counts twice, a
 * skipped one not at all. `valid_from` is inclusive, `valid_until` exclusive.
 */
export function hoursOf(windows: readonly TimeRestriction[]): RuleHours {
  if (windows.length === 0) return undefined;
  const hours = new Map<string, Hours>();
  for (const window of windows) {
    const { valid_from, valid_until } = window;
    const key = `${valid_from} ${valid_until}`;
    const known = hours.get(key) ?? {
      minutes: new Int32Array(wordsFor(minutesOfWeek)),
      validFrom: valid_from === null ? Number.NEGATIVE_INFINITY : Date.parse(valid_from),
      validUntil: valid_until === null ? Number.POSITIVE_INFINITY : Date.parse(valid_until),
    };
    hours.set(key, known);
    unite(known.minutes, minutesOf(window));
  }
  return [...hours.values()];
}

/** Whether hours are open at a moment. If the clock shows no time, only unrestricted hours are open. */
export function areOpen(hours: RuleHours, clock: WallClock, epochMs: number): boolean {
  if (!hours) return true;
  const minute = clock.minuteOfWeek(epochMs);
  if (minute < 0) return false;
  for (const { minutes, validFrom, validUntil } of hours) {
    if (epochMs >= validFrom && epochMs < validUntil && hasBit(minutes, minute)) return true;
  }
  return false;
}

/** Whether a moment lies within the dates of a window, regardless of the hour. Invalid dates close it. */
export function isValidAt({ valid_from, valid_until }: TimeRestriction, epochMs: number): boolean {
  const isBegun = valid_from === null || epochMs >= Date.parse(valid_from);
  return isBegun && (valid_until === null || epochMs < Date.parse(valid_until));
}

const minuteMs = 60_000;
/** Two weeks, because daylight saving may skip the hour of a window once. */
const horizonMs = 15 * minutesOfDay * minuteMs;

/**
 * The moment at which open hours close, or closed hours open; undefined if never.
 * Searches two weeks from the moment, and from each date of a window: after that, the pattern repeats.
 */
export function nextChange(hours: RuleHours, clock: WallClock, epochMs: number): number | undefined {
  if (!hours) return undefined;
  const isOpen = areOpen(hours, clock, epochMs);
  const dates = hours.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil]);
  const starts = [epochMs, ...dates.filter((date) => date > epochMs && Number.isFinite(date)).sort((a, b) => a - b)];
  for (const [i, from] of starts.entries()) {
    const until = Math.min(starts[i + 1] ?? Number.POSITIVE_INFINITY, from + horizonMs);
    const change = findState(minutesAt(hours, from), clock, { from, until, isOpen: !isOpen });
    if (change !== undefined) return change;
  }
  return undefined;
}

/** The first moment in a period at which minutes of the week are open (or closed), searched offset by offset. */
function findState(
  minutes: Bits,
  clock: WallClock,
  { from, until, isOpen }: { from: number; until: number; isOpen: boolean },
): number | undefined {
  for (let moment = from; moment < until; moment = clock.nextSetting(moment)) {
    const first = clock.minuteOfWeek(moment);
    if (first < 0) return undefined;
    let ahead = 0;
    while (ahead < minutesOfWeek && hasBit(minutes, (first + ahead) % minutesOfWeek) !== isOpen) ahead++;
    const found = ahead === 0 ? moment : (Math.floor(moment / minuteMs) + ahead) * minuteMs;
    if (ahead < minutesOfWeek && found < Math.min(until, clock.nextSetting(moment))) return found;
  }
  return undefined;
}

/** All minutes of the week that apply at a moment. */
function minutesAt(hours: readonly Hours[], epochMs: number): Bits {
  const all = new Int32Array(wordsFor(minutesOfWeek));
  for (const { minutes, validFrom, validUntil } of hours) {
    if (epochMs >= validFrom && epochMs < validUntil) unite(all, minutes);
  }
  return all;
}

function minutesOf({ days, from, to }: TimeRestriction): Bits {
  const bits = new Int32Array(wordsFor(minutesOfWeek));
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const length = start < end ? end - start : start > end ? end + minutesOfDay - start : minutesOfDay;
  for (const day of days) {
    const first = (day - 1) * minutesOfDay + (start === end ? 0 : start);
    for (let minute = first; minute < first + length; minute++) setBit(bits, minute % minutesOfWeek);
  }
  return bits;
}

function minuteOf(wallClock: string): number {
  return Number(wallClock.slice(0, 2)) * 60 + Number(wallClock.slice(3));
}
