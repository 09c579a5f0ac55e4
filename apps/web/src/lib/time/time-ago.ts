const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type TimeAgo = { unit: 'never' | 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number };

/**
 * How long ago a moment was, in the largest whole unit. Null is never; under a minute, or ahead of `now` because clocks
 * differ, is now.
 * @param now epoch milliseconds
 */
export function timeAgo(instant: string | null, now: number): TimeAgo {
  if (instant === null) return { unit: 'never' };
  const passedMs = now - Date.parse(instant);
  if (passedMs < MINUTE_MS) return { unit: 'now' };
  if (passedMs < HOUR_MS) return { unit: 'minutes', count: Math.floor(passedMs / MINUTE_MS) };
  if (passedMs < DAY_MS) return { unit: 'hours', count: Math.floor(passedMs / HOUR_MS) };
  return { unit: 'days', count: Math.floor(passedMs / DAY_MS) };
}
