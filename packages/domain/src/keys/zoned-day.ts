const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, as making one takes longer than using it a hundred times. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, format);
  return format;
}

/** What the clock of a zone shows at a moment, as if it were UTC. */
function shownAt(zone: string, epochMs: number): number {
  const parts = formatOf(zone).formatToParts(epochMs);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** The day (YYYY-MM-DD) that it is in a zone. */
export const dayIn = (zone: string, at: Date): string =>
  new Date(shownAt(zone, at.getTime())).toISOString().slice(0, 10);

/** The time of day (HH:MM) that it is in a zone. */
export const clockIn = (zone: string, at: Date): string =>
  new Date(shownAt(zone, at.getTime())).toISOString().slice(11, 16);

/** Whether a time of day is within two others. An end before the start passes midnight; equal ones are no time at all. */
export const isBetweenClocks = (clock: string, { from, to }: { from: string; to: string }): boolean =>
  from <= to ? from <= clock && clock < to : clock >= from || clock < to;

/** The day that many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** When the clock of a zone shows a time on a day; the hour after it where that time is skipped, the first where it comes twice. */
export function momentOf(day: string, clock: string, zone: string): Date {
  const shown = Date.parse(`${day}T${clock}:00Z`);
  const aheadAt = (at: number) => Date.parse(`${dayIn(zone, new Date(at))}T${clockIn(zone, new Date(at))}:00Z`) - at;
  const [before, after] = [aheadAt(shown - dayMs), aheadAt(shown + dayMs)];
  const candidates = [...new Set([before, after])].map((ahead) => shown - ahead).sort((one, other) => one - other);
  const exact = candidates.find((at) => at + aheadAt(at) === shown);
  return new Date(exact ?? shown - before);
}
