import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useExportWork, workListQuery } from '#data/work-list';
import { DataTable } from '#ui/data-table';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { useUrlState } from '#ui/url-state';
import { WorkBulkBar } from './decisions';
import { useSelection } from './use-selection';
import { WorkDrawer } from './work-drawer';
import { useWorkColumns } from './work-list-columns';
import { WorkListFilters } from './work-list-filters';
import { filterOf, isFiltered, noFilter, workListSearch } from './work-list-search';

const pageRows = 50;

/** What operators do by hand in the key systems, because the connection cannot. */
export function WorkListPage() {
  const { t } = useTranslation('work-list');
  const actions = (
    <>
      <ExportButton form="csv" />
      <ExportButton form="pdf" />
    </>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={actions}>
      <Panel>
        <WorkListFilters />
        <WorkTable />
      </Panel>
    </Page>
  );
}

function WorkTable() {
  const { t } = useTranslation('work-list');
  const [state, setState] = useUrlState(workListSearch);
  const { sort, offset } = state;
  const { data, error, refetch } = useQuery(workListQuery({ ...filterOf(state), sort, offset, limit: pageRows }));
  const selection = useSelection();
  const rows = data?.items ?? [];
  const columns = useWorkColumns(rows, selection);
  const opened = rows.find(({ id }) => id === state.open);

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('loading')} />;
  if (rows.length === 0) return <NothingToDo isPastEnd={data.total > 0} />;
  return (
    <>
      <DataTable
        caption={t('caption')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={(next) => setState({ sort: next })}
        onRowClick={({ id }) => setState({ open: id, offset })}
        rowLabel={({ what }) => t('open', { what })}
        isCurrent={({ id }) => id === state.open}
        page={{
          offset: data.offset,
          limit: data.limit,
          total: data.total,
          onChange: (next) => setState({ offset: next }),
        }}
      />
      {selection.selected.length > 0 && <WorkBulkBar items={selection.selected} onClear={selection.clear} />}
      {opened && <WorkDrawer item={opened} onClose={() => setState({ open: undefined, offset })} />}
    </>
  );
}

function NothingToDo({ isPastEnd }: { isPastEnd: boolean }) {
  const { t } = useTranslation('work-list');
  const [state, setState] = useUrlState(workListSearch);
  if (isPastEnd) {
    const back = (
      <Button variant="default" onClick={() => setState({ offset: undefined })}>
        {t('pastEnd.action')}
      </Button>
    );
    return <Empty title={t('pastEnd.title')} action={back} />;
  }
  if (isFiltered(state)) {
    const clear = (
      <Button variant="default" onClick={() => setState(noFilter)}>
        {t('clear')}
      </Button>
    );
    return <Empty title={t('noMatch.title')} hint={t('noMatch.hint')} action={clear} />;
  }
  const manage = (
    <LinkButton to="/connection-manager" variant="default">
      {t('none.action')}
    </LinkButton>
  );
  return <Empty title={t('none.title')} hint={t('none.hint')} action={manage} />;
}

function ExportButton({ form }: { form: 'csv' | 'pdf' }) {
  const { t } = useTranslation('work-list');
  const [state] = useUrlState(workListSearch);
  const save = useExportWork(form);
  const toast = useToast();
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate(filterOf(state), { onError: () => toast.failure(t('exportFailed')) })}
    >
      {t(form === 'csv' ? 'exportCsv' : 'exportPdf')}
    </Button>
  );
}
