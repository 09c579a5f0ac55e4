import type { SeenAccessEvent } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** A reason in words, or as the key system writes it. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('access-events');
  const known: Record<string, string> = t('reasons', { returnObjects: true });
  return (reason) => known[reason] ?? reason.replaceAll('_', ' ');
}

export function ResultTag({ result }: Pick<SeenAccessEvent, 'result'>) {
  const { t } = useTranslation('access-events');
  const isGranted = result === 'granted';
  return <StatusTag tone={isGranted ? 'green' : 'red'} label={t(isGranted ? 'results.granted' : 'results.denied')} />;
}

/** Who it was, as far as the look tells. */
export function useWhoWords(): (event: SeenAccessEvent) => string {
  const { t } = useTranslation('access-events');
  return ({ person, pseudonym }) => {
    if (person) return person.name;
    return pseudonym === null ? t('who.unknown') : t('who.pseudonym', { name: pseudonym });
  };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The time from an event until it became known, in its largest unit. */
export function useDelayWords(): (seconds: number) => string {
  const { t } = useTranslation('access-events');
  return (seconds) => {
    const span = Math.max(0, seconds);
    if (span < 2 * minute) return t('delay.soon');
    if (span < 2 * hour) return t('delay.minutes', { count: Math.round(span / minute) });
    if (span < 2 * day) return t('delay.hours', { count: Math.round(span / hour) });
    return t('delay.days', { count: Math.round(span / day) });
  };
}
