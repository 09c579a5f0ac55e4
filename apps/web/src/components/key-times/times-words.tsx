import type { KeyTimes } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { momentIn } from '#lib/time/moment-in';

type Words = TFunction<'key-times'>;

const units = { days: 1_440, hours: 60, minutes: 1 } as const;
export type IntervalUnit = keyof typeof units;
export const minutesIn = (unit: IntervalUnit): number => units[unit];

/** The largest unit in which an interval is a whole number. */
export const unitOf = (minutes: number): IntervalUnit =>
  minutes % units.days === 0 ? 'days' : minutes % units.hours === 0 ? 'hours' : 'minutes';

/** `3 days`, `90 minutes`. */
function intervalWords(t: Words, minutes: number): string {
  const unit = unitOf(minutes);
  return t(`interval.${unit}`, { count: minutes / units[unit] });
}

/** `Always`, `Never`, or both ends of a validity. */
export function validityWords(t: Words, { validity, valid_from, valid_until }: KeyTimes, zone: string): string {
  if (validity !== 'between' || valid_from === null || valid_until === null)
    return t(`validity.${validity === 'never' ? 'never' : 'always'}`);
  return t('validity.from_until', { from: momentIn(valid_from, zone), until: momentIn(valid_until, zone) });
}

export const scheduleWords = ({ schedule }: Pick<KeyTimes, 'schedule'>): string => describeWindows(schedule);

export const updatesWords = (t: Words, { revalidation_minutes: minutes }: KeyTimes): string =>
  minutes === null ? t('updates.none') : t('updates.every', { interval: intervalWords(t, minutes) });

/** All in one line, for orders. */
export const timesWords = (t: Words, times: KeyTimes, zone: string): string =>
  times.validity === 'never'
    ? t('validity.never')
    : [validityWords(t, times, zone), updatesWords(t, times), scheduleWords(times)].join(' · ');
