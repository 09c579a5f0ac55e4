import { i18n } from '../i18n';

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
  if (seconds < MINUTE) return ago('seconds', seconds);
  if (seconds < HOUR) return ago('minutes', seconds / MINUTE);
  if (seconds < DAY) return ago('hours', seconds / HOUR);
  return ago('days', seconds / DAY);
}

const ago = (unit: 'seconds' | 'minutes' | 'hours' | 'days', count: number): string =>
  i18n.t(`ago.${unit}`, { ns: 'shell', count: Math.floor(count) });
