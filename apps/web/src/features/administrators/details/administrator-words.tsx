import type { Administrator, administratorStatuses } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { StatusTag, type Tone } from '#ui/status-tag';

type Status = (typeof administratorStatuses)[number];

const tones: Record<Status, Tone> = { active: 'green', suspended: 'amber', expired: 'grey', not_yet: 'grey' };

export function AdministratorStatus({ status }: Pick<Administrator, 'status'>) {
  const { t } = useTranslation('administrators');
  return <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />;
}

export const nameOf = ({ name, username }: Pick<Administrator, 'name' | 'username'>) => name ?? username;

/** What is said of an administrator in one line. */
export function useAdministratorWords() {
  const { t } = useTranslation('administrators');
  return {
    rolesOf: ({ role, roles }: Pick<Administrator, 'role' | 'roles'>) =>
      role === 'superadmin' ? t('superAdmin') : roles.map(({ name }) => name).join(', ') || t('noRole'),
    deputyOf: ({ deputy }: Pick<Administrator, 'deputy'>) =>
      deputy &&
      t('deputyUntil', { name: deputy.username, from: formatDate(deputy.from), until: formatDate(deputy.until) }),
  };
}
