import { readerZone } from '../format-choice';
import { instantOf, wallClockOf } from './wall-clock';

/** When a day (YYYY-MM-DD) begins on the reader's clock. @throws RangeError for what is no day */
export const firstSecondOf = (day: string): string => instantFor(`${day}T00:00:00`);

/** The last second of a day (YYYY-MM-DD) on the reader's clock, for what is due on it. @throws RangeError for what is no day */
export const lastSecondOf = (day: string): string => instantFor(`${day}T23:59:59`);

/** The day (YYYY-MM-DD) that many times 24 hours from now, on the reader's clock. */
export const dayIn = (days: number): string => {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return wallClockOf(at, readerZone()).slice(0, 10);
};

function instantFor(local: string): string {
  const at = instantOf(local, readerZone());
  if (at === null) throw new RangeError(`${local} is on no clock`);
  return at;
}
