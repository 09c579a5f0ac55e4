const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After the first failure, the second and so on: an event is tried for a little more than five days. */
const pauses = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
  24 * hourMs,
  24 * hourMs,
];
const maxMs = 24 * hourMs;
const jitter = 0.1;

/**
 * How long to wait before the next attempt.
 * @param random between 0 and 1, so that events that failed together do not come back together
 * @param retryAfterMs what the receiver asked for, which is the least
 * @returns undefined after the last attempt
 */
export function pauseAfter(tries: number, random: number, retryAfterMs = 0): number | undefined {
  const pause = pauses[tries - 1];
  if (pause === undefined) return undefined;
  return Math.min(Math.max(pause * (1 - jitter * random), retryAfterMs), maxMs);
}

/** The value of a header Retry-After: seconds or a date. Undefined for anything else. */
export function parseRetryAfter(value: string, now: Date): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value) * secondMs;
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(at - now.getTime(), 0);
}
