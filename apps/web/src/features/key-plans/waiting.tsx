import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** How many changes of a plan are not in force; nothing where none waits. */
export function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('key-plans');
  return count > 0 && <StatusTag tone="amber" label={t('list.waiting', { count })} />;
}
