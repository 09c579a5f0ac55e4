import type { List } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type QueryOf, type RecordOf, type RecordPage, recordsQuery, type Within } from '#data/calls/records';
import { DrawerRowsContext } from '#ui/overlay/drawer-rows';
import { Empty, Failure } from '#ui/page-states';
import { type Column, DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { clearable, nothingOf, useListState } from './list-state';
import { ListTotal } from './list-total';
import { type RecordFilter, RecordFilters } from './record-filters';
import { useSelectColumn } from './select-column';
import { useListKeys } from './use-list-keys';
import { useSelection } from './use-selection';

const pageRows = 50;

/** Only the orders that the list declares can sort a column. */
export type RecordColumn<L extends List> = Column<RecordOf<L>> & { sort?: L['sorts'][number] };

export type RecordListProps<L extends List> = {
  list: L;
  /** Path parameters, for a list inside a record. */
  params?: Within<L>;
  /** Filters set by the screen, which the user cannot clear. */
  fixed?: Partial<QueryOf<L>>;
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
  /** Opens the record; without it, its details open beside the list. */
  onOpen?: (row: RecordOf<L>) => void;
  /** Details of the record in the URL; `row` is set if this page contains it. */
  drawer?: (open: { id: string; row: RecordOf<L> | undefined; onClose: () => void }) => ReactNode;
  /** Makes rows selectable, with actions on the selected ones. */
  bulk?: { nameOf: (row: RecordOf<L>) => string; bar: (chosen: RecordOf<L>[], onClear: () => void) => ReactNode };
  moment?: string;
  isMoving?: (page: RecordPage<L>) => boolean;
  everyMs?: number;
};

/** A declared list of records: filters, table, paging and details, with all state in the URL. */
export function RecordList<L extends List>(props: RecordListProps<L>) {
  const { list, params, fixed, filters = [], words, moment, isMoving, everyMs } = props;
  const root = useRef<HTMLDivElement>(null);
  useListKeys(root);
  const [{ filter, sort, offset }] = useListState(list);
  const request = {
    params: params as Within<L>, // undefined for a list outside any record
    query: { ...filter, ...fixed, ...(sort && { sort }), ...(offset && { offset }), limit: pageRows } as QueryOf<L>, // as accepted by the schemas of this list
  };
  const answer = useQuery(recordsQuery(list, { ...request, moment, isMoving, everyMs }));
  const search = words.search === undefined ? undefined : { label: words.search, placeholder: words.placeholder };
  const total = <ListTotal list={list.name} total={answer.data?.total} />;
  return (
    <div ref={root} className="record-list">
      <RecordFilters list={list} search={search} filters={filters} total={total} />
      <Records {...props} {...answer} root={root} />
    </div>
  );
}

/** The default key of a row in the URL. */
const idOf = (row: unknown) => String(Object(row).id);

type Answered<L extends List> = Pick<UseQueryResult<RecordPage<L>>, 'data' | 'error' | 'refetch'> & {
  root: RefObject<HTMLElement | null>;
};

function Records<L extends List>(props: RecordListProps<L> & Answered<L>) {
  const { list, words, columns, rowKey = idOf, drawer, bulk, data, error, refetch, root } = props;
  const [{ sort, offset, open }, setState] = useListState(list);
  const selection = useSelection<RecordOf<L>>(rowKey);
  const selectColumn = useSelectColumn({ rows: data?.rows ?? [], selection, nameOf: bulk?.nameOf ?? rowKey });

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows label={words.loading} />;
  if (data.rows.length === 0) return <NothingListed {...props} total={data.total} />;
  const { rows, limit, total } = data;
  const show = (row: RecordOf<L>) => setState({ open: rowKey(row), offset });
  const at = rows.findIndex((row) => rowKey(row) === open);
  const go = (row: RecordOf<L> | undefined) => row && (() => show(row));
  const beside = {
    next: at < 0 ? undefined : go(rows[at + 1]),
    previous: go(rows[at - 1]),
    home: () => {
      const shown = root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
      return [...shown].find(({ dataset }) => dataset.row === open);
    },
  };
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
      {open && drawer && (
        <DrawerRowsContext value={beside}>
          {drawer({ id: open, row: rows[at], onClose: () => setState({ open: undefined, offset }) })}
        </DrawerRowsContext>
      )}
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
  const clear = button(t('word.clearFilters'), () => setState(nothingOf(list, state)));
  return <Empty title={noMatch} hint={noMatchHint} action={clear} />;
}
