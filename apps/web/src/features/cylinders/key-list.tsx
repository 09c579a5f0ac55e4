import type { Key } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { inventoryFacetsQuery } from '#data/cylinders';
import { keysQuery, useExportKeys } from '#data/keys';
import { type Column, DataTable } from '#ui/data-table';
import { FilterBar, SelectFilter } from '#ui/filter-bar';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/url-state';
import { cylindersSearch, sortIn } from './cylinders-search';
import { KeyDrawer } from './key-drawer';
import { CommonFilters, ValueFilter } from './record-filters';
import { ExportButton, NothingListed, pageRows } from './record-list';
import { useCodeWords } from './use-code-words';

const sorts = ['marking', 'name', 'holder', 'state', 'last_update_at'] as const;

function useKeyFilter() {
  const [{ search, connection_id, type: key_type, state, holder }] = useUrlState(cylindersSearch);
  return { search, connection_id, key_type, state, holder };
}

export function KeyList() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const sort = sortIn(state.sort, sorts, 'marking');
  const filter = useKeyFilter();
  const { data, error, refetch } = useQuery(keysQuery({ ...filter, sort, offset: state.offset, limit: pageRows }));
  const columns = useColumns();
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('key.loading')} />;
  if (data.items.length === 0) return <NothingListed />;
  const { offset, limit, total } = data;
  const opened = data.items.find(({ id }) => id === state.open);
  return (
    <>
      <DataTable
        caption={t('key.caption')}
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
      {opened && <KeyDrawer item={opened} onClose={() => setState({ open: undefined, offset: state.offset })} />}
    </>
  );
}

function useColumns(): Column<Key>[] {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('key_types');
  const stateWord = useCodeWords('key_states');
  return [
    {
      key: 'marking',
      header: t('key.columns.marking'),
      sort: 'marking',
      isLine: true,
      cell: (row) => <Mono>{row.marking}</Mono>,
    },
    {
      key: 'holder',
      header: t('key.columns.holder'),
      sort: 'holder',
      width: '30%',
      clip: (row) => row.holder?.name ?? null,
      cell: (row) => row.holder?.name ?? '–',
    },
    { key: 'serial', header: t('key.columns.serial'), hideBelow: 820, cell: (row) => <Mono>{row.serial}</Mono> },
    { key: 'type', header: t('key.columns.type'), hideBelow: 700, cell: (row) => typeWord(row.key_type) },
    { key: 'state', header: t('key.columns.state'), sort: 'state', cell: (row) => stateWord(row.state) },
    {
      key: 'updated',
      header: t('key.columns.updated'),
      sort: 'last_update_at',
      hideBelow: 1_000,
      cell: ({ last_update_at: at }) => (at ? <TimeAgo instant={at} /> : t('key.unknownUpdate')),
    },
  ];
}

export function KeyFilters() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const { data: facets } = useQuery(inventoryFacetsQuery);
  const typeWord = useCodeWords('key_types');
  const stateWord = useCodeWords('key_states');
  return (
    <FilterBar>
      <CommonFilters label={t('key.search')} placeholder={t('key.placeholder')} />
      <ValueFilter field="type" label={t('filters.type')} values={facets?.key_types ?? []} wordOf={typeWord} />
      <ValueFilter field="state" label={t('filters.state')} values={facets?.key_states ?? []} wordOf={stateWord} />
      <SelectFilter
        label={t('key.holder')}
        value={state.holder}
        onChange={(holder) => setState({ holder: cylindersSearch.shape.holder.parse(holder) })}
        options={[
          { value: 'any', label: t('key.holders.any') },
          { value: 'none', label: t('key.holders.none') },
        ]}
        clearable
      />
    </FilterBar>
  );
}

export function ExportKeys() {
  return <ExportButton save={useExportKeys()} filter={useKeyFilter()} />;
}
