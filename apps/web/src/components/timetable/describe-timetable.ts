import type { Timetable } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { formatInstant, formatTime } from '#lib/format';
import { readerZone } from '#lib/format-choice';
import { describeWindows } from '#lib/time/describe-windows';
import { dayOf } from '#lib/time/wall-clock';

type T = TFunction<'timetable'>;

/** `today 14:00`, `tomorrow 06:00`, or the date; in the reader's time zone. */
export function formatRunTime(t: T, instant: string, now = new Date()): string {
  const daysAway = dayNumber(new Date(instant)) - dayNumber(now);
  const time = formatTime(instant);
  if (daysAway === 0) return t('today', { time });
  return daysAway === 1 ? t('tomorrow', { time }) : formatInstant(instant);
}

const dayNumber = (at: Date) => Date.parse(dayOf(at.toISOString(), readerZone())) / 86_400_000;

type Times = Pick<Timetable, 'sync_interval' | 'windows' | 'time_zone' | 'only_reads'>;

/** `Read every hour, Mon–Fri 06:00–20:00.`, with the time zone if it is not the reader's. */
export function describeTimetable(t: T, is: 'source' | 'key_system', times: Times): string {
  const { sync_interval, windows, time_zone, only_reads } = times;
  if (sync_interval === 'disabled') return t('never');
  const hours = windows.length === 0 ? t('atAnyTime') : describeWindows(windows);
  const sentence = t(`reads.${only_reads ? 'source' : is}.${sync_interval}`, { hours });
  return time_zone === readerZone() ? sentence : `${sentence} ${t('byClock', { zone: time_zone })}`;
}
