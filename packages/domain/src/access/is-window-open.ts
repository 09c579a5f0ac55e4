import type { TimeRestriction } from '@key2xs/contract';

/** One moment as the clock on the wall at the door shows it. */
export type LocalTime = {
  /** The moment itself, milliseconds since 1970 UTC. */
  epochMs: number;
  /** ISO weekday: 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** Since local midnight by the clock, 0..1439. */
  minute: number;
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * What the clock shows in a zone at a moment, daylight saving included.
 *
 * @returns undefined when the moment is no date or the zone is unknown here; nothing is thrown
 */
export function localTimeAt(instant: string, timeZone: string): LocalTime | undefined {
  const epochMs = Date.parse(instant);
  const formatter = formatterOf(timeZone);
  if (Number.isNaN(epochMs) || !formatter) return undefined;
  const parts = Object.fromEntries(formatter.formatToParts(epochMs).map((part) => [part.type, part.value]));
  return {
    epochMs,
    weekday: weekdays.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

/**
 * Whether a moment lies inside one window.
 *
 * The days name where a window begins, so Friday 22:00 to 06:00 is open early on Saturday and not early on Friday. `to` is
 * exclusive; equal `from` and `to` mean all of the named days. Read by the clock: an hour that daylight saving
 * repeats counts twice, one that it skips does not happen. `valid_from` is inclusive, `valid_until` exclusive.
 */
export function isWindowOpen(window: TimeRestriction, at: LocalTime): boolean {
  if (!isValidAt(window, at.epochMs)) return false;
  const { days } = window;
  const [from, to] = [minuteOf(window.from), minuteOf(window.to)];
  const isDay = days.includes(at.weekday);
  if (from === to) return isDay;
  if (from < to) return isDay && at.minute >= from && at.minute < to;
  const isDayAfter = days.includes(at.weekday === 1 ? 7 : at.weekday - 1);
  return (isDay && at.minute >= from) || (isDayAfter && at.minute < to);
}

/** Whether a moment lies within the dates of a window, whatever the hour. Dates that are none close it. */
export function isValidAt({ valid_from, valid_until }: TimeRestriction, epochMs: number): boolean {
  const isBegun = valid_from === null || epochMs >= Date.parse(valid_from);
  return isBegun && (valid_until === null || epochMs < Date.parse(valid_until));
}

function minuteOf(wallClock: string): number {
  return Number(wallClock.slice(0, 2)) * 60 + Number(wallClock.slice(3));
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const kept = formatters.get(timeZone);
  if (kept) return kept;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter); // making one costs 50 times as much as using it; there are about 600 zones
    return formatter;
  } catch {
    return undefined; // a zone that this machine's time-zone data does not have
  }
}
