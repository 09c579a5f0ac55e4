import type { Cylinder } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cylinderGroupQuery, cylindersQuery, inventoryFacetsQuery, useExportCylinders } from '#data/cylinders';
import { type Column, DataTable } from '#ui/data-table';
import { FilterBar, SelectFilter } from '#ui/filter-bar';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { useUrlState } from '#ui/url-state';
import { CylinderDrawer } from './cylinder-drawer';
import { cylindersSearch, sortIn } from './cylinders-search';
import { CommonFilters, ValueFilter } from './record-filters';
import { ExportButton, NothingListed, pageRows } from './record-list';
import { useCodeWords } from './use-code-words';

const sorts = ['marking', 'name', 'location', 'group_name', 'state'] as const;

function useCylinderFilter() {
  const [{ search, connection_id, group_id, type: cylinder_type, state, domain, job }] = useUrlState(cylindersSearch);
  return { search, connection_id, group_id, cylinder_type, state, domain, job };
}

export function CylinderList() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const sort = sortIn(state.sort, sorts, 'marking');
  const filter = useCylinderFilter();
  const { data, error, refetch } = useQuery(cylindersQuery({ ...filter, sort, offset: state.offset, limit: pageRows }));
  const columns = useColumns();
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('cylinder.loading')} />;
  if (data.items.length === 0) return <NothingListed />;
  const { offset, limit, total } = data;
  const close = () => setState({ open: undefined, offset: state.offset });
  return (
    <>
      <DataTable
        caption={t('cylinder.caption')}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={(next) => setState({ sort: next })}
        onRowClick={({ id }) => setState({ open: id, offset: state.offset })}
        rowLabel={({ marking }) => t('open', { name: marking })}
        isCurrent={({ id }) => id === state.open}
        page={{ offset, limit, total, onChange: (next) => setState({ offset: next }) }}
      />
      {state.open && <CylinderDrawer id={state.open} onClose={close} />}
    </>
  );
}

function useColumns(): Column<Cylinder>[] {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('cylinder_types');
  const stateWord = useCodeWords('cylinder_states');
  const kindWord = useCodeWords('job_kinds');
  const header = (name: 'marking' | 'name' | 'location' | 'group' | 'type' | 'state' | 'job') =>
    t(`cylinder.columns.${name}`);
  return [
    {
      key: 'marking',
      header: header('marking'),
      sort: 'marking',
      width: 110,
      isLine: true,
      cell: (row) => <Mono>{row.marking}</Mono>,
    },
    {
      key: 'name',
      header: header('name'),
      sort: 'name',
      width: '26%',
      clip: (row) => row.name,
      cell: (row) => row.name,
    },
    {
      key: 'location',
      header: header('location'),
      sort: 'location',
      width: '24%',
      hideBelow: 1_000,
      clip: (row) => row.location,
      cell: (row) => row.location || '–',
    },
    {
      key: 'group',
      header: header('group'),
      sort: 'group_name',
      width: '18%',
      hideBelow: 700,
      clip: (row) => row.group_name,
      cell: (row) => row.group_name ?? '–',
    },
    { key: 'type', header: header('type'), hideBelow: 1_200, cell: (row) => typeWord(row.cylinder_type) },
    { key: 'state', header: header('state'), sort: 'state', hideBelow: 560, cell: (row) => stateWord(row.state) },
    {
      key: 'job',
      header: header('job'),
      hideBelow: 820,
      cell: ({ open_job }) => (open_job ? <StatusTag tone="amber" label={kindWord(open_job.kind)} /> : '–'),
    },
  ];
}

export function CylinderFilters() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const { data: facets } = useQuery(inventoryFacetsQuery);
  const typeWord = useCodeWords('cylinder_types');
  const stateWord = useCodeWords('cylinder_states');
  return (
    <FilterBar>
      <CommonFilters label={t('cylinder.search')} placeholder={t('cylinder.placeholder')} />
      {state.group_id && <ChosenGroup id={state.group_id} />}
      <ValueFilter field="type" label={t('filters.type')} values={facets?.cylinder_types ?? []} wordOf={typeWord} />
      <ValueFilter field="state" label={t('filters.state')} values={facets?.cylinder_states ?? []} wordOf={stateWord} />
      <ValueFilter field="domain" label={t('filters.domain')} values={facets?.domains ?? []} />
      <SelectFilter
        label={t('cylinder.job')}
        value={state.job}
        onChange={(job) => setState({ job: cylindersSearch.shape.job.parse(job) })}
        options={[
          { value: 'open', label: t('cylinder.jobs.open') },
          { value: 'none', label: t('cylinder.jobs.none') },
        ]}
        clearable
      />
    </FilterBar>
  );
}

/** Chosen in the list of groups; here it can only be let go of. */
function ChosenGroup({ id }: { id: string }) {
  const { t } = useTranslation('cylinders');
  const [, setState] = useUrlState(cylindersSearch);
  const { data: group } = useQuery(cylinderGroupQuery(id));
  return (
    <SelectFilter
      label={t('filters.group')}
      value={id}
      onChange={(group_id) => setState({ group_id })}
      options={[{ value: id, label: group?.name ?? t('filters.group') }]}
      clearable
    />
  );
}

export function ExportCylinders() {
  return <ExportButton save={useExportCylinders()} filter={useCylinderFilter()} />;
}
