import { cylinderGroupList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { optionsOf } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatNumber } from '#lib/format';
import { NothingRead } from './nothing-read';
import { useFacets } from './use-facets';

/** Opening a group lists its cylinders. */
export function GroupList() {
  const { t } = useTranslation('cylinders');
  const navigate = useNavigate();
  const { systems } = useFacets();
  return (
    <RecordList
      list={cylinderGroupList}
      columns={useColumns()}
      filters={[{ name: 'connection_id', label: t('system'), options: optionsOf(systems) }]}
      words={t('group.words', { returnObjects: true })}
      empty={<NothingRead />}
      onOpen={({ id }) => void navigate({ to: '/cylinders', search: { group_id: id } })}
      rowLabel={({ name }) => t('group.show', { name })}
    />
  );
}

function useColumns(): RecordColumn<typeof cylinderGroupList>[] {
  const { t } = useTranslation('cylinders');
  const header = t('group.columns', { returnObjects: true });
  return [
    { key: 'name', header: header.name, sort: 'name', cell: ({ name }) => name },
    {
      key: 'cylinders',
      header: header.cylinders,
      sort: 'cylinders',
      align: 'right',
      width: 120,
      cell: ({ cylinders }) => formatNumber(cylinders),
    },
    { key: 'domain', header: header.domain, hideBelow: 700, cell: ({ domain }) => domain },
    { key: 'system', header: header.system, hideBelow: 900, cell: ({ connection_name }) => connection_name },
  ];
}
