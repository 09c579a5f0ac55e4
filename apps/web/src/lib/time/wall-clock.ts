const DAY_MS = 86_400_000;

/** The wall-clock time of a zone at a moment, as if it were UTC milliseconds. */
function wallClockAt(zone: string, epochMs: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochMs);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** The moment at which the clock of a zone shows a time (YYYY-MM-DDTHH:MM); null for an invalid one. */
export function instantOf(local: string, zone: string): string | null {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return null;
  const once = shown - (wallClockAt(zone, shown) - shown);
  const at = shown - (wallClockAt(zone, once) - once); // Repeated, because the offset may differ at the corrected moment.
  return new Date(at).toISOString();
}

/** What the clock of a zone shows at a moment, to the minute (YYYY-MM-DDTHH:MM). */
export const wallClockOf = (instant: string, zone: string): string =>
  new Date(wallClockAt(zone, Date.parse(instant))).toISOString().slice(0, 16);

/** The moment at which a day (YYYY-MM-DD) starts in a zone; null for an invalid day. */
export const startOfDay = (day: string, zone: string): string | null => instantOf(`${day}T00:00`, zone);

/** The moment at which a day ends in a zone; null for an invalid day. */
export function endOfDay(day: string, zone: string): string | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? null : startOfDay(new Date(midnight + DAY_MS).toISOString().slice(0, 10), zone);
}

/** The day (YYYY-MM-DD) of a moment in a zone; empty for none. */
export const dayOf = (instant: string | null | undefined, zone: string): string =>
  instant ? wallClockOf(instant, zone).slice(0, 10) : '';

/** The last day before a moment, for hours that end with that day. */
export const lastDayBefore = (instant: string | null | undefined, zone: string): string =>
  instant ? dayOf(new Date(Date.parse(instant) - 1).toISOString(), zone) : '';
