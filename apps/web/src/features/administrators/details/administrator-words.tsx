import type { Administrator } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';

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
