import type { administratorList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { AdministratorStatus } from '#components/administrators/administrator-status';
import { useScopeWords } from '#components/administrators/scope-words';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { formatDate } from '#lib/format';
import { useAdministratorWords } from './details/administrator-words';

export function useAdministratorColumns(): RecordColumn<typeof administratorList>[] {
  const { t } = useTranslation('administrators');
  const { rolesOf, deputyOf } = useAdministratorWords();
  const scopeWords = useScopeWords();
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'username',
      phone: 'title',
      header: header.username,
      sort: 'username',
      width: '18%',
      clip: ({ name, username }) => (name ? t('named', { name, username }) : username),
    },
    { key: 'roles', phone: 'meta', header: header.roles, sort: 'role', width: '16%', clip: rolesOf },
    {
      key: 'scope',
      phone: 'meta',
      header: header.scope,
      width: '22%',
      clip: ({ scope }) => scopeWords(scope),
    },
    {
      key: 'status',
      phone: 'aside',
      header: header.status,
      cell: (row) => <AdministratorStatus status={row.status} />,
      isLine: true,
    },
    {
      key: 'sign-in',
      header: header.lastSignIn,
      sort: 'last_sign_in_at',
      hideBelow: 768,
      cell: ({ is_service, last_sign_in_at }) => (is_service ? '–' : <TimeAgo instant={last_sign_in_at} />),
    },
    {
      key: 'factor',
      header: header.secondFactor,
      hideBelow: 1024,
      cell: ({ is_service, second_factor }) => (is_service ? '–' : t(`factors.${second_factor}`)),
    },
    { key: 'deputy', header: header.deputy, hideBelow: 1200, width: '14%', clip: deputyOf },
    {
      key: 'ends',
      header: header.ends,
      sort: 'valid_until',
      hideBelow: 1024,
      isLine: true,
      cell: ({ valid_until }) => formatDate(valid_until),
    },
  ];
}
