import type { Administrator } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<Administrator['status'], Tone> = {
  active: 'green',
  suspended: 'amber',
  expired: 'grey',
  not_yet: 'grey',
};

export function AdministratorStatus({ status }: Pick<Administrator, 'status'>) {
  const { t } = useTranslation('administrators');
  return <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />;
}
