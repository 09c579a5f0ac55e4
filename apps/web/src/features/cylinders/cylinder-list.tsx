import { cylinderList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CapacityGauge, useFullness } from '#components/programming/capacity-gauge';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { cylinderGroupQuery } from '#data/key-systems/cylinders';
import { shownName } from '#lib/words/door-words';
import { Mono } from '#ui/mono';
import { StatusTag } from '#ui/status-tag';
import { CylinderDrawer } from './cylinder-drawer';
import { NothingRead } from './nothing-read';
import { useCodeWords } from './use-code-words';
import { useFacets } from './use-facets';

export function CylinderList() {
  const { t } = useTranslation('cylinders');
  return (
    <RecordList
      list={cylinderList}
      columns={useColumns()}
      filters={useFilters()}
      words={t('cylinder.words', { returnObjects: true })}
      empty={<NothingRead />}
      rowLabel={({ marking }) => t('open', { name: marking })}
      drawer={({ id, onClose }) => <CylinderDrawer id={id} onClose={onClose} />}
    />
  );
}

function useColumns(): RecordColumn<typeof cylinderList>[] {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('cylinder_types');
  const stateWord = useCodeWords('cylinder_states');
  const kindWord = useCodeWords('job_kinds');
  const header = t('cylinder.columns', { returnObjects: true });
  return [
    {
      key: 'marking',
      phone: 'aside',
      header: header.marking,
      sort: 'marking',
      width: 110,
      isLine: true,
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    { key: 'name', phone: 'title', header: header.name, sort: 'name', width: '26%', clip: shownName },
    {
      key: 'location',
      phone: 'meta',
      header: header.location,
      sort: 'location',
      width: '24%',
      hideBelow: 1_000,
      clip: ({ location }) => location,
    },
    {
      key: 'group',
      header: header.group,
      sort: 'group_name',
      width: '18%',
      hideBelow: 700,
      clip: ({ group_name }) => group_name,
    },
    { key: 'type', header: header.type, hideBelow: 1_200, cell: (row) => typeWord(row.cylinder_type) },
    { key: 'state', header: header.state, sort: 'state', hideBelow: 560, cell: ({ state }) => stateWord(state) },
    {
      key: 'blocks',
      header: header.blocks,
      hideBelow: 1_400,
      width: 150,
      cell: ({ block_list: list }) => (list ? <CapacityGauge capacity={list} /> : '–'),
    },
    {
      key: 'events',
      header: header.events,
      hideBelow: 1_400,
      width: 170,
      cell: ({ event_ring: ring }) => (ring ? <CapacityGauge capacity={ring} /> : '–'),
    },
    {
      key: 'job',
      phone: 'aside',
      header: header.job,
      hideBelow: 820,
      cell: ({ open_job }) => (open_job ? <StatusTag tone="amber" label={kindWord(open_job.kind)} /> : '–'),
    },
  ];
}

function useFilters(): RecordFilter<typeof cylinderList>[] {
  const { t } = useTranslation('cylinders');
  const { systems, valuesOf } = useFacets();
  const jobs = t('cylinder.jobs', { returnObjects: true });
  return [
    { name: 'connection_id', label: t('word.keySystem'), options: optionsOf(systems), clears: ['group_id'] },
    useGroupFilter(),
    { name: 'cylinder_type', label: t('key.columns.type'), options: valuesOf('cylinder_types') },
    { name: 'state', label: t('word.state'), options: valuesOf('cylinder_states') },
    { name: 'domain', label: t('group.columns.domain'), options: valuesOf('domains') },
    { name: 'full_from', label: t('cylinder.fullFrom'), options: useFullness() },
    {
      name: 'job',
      label: t('cylinder.job'),
      options: [
        { value: 'open', label: jobs.open },
        { value: 'none', label: jobs.none },
      ],
    },
  ];
}

/** Set by the list of groups; here it can only be cleared. */
function useGroupFilter(): RecordFilter<typeof cylinderList> {
  const { t } = useTranslation('cylinders');
  const [{ group_id = '' }] = useListFilter(cylinderList);
  const { data: group } = useQuery({ ...cylinderGroupQuery(group_id), enabled: group_id !== '' });
  const options = group_id ? [{ value: group_id, label: (group && shownName(group)) ?? t('word.group') }] : [];
  return { name: 'group_id', label: t('word.group'), options };
}
