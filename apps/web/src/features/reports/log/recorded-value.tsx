import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A recorded value: text as it is, moments in the reader's time zone, anything with parts as JSON. */
export function RecordedValue({ value }: { value: unknown }) {
  const { t } = useTranslation('reports');
  if (value === null || value === undefined || value === '') return <span className="mute">–</span>;
  if (typeof value === 'boolean') return value ? t('field.yes') : t('field.no');
  if (typeof value === 'string') return instant.test(value) ? formatInstant(value) : value;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(', ') || '–';
  if (typeof value === 'object') return <span className="mono">{JSON.stringify(value)}</span>;
  return String(value);
}
