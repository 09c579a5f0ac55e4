import type { CylinderGroup } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cylinderGroupsQuery, useExportGroups } from '#data/cylinders';
import { formatNumber } from '#lib/format';
import { type Column, DataTable } from '#ui/data-table';
import { FilterBar } from '#ui/filter-bar';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/url-state';
import { cylindersSearch, noFilter, sortIn } from './cylinders-search';
import { CommonFilters } from './record-filters';
import { ExportButton, NothingListed, pageRows } from './record-list';

const sorts = ['name', 'cylinders'] as const;

/** A group opens as the list of its cylinders. */
export function GroupList() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const { search, connection_id, offset } = state;
  const sort = sortIn(state.sort, sorts, 'name');
  const filter = { search, connection_id, sort, offset, limit: pageRows };
  const { data, error, refetch } = useQuery(cylinderGroupsQuery(filter));
  const columns = useColumns();
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('group.loading')} />;
  if (data.items.length === 0) return <NothingListed />;
  return (
    <DataTable
      caption={t('group.caption')}
      columns={columns}
      rows={data.items}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={(next) => setState({ sort: next })}
      onRowClick={({ id }) => setState({ ...noFilter, tab: 'cylinders', group_id: id })}
      rowLabel={({ name }) => t('group.show', { name })}
      page={{
        offset: data.offset,
        limit: data.limit,
        total: data.total,
        onChange: (next) => setState({ offset: next }),
      }}
    />
  );
}

function useColumns(): Column<CylinderGroup>[] {
  const { t } = useTranslation('cylinders');
  return [
    { key: 'name', header: t('group.columns.name'), sort: 'name', cell: ({ name }) => name },
    {
      key: 'cylinders',
      header: t('group.columns.cylinders'),
      sort: 'cylinders',
      align: 'right',
      width: 120,
      cell: ({ cylinders }) => formatNumber(cylinders),
    },
    { key: 'domain', header: t('group.columns.domain'), hideBelow: 700, cell: ({ domain }) => domain },
    {
      key: 'system',
      header: t('group.columns.system'),
      hideBelow: 900,
      cell: ({ connection_name }) => connection_name,
    },
  ];
}

export function GroupFilters() {
  const { t } = useTranslation('cylinders');
  return (
    <FilterBar>
      <CommonFilters label={t('group.search')} placeholder={t('group.placeholder')} />
    </FilterBar>
  );
}

export function ExportGroups() {
  const [{ search, connection_id }] = useUrlState(cylindersSearch);
  return <ExportButton save={useExportGroups()} filter={{ search, connection_id }} />;
}
