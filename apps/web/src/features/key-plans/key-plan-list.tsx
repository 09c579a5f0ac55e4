import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { keyPlansQuery } from '#data/key-plans';
import { DataTable } from '#ui/data-table';
import { FilterBar, SearchInput, SelectFilter } from '#ui/filter-bar';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/url-state';
import { ActivationDialog } from './activation';
import { usePlanColumns } from './key-plan-columns';
import { keyPlansSearch } from './key-plans-search';

const PAGE_ROWS = 50;

type Wanted = z.output<typeof keyPlansSearch>;

const filterOf = ({ search, state, sort, offset = 0 }: Wanted) => ({
  offset,
  limit: PAGE_ROWS,
  ...(search && { search }),
  ...(state && { is_active: state === 'active' ? 'true' : 'false' }),
  ...(sort && { sort }),
});

/** The list as the server filters, sorts and pages it. `create` is the one next step where there is none. */
export function KeyPlanList({ create }: { create: ReactNode }) {
  const { t } = useTranslation('key-plans');
  const [wanted, setWanted] = useUrlState(keyPlansSearch);
  const { data, error, refetch } = useQuery(keyPlansQuery(filterOf(wanted)));
  const isFiltered = Boolean(wanted.search || wanted.state);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('list.loading')} />;
  if (data.total === 0 && !isFiltered) {
    return <Empty title={t('list.none')} hint={t('list.noneHint')} action={create} />;
  }
  return (
    <Panel>
      <Filter />
      {data.keyplans.length === 0 ? (
        <Empty
          title={t('list.noMatch')}
          hint={t('list.noMatchHint')}
          action={<Button onClick={() => setWanted({ search: undefined, state: undefined })}>{t('list.clear')}</Button>}
        />
      ) : (
        <PlanTable
          plans={data.keyplans}
          sort={wanted.sort ?? '-updated_at'}
          onSort={(sort) => setWanted(keyPlansSearch.pick({ sort: true }).parse({ sort }))}
          page={{
            offset: data.offset,
            limit: data.limit,
            total: data.total,
            onChange: (offset) => setWanted({ offset }),
          }}
        />
      )}
    </Panel>
  );
}

function Filter() {
  const { t } = useTranslation('key-plans');
  const [wanted, setWanted] = useUrlState(keyPlansSearch);
  const states = (['active', 'draft'] as const).map((value) => ({ value, label: t(`states.${value}`) }));
  return (
    <FilterBar>
      <SearchInput
        label={t('list.search')}
        value={wanted.search ?? ''}
        onChange={(search) => setWanted({ search: search || undefined })}
      />
      <SelectFilter
        label={t('list.state')}
        value={wanted.state}
        onChange={(state) => setWanted(keyPlansSearch.pick({ state: true }).parse({ state }))}
        options={states}
        clearable
      />
    </FilterBar>
  );
}

type TableProps = {
  plans: readonly KeyPlan[];
  sort: string;
  onSort: (sort: string) => void;
  page: { offset: number; limit: number; total: number; onChange: (offset: number) => void };
};

function PlanTable({ plans, ...order }: TableProps) {
  const { t } = useTranslation('key-plans');
  const navigate = useNavigate();
  const [asking, setAsking] = useState<KeyPlan>();
  const columns = usePlanColumns(setAsking);
  return (
    <>
      <DataTable
        caption={t('list.caption')}
        columns={columns}
        rows={plans}
        rowKey={(plan) => plan.id}
        onRowClick={({ id }) => void navigate({ to: '/keys/key-plans/$id', params: { id } })}
        rowLabel={({ name }) => t('list.open', { name })}
        {...order}
      />
      {asking && <ActivationDialog plan={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}
