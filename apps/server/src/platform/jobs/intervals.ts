const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

type Interval = { everyMs: number; firstAfterMs: number };

export const every = (everyMs: number, { firstAfterMs } = { firstAfterMs: 0 }): Interval => ({ everyMs, firstAfterMs });

/** For the first time an hour after the start, and not all at the same moment. */
export const hourly = (atMinute: number): Interval => every(hourMs, { firstAfterMs: hourMs + atMinute * minuteMs });
