import type { ReportSchedule } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

export type Rhythm = Pick<ReportSchedule, 'every' | 'weekday' | 'day' | 'clock' | 'time_zone'>;

/** When a report is made, in words. */
export function useRhythm(): (rhythm: Rhythm) => string {
  const { t } = useTranslation('reports');
  const days = t('schedules.weekdays', { returnObjects: true });
  return ({ every, weekday, day, clock, time_zone }) => {
    const at = { clock, zone: time_zone };
    if (every === 'week') return t('schedules.weekly', { ...at, weekday: days[(weekday ?? 1) - 1] ?? '' });
    return every === 'month' ? t('schedules.monthly', { ...at, day: day ?? 1 }) : t('schedules.daily', at);
  };
}
