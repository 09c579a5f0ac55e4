import { TimeRestriction } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { describeWindows } from '#lib/time/describe-windows';

const Schedule = z.array(TimeRestriction);

/** Fields and their values in plain words. */
export function useFieldWords() {
  const { t } = useTranslation('change-sets');
  const names = new Map<string, string>(Object.entries(t('fields', { returnObjects: true })));

  const wordsOf = (field: string, value: unknown): string => {
    if (field === 'schedule') {
      const schedule = Schedule.safeParse(value);
      if (schedule.success) return describeWindows(schedule.data);
    }
    // A source only marks the account as disabled; it gives no reason.
    if (field === 'active' && typeof value !== 'boolean') return t(value === 'false' ? 'what.inactive' : 'what.active');
    if (value === null || value === undefined || value === '') return t('what.nothing');
    if (typeof value === 'boolean') return t(value ? 'what.active' : 'what.inactive');
    if (Array.isArray(value)) return value.length === 0 ? t('what.nothing') : value.map(String).join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return { nameOf: (field: string) => names.get(field) ?? field.replaceAll('_', ' '), wordsOf };
}
