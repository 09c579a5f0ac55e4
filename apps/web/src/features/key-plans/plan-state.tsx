import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';

/** Only an active plan grants access. */
export function PlanState({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('key-plans');
  return isActive ? (
    <StatusTag tone="green" label={t('states.active')} />
  ) : (
    <StatusTag tone="grey" label={t('states.draft')} />
  );
}
