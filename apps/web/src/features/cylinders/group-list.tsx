import { cylinderGroupList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddRule } from '#components/access/add-rule';
import { optionsOf } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatNumber } from '#lib/format';
import { shownName } from '#lib/words/door-words';
import { PlaceLink } from '#ui/place-link';
import { NothingRead } from './nothing-read';
import { useFacets } from './use-facets';

/** A group opens the list of its cylinders. */
export function GroupList() {
  const { t } = useTranslation('cylinders');
  const navigate = useNavigate();
  const { systems } = useFacets();
  return (
    <RecordList
      list={cylinderGroupList}
      columns={useColumns()}
      filters={[{ name: 'connection_id', label: t('word.keySystem'), options: optionsOf(systems) }]}
      words={t('group.words', { returnObjects: true })}
      empty={<NothingRead />}
      onOpen={({ id }) => void navigate({ to: '/cylinders', search: { group_id: id } })}
      rowLabel={(group) => t('group.show', { name: shownName(group) })}
    />
  );
}

function Who({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('cylinders');
  return (
    <div className="actions actions-row">
      <PlaceLink to="/access/who" search={{ of: 'group', id }} aria-label={t('group.whoOf', { name })}>
        {t('group.who')}
      </PlaceLink>
      <AddRule of={{ group_id: id }} name={name} isInRow />
    </div>
  );
}

function useColumns(): RecordColumn<typeof cylinderGroupList>[] {
  const { t } = useTranslation('cylinders');
  const header = t('group.columns', { returnObjects: true });
  return [
    { key: 'name', phone: 'title', header: header.name, sort: 'name', cell: shownName },
    { key: 'who', phone: 'meta', header: header.who, cell: (group) => <Who id={group.id} name={shownName(group)} /> },
    {
      key: 'cylinders',
      phone: 'aside',
      header: header.cylinders,
      sort: 'cylinders',
      align: 'right',
      width: 120,
      cell: ({ cylinders }) => formatNumber(cylinders),
    },
    { key: 'domain', header: header.domain, hideBelow: 700, cell: ({ domain }) => domain },
    {
      key: 'system',
      phone: 'meta',
      header: header.system,
      hideBelow: 900,
      cell: ({ connection_name }) => connection_name,
    },
  ];
}
