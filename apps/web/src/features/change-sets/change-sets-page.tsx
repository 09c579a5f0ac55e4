import { type ChangeSet, ChangeSetState } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { changeSetsQuery } from '#data/change-sets';
import { type Column, DataTable } from '#ui/data-table';
import { FilterBar, SelectFilter } from '#ui/filter-bar';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/url-state';
import { useChangeSetColumns } from './change-set-columns';
import { changeSetsSearch } from './change-sets-search';

const LIMIT = 50;

export function ChangeSetsPage() {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useUrlState(changeSetsSearch);
  return (
    <Page title={t('list.title')} subtitle={t('list.subtitle')}>
      <Panel>
        <FilterBar>
          <SelectFilter
            label={t('list.state')}
            value={state.state}
            onChange={(value) => setState({ state: ChangeSetState.safeParse(value).data })}
            options={ChangeSetState.options.map((value) => ({ value, label: t(`states.${value}`) }))}
            clearable
          />
        </FilterBar>
        <ChangeSetList />
      </Panel>
    </Page>
  );
}

function ChangeSetList() {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useUrlState(changeSetsSearch);
  const { data, error, refetch } = useQuery(changeSetsQuery({ ...state, limit: LIMIT }));
  const navigate = useNavigate();
  const columns: Column<ChangeSet>[] = useChangeSetColumns();

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('list.loading')} />;
  if (data.items.length === 0) return <NothingListed total={data.total} />;
  return (
    <DataTable
      caption={t('list.caption')}
      columns={columns}
      rows={data.items}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => void navigate({ to: '/change-sets/$id', params: { id } })}
      rowLabel={({ title, state: at }) => t('list.open', { title, state: t(`states.${at}`) })}
      page={{ offset: data.offset, limit: data.limit, total: data.total, onChange: (offset) => setState({ offset }) }}
    />
  );
}

function NothingListed({ total }: { total: number }) {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useUrlState(changeSetsSearch);
  if (total > 0) {
    const first = <Button onClick={() => setState({ offset: undefined })}>{t('list.firstPage')}</Button>;
    return <Empty title={t('list.pastEnd')} action={first} />;
  }
  if (state.state || state.connection_id) {
    const clear = (
      <Button variant="default" onClick={() => setState({ state: undefined, connection_id: undefined })}>
        {t('list.clear')}
      </Button>
    );
    return <Empty title={t('list.noMatch')} hint={t('list.noMatchHint')} action={clear} />;
  }
  const begin = <LinkButton to="/connect/iam-wizard">{t('list.noneAction')}</LinkButton>;
  return <Empty title={t('list.none')} hint={t('list.noneHint')} action={begin} />;
}
