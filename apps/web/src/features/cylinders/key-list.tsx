import { keyList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CapacityGauge, useFullness } from '#components/programming/capacity-gauge';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { personQuery } from '#data/people/people';
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
      phone: 'aside',
      header: header.marking,
      sort: 'marking',
      isLine: true,
      cell: (row) => <Mono>{row.marking}</Mono>,
    },
    {
      key: 'holder',
      phone: 'title',
      header: header.holder,
      sort: 'holder',
      width: '30%',
      clip: ({ holder }) => holder?.name ?? null,
    },
    { key: 'serial', header: header.serial, hideBelow: 820, cell: ({ serial }) => <Mono>{serial}</Mono> },
    { key: 'type', phone: 'meta', header: header.type, hideBelow: 700, cell: ({ key_type }) => typeWord(key_type) },
    { key: 'state', phone: 'aside', header: header.state, sort: 'state', cell: ({ state }) => stateWord(state) },
    {
      key: 'memory',
      header: header.memory,
      hideBelow: 1_200,
      width: 140,
      cell: ({ memory }) => (memory ? <CapacityGauge capacity={memory} /> : '–'),
    },
    {
      key: 'updated',
      phone: 'meta',
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
  const [{ person_id = '' }] = useListFilter(keyList);
  const { data: person } = useQuery({ ...personQuery(person_id), enabled: person_id !== '' });
  const holders = t('key.holders', { returnObjects: true });
  return [
    { name: 'connection_id', label: t('word.keySystem'), options: optionsOf(systems) },
    { name: 'key_type', label: t('key.columns.type'), options: valuesOf('key_types') },
    { name: 'state', label: t('word.state'), options: valuesOf('key_states') },
    { name: 'full_from', label: t('key.fullFrom'), options: useFullness() },
    {
      name: 'holder',
      label: t('key.columns.holder'),
      options: [
        { value: 'any', label: holders.any },
        { value: 'ours', label: holders.ours },
        { value: 'none', label: holders.none },
      ],
    },
    {
      name: 'task',
      label: t('key.task'),
      options: [
        { value: 'held_by_inactive', label: t('key.tasks.held_by_inactive') },
        { value: 'to_update', label: t('key.tasks.to_update') },
      ],
    },
    // Set by the page of a person; here it can only be cleared.
    {
      name: 'person_id',
      label: t('key.columns.holder'),
      options: person_id ? [{ value: person_id, label: person?.display_name ?? t('key.columns.holder') }] : [],
    },
  ];
}
