import type { Answer } from './http-client';

/** The pause an answer asks for: in seconds, or as a date, then counted from that of the answer, so that no two clocks are compared. */
export function retryAfter({ 'retry-after': text, date }: Answer['headers']): number | undefined {
  if (typeof text !== 'string') return undefined;
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(String(date))) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
