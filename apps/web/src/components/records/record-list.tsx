import type { List } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type QueryOf, type RecordOf, type RecordPage, recordsQuery, type Within } from '#data/records';
import { Empty, Failure, Loading } from '#ui/page-states';
import { type Column, DataTable } from '#ui/table/data-table';
import { clearable, nothingOf, useListState } from './list-state';
import { type RecordFilter, RecordFilters } from './record-filters';
import { useSelectColumn } from './select-column';
import { useSelection } from './use-selection';

const pageRows = 50;

/** Only the orders that the list declares can sort a column. */
export type RecordColumn<L extends List> = Column<RecordOf<L>> & { sort?: L['sorts'][number] };

export type RecordListProps<L extends List> = {
  list: L;
  /** Path parameters, for a list inside a record. */
  params?: Within<L>;
  columns: readonly RecordColumn<L>[];
  filters?: readonly RecordFilter<L>[];
  words: {
    /** Accessible name of the table; not visible. */
    caption: string;
    loading: string;
    search?: string;
    placeholder?: string;
    noMatch?: string;
    noMatchHint?: string;
  };
  /** Shown for an empty list; "nothing matches" unless given. */
  empty?: ReactNode;
  rowKey?: (row: RecordOf<L>) => string;
  /** Accessible name of opening a row. */
  rowLabel?: (row: RecordOf<L>) => string;
  /** Goes to the record; without it, its details open beside the list. */
  onOpen?: (row: RecordOf<L>) => void;
  /** Details of the record named in the address; `row` is set when this page contains it. */
  drawer?: (open: { id: string; row: RecordOf<L> | undefined; onClose: () => void }) => ReactNode;
  /** Makes rows selectable, with actions on the selected ones. */
  bulk?: { nameOf: (row: RecordOf<L>) => string; bar: (chosen: RecordOf<L>[], onClear: () => void) => ReactNode };
  moment?: string;
  isMoving?: (page: RecordPage<L>) => boolean;
};

/** A declared list of records: filters, table, paging and details, all kept in the address. */
export function RecordList<L extends List>(props: RecordListProps<L>) {
  const { list, filters = [], words } = props;
  const hasFilters = filters.length > 0 || words.search !== undefined;
  const search = words.search === undefined ? undefined : { label: words.search, placeholder: words.placeholder };
  return (
    <>
      {hasFilters && <RecordFilters list={list} search={search} filters={filters} />}
      <Records {...props} />
    </>
  );
}

/** The default key of a row in the address. */
const idOf = (row: unknown) => String(Object(row).id);

function Records<L extends List>(props: RecordListProps<L>) {
  const { list, words, columns, rowKey = idOf, drawer, bulk, moment, isMoving } = props;
  const [{ filter, sort, offset, open }, setState] = useListState(list);
  const asked = {
    params: props.params as Within<L>, // undefined for a list outside any record
    query: { ...filter, ...(sort && { sort }), ...(offset && { offset }), limit: pageRows } as QueryOf<L>, // as accepted by the schemas of this list
  };
  const { data, error, refetch } = useQuery(recordsQuery(list, { ...asked, moment, isMoving }));
  const selection = useSelection<RecordOf<L>>(rowKey);
  const selectColumn = useSelectColumn({ rows: data?.rows ?? [], selection, nameOf: bulk?.nameOf ?? rowKey });

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={words.loading} />;
  if (data.rows.length === 0) return <NothingListed {...props} total={data.total} />;
  const { rows, limit, total } = data;
  const show = (row: RecordOf<L>) => setState({ open: rowKey(row), offset });
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={bulk ? [selectColumn, ...columns] : columns}
        rows={rows}
        rowKey={rowKey}
        sort={sort ?? list.usual}
        onSort={(next) => setState({ sort: next })}
        onRowClick={props.onOpen ?? (drawer && show)}
        rowLabel={props.rowLabel}
        isCurrent={(row) => rowKey(row) === open}
        page={{ offset: data.offset, limit, total, onChange: (next) => setState({ offset: next }) }}
      />
      {bulk && selection.selected.length > 0 && bulk.bar(selection.selected, selection.clear)}
      {open &&
        drawer?.({
          id: open,
          row: rows.find((row) => rowKey(row) === open),
          onClose: () => setState({ open: undefined, offset }),
        })}
    </>
  );
}

function NothingListed<L extends List>({ list, words, empty, total }: RecordListProps<L> & { total: number }) {
  const { t } = useTranslation('shell');
  const [state, setState] = useListState(list);
  const button = (label: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {label}
    </Button>
  );
  if (total > 0) {
    const first = button(t('records.firstPage'), () => setState({ offset: undefined }));
    return <Empty title={t('records.pastEnd')} action={first} />;
  }
  const { noMatch = t('records.noMatch'), noMatchHint = t('records.noMatchHint') } = words;
  if (clearable(list, state).length === 0) return empty ?? <Empty title={noMatch} />;
  const clear = button(t('records.clear'), () => setState(nothingOf(list, state)));
  return <Empty title={noMatch} hint={noMatchHint} action={clear} />;
}
