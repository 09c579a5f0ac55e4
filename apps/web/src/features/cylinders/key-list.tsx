import { keyList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { Mono } from '#ui/mono';
import { KeyDrawer } from './key-drawer';
import { NothingRead } from './nothing-read';
import { useCodeWords } from './use-code-words';
import { useFacets } from './use-facets';

export function KeyList() {
  const { t } = useTranslation('cylinders');
  return (
    <RecordList
      list={keyList}
      columns={useColumns()}
      filters={useFilters()}
      words={t('key.words', { returnObjects: true })}
      empty={<NothingRead />}
      rowLabel={({ marking }) => t('open', { name: marking })}
      drawer={({ row, onClose }) => row && <KeyDrawer item={row} onClose={onClose} />}
    />
  );
}

function useColumns(): RecordColumn<typeof keyList>[] {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('key_types');
  const stateWord = useCodeWords('key_states');
  const header = t('key.columns', { returnObjects: true });
  return [
    {
      key: 'marking',
      header: header.marking,
      sort: 'marking',
      isLine: true,
      cell: (row) => <Mono>{row.marking}</Mono>,
    },
    { key: 'holder', header: header.holder, sort: 'holder', width: '30%', clip: ({ holder }) => holder?.name ?? null },
    { key: 'serial', header: header.serial, hideBelow: 820, cell: ({ serial }) => <Mono>{serial}</Mono> },
    { key: 'type', header: header.type, hideBelow: 700, cell: ({ key_type }) => typeWord(key_type) },
    { key: 'state', header: header.state, sort: 'state', cell: ({ state }) => stateWord(state) },
    {
      key: 'updated',
      header: header.updated,
      sort: 'last_update_at',
      hideBelow: 1_000,
      cell: ({ last_update_at: at }) => (at ? <TimeAgo instant={at} /> : t('key.unknownUpdate')),
    },
  ];
}

function useFilters(): RecordFilter<typeof keyList>[] {
  const { t } = useTranslation('cylinders');
  const { systems, valuesOf } = useFacets();
  const holders = t('key.holders', { returnObjects: true });
  return [
    { name: 'connection_id', label: t('system'), options: optionsOf(systems) },
    { name: 'key_type', label: t('filters.type'), options: valuesOf('key_types') },
    { name: 'state', label: t('filters.state'), options: valuesOf('key_states') },
    {
      name: 'holder',
      label: t('key.holder'),
      options: [
        { value: 'any', label: holders.any },
        { value: 'none', label: holders.none },
      ],
    },
  ];
}
