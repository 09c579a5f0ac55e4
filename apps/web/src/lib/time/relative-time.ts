const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * How long ago, in one unit: 12s, 5m, 3h or 2d ago. Moments ahead of `now` (clocks differ) count as 0s ago.
 *
 * @param instant ISO-8601
 * @param now     epoch milliseconds
 */
export function relativeTime(instant: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1_000));
  if (seconds < MINUTE) return `${seconds}s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  return `${Math.floor(seconds / DAY)}d ago`;
}
