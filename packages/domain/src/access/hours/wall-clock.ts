/** Local time in one time zone, from a table of offsets that is built year by year on demand. */
export type WallClock = {
  /** IANA name, as given. */
  timeZone: string;
  /**
   * Minutes since Monday 00:00 by the clock, 0..10079, at a moment in milliseconds since 1970 UTC. Daylight saving included.
   * -1 for a moment that is none. Offsets are exact to the minute, which all have been since 1972.
   */
  minuteOfWeek: (epochMs: number) => number;
  /** A later moment until which the offset stays the same; at most the end of the year. */
  nextSetting: (epochMs: number) => number;
};

export const minutesOfDay = 1_440;
export const minutesOfWeek = 7 * minutesOfDay;
const minuteMs = 60_000;
const dayMs = minutesOfDay * minuteMs;
/** 1 January 1970 was a Thursday. */
const epochWeekday = 3 * minutesOfDay;

/** A period with one offset, `from` inclusive, `until` exclusive. */
type Stretch = { from: number; until: number; offsetMinutes: number };

const clocks = new Map<string, WallClock>();
const stopped = { minuteOfWeek: () => -1, nextSetting: () => Number.POSITIVE_INFINITY };
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The cached clock of an IANA zone. A zone unknown to this machine has a clock that never shows a time. */
export function clockIn(timeZone: string): WallClock {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function makeClock(timeZone: string): WallClock {
  const readOffset = offsetReader(timeZone);
  if (!readOffset) return { timeZone, ...stopped };
  const years = new Map<number, Stretch[]>();
  let last: Stretch = { from: 0, until: 0, offsetMinutes: 0 };
  const locate = (epochMs: number): Stretch | undefined => {
    const year = new Date(epochMs).getUTCFullYear();
    if (Number.isNaN(year)) return undefined;
    const stretches = years.get(year) ?? listStretches(year, readOffset);
    years.set(year, stretches);
    return stretches.find(({ until }) => epochMs < until);
  };
  const isKnown = (epochMs: number): boolean => {
    if (epochMs >= last.from && epochMs < last.until) return true;
    const found = locate(epochMs);
    if (found) last = found;
    return found !== undefined;
  };
  return {
    timeZone,
    minuteOfWeek: (epochMs) =>
      isKnown(epochMs) ? weekMinute(Math.floor(epochMs / minuteMs) + last.offsetMinutes) : -1,
    nextSetting: (epochMs) => (isKnown(epochMs) ? last.until : Number.POSITIVE_INFINITY),
  };
}

/** The offsets of a zone in one year: reads them once a day, and narrows a change down to its minute. */
function listStretches(year: number, readOffset: (epochMs: number) => number): Stretch[] {
  const start = new Date(0).setUTCFullYear(year, 0, 1);
  const end = new Date(0).setUTCFullYear(year + 1, 0, 1);
  const stretches: Stretch[] = [];
  let current: Stretch = { from: start, until: end, offsetMinutes: readOffset(start) };
  for (let day = start + dayMs; day <= end; day += dayMs) {
    const offsetMinutes = readOffset(day);
    if (offsetMinutes === current.offsetMinutes) continue;
    const change = findChange(day - dayMs, day, readOffset);
    stretches.push({ ...current, until: change });
    current = { from: change, until: end, offsetMinutes };
  }
  return [...stretches, current];
}

/** The first minute with the offset of `after`, given that `before` has another. */
function findChange(before: number, after: number, readOffset: (epochMs: number) => number): number {
  const offset = readOffset(after);
  let [low, high] = [before / minuteMs, after / minuteMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle * minuteMs) === offset) high = middle;
    else low = middle;
  }
  return high * minuteMs;
}

/** Minutes that the clock is ahead of UTC, -840..840, derived from the displayed weekday, hour and minute. */
function offsetReader(timeZone: string): ((epochMs: number) => number) | undefined {
  const format = formatOf(timeZone);
  if (!format) return undefined;
  return (epochMs) => {
    const parts = Object.fromEntries(format.formatToParts(epochMs).map((part) => [part.type, part.value]));
    const shown = weekdays.indexOf(parts.weekday ?? '') * minutesOfDay + Number(parts.hour) * 60 + Number(parts.minute);
    const ahead = shown - weekMinute(Math.floor(epochMs / minuteMs));
    return ahead > minutesOfWeek / 2
      ? ahead - minutesOfWeek
      : ahead < -minutesOfWeek / 2
        ? ahead + minutesOfWeek
        : ahead;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const shown = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, ...shown });
  } catch {
    return undefined; // a zone unknown to this machine's time-zone data
  }
}

function weekMinute(epochMinute: number): number {
  const minute = (epochMinute + epochWeekday) % minutesOfWeek;
  return minute < 0 ? minute + minutesOfWeek : minute;
}
