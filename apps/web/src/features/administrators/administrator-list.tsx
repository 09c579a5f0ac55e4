import { administratorList, roles } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatDate } from '#lib/format';
import { StatusTag } from '#ui/status-tag';

export function AdministratorList() {
  const { t } = useTranslation('administrators');
  const header = t('columns', { returnObjects: true });
  const columns: RecordColumn<typeof administratorList>[] = [
    {
      key: 'username',
      phone: 'title',
      header: header.username,
      sort: 'username',
      width: '40%',
      clip: ({ username }) => username,
    },
    { key: 'role', phone: 'meta', header: header.role, sort: 'role', cell: ({ role }) => t(`roles.${role}`) },
    {
      key: 'state',
      phone: 'aside',
      header: header.state,
      cell: ({ suspended_at: at }) => (
        <StatusTag tone={at ? 'grey' : 'green'} label={t(at ? 'states.disabled' : 'word.active')} />
      ),
    },
    {
      key: 'created',
      phone: 'meta',
      header: header.created,
      sort: 'created_at',
      hideBelow: 560,
      cell: (row) => formatDate(row.created_at),
    },
  ];
  const options = roles.map((value) => ({ value, label: t(`roles.${value}`) }));
  return (
    <RecordList
      list={administratorList}
      columns={columns}
      filters={[{ name: 'role', label: header.role, options }]}
      words={t('words', { returnObjects: true })}
    />
  );
}
