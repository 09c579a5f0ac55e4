import { type AuditEntry, auditEntryList } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { actionInWords } from '#components/audit/action-words';
import { clearable, nothingOf, useListFilter, useListState } from '#components/records/list-state';
import { useListKeys } from '#components/records/use-list-keys';
import { auditEntriesQuery } from '#data/audit';
import { formatInstant } from '#lib/format';
import { DrawerRowsContext } from '#ui/overlay/drawer-rows';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { EntryDrawer } from './entry-drawer';
import { LogFilters } from './log-filters';
import { ProofPanel } from './proof-panel';
import { useEntryColumns } from './use-entry-columns';

/** Every action of people and of the product, and the proof that no one has changed the list of them. */
export function LogTab() {
  const root = useRef<HTMLDivElement>(null);
  useListKeys(root);
  return (
    <Stack gap="md">
      <ProofPanel />
      <Panel>
        <div ref={root} className="record-list">
          <LogFilters />
          <Entries root={root} />
        </div>
      </Panel>
    </Stack>
  );
}

function Entries({ root }: { root: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation(['reports', 'audit-actions']);
  const columns = useEntryColumns();
  const [filter] = useListFilter(auditEntryList);
  const [{ open }, setState] = useListState(auditEntryList);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditEntriesQuery(filter),
  );
  const rows = data?.pages.flatMap(({ items }) => items);
  const show = ({ id }: AuditEntry) => setState({ open: id });
  const at = rows?.findIndex(({ id }) => id === open) ?? -1;
  const go = (row: AuditEntry | undefined) => row && (() => show(row));
  const beside = {
    next: at < 0 ? undefined : go(rows?.[at + 1]),
    previous: go(rows?.[at - 1]),
    home: () =>
      [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
        ({ dataset }) => dataset.row === open,
      ),
  };
  return (
    <>
      {rows && rows.length > 0 && (
        <DataTable
          caption={t('list.caption')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onRowClick={show}
          rowLabel={({ action, at }) => t('list.open', { action: actionInWords(action), when: formatInstant(at) })}
          isCurrent={({ id }) => id === open}
        />
      )}
      {rows?.length === 0 && <NoEntries />}
      {error && <Failure error={error} onRetry={data ? fetchNextPage : refetch} />}
      {!data && !error && <SkeletonRows label={t('list.loading')} />}
      {hasNextPage && !error && (
        <div className="table-foot">
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
      {open && (
        <DrawerRowsContext value={beside}>
          <EntryDrawer id={open} row={rows?.[at]} onClose={() => setState({ open: undefined })} />
        </DrawerRowsContext>
      )}
    </>
  );
}

function NoEntries() {
  const { t } = useTranslation('reports');
  const [state, setState] = useListState(auditEntryList);
  if (clearable(auditEntryList, state).length === 0) return <Empty title={t('list.none')} hint={t('list.noneHint')} />;
  return (
    <Empty
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      action={
        <Button variant="default" onClick={() => setState(nothingOf(auditEntryList, state))}>
          {t('word.clearFilters')}
        </Button>
      }
    />
  );
}
