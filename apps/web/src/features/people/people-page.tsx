import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { peopleQuery, useExportPeople } from '#data/people';
import { DataTable } from '#ui/data-table';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { useUrlState } from '#ui/url-state';
import { usePeopleColumns } from './people-columns';
import { PeopleFilters } from './people-filters';
import { peopleSearch } from './people-search';

const LIMIT = 50;

export function PeoplePage() {
  const { t } = useTranslation('people');
  return (
    <Page title={t('list.title')} subtitle={t('list.subtitle')} actions={<ExportButton />}>
      <Panel>
        <PeopleFilters />
        <PeopleList />
      </Panel>
    </Page>
  );
}

function PeopleList() {
  const { t } = useTranslation('people');
  const [state, setState] = useUrlState(peopleSearch);
  const { data, error, refetch } = useQuery(peopleQuery({ ...state, limit: LIMIT }));
  const navigate = useNavigate();
  const columns = usePeopleColumns();

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('list.loading')} />;
  if (data.items.length === 0) return <NobodyListed />;
  return (
    <DataTable
      caption={t('list.caption')}
      columns={columns}
      rows={data.items}
      rowKey={({ id }) => id}
      sort={state.sort ?? 'display_name'}
      onSort={(sort) => setState({ sort })}
      onRowClick={({ id }) => void navigate({ to: '/people/$id', params: { id } })}
      rowLabel={({ display_name }) => t('list.open', { name: display_name })}
      page={{ offset: data.offset, limit: data.limit, total: data.total, onChange: (offset) => setState({ offset }) }}
    />
  );
}

const nothing = { search: undefined, connection_id: undefined, department: undefined, job_title: undefined };

function NobodyListed() {
  const { t } = useTranslation('people');
  const [{ sort: _, ...filter }, setState] = useUrlState(peopleSearch);
  if (Object.values(filter).some((value) => value !== undefined)) {
    const clear = (
      <Button variant="default" onClick={() => setState({ ...nothing, active: undefined })}>
        {t('list.clear')}
      </Button>
    );
    return <Empty title={t('list.noMatch')} hint={t('list.noMatchHint')} action={clear} />;
  }
  const begin = <LinkButton to="/connect/iam-wizard">{t('list.noneAction')}</LinkButton>;
  return <Empty title={t('list.none')} hint={t('list.noneHint')} action={begin} />;
}

function ExportButton() {
  const { t } = useTranslation('people');
  const [{ offset: _, ...filter }] = useUrlState(peopleSearch);
  const save = useExportPeople();
  const toast = useToast();
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate(filter, { onError: () => toast.failure(t('list.exportFailed')) })}
    >
      {t('list.export')}
    </Button>
  );
}
