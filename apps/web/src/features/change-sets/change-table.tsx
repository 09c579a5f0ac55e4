import type { ChangeSet, ChangeSetItem } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changesQuery } from '#data/change-sets';
import { type Column, DataTable } from '#ui/data-table';
import { Mono } from '#ui/mono';
import { Empty, Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/url-state';
import { changeSetSearch } from './change-set-search';
import { ItemDrawer } from './item-drawer';
import { OutcomeTag } from './outcome-tag';
import { WhatChanged } from './what-changed';

const LIMIT = 50;

type Props = { changeSet: ChangeSet; hasOutcomes: boolean };

export function ChangeTable({ changeSet, hasOutcomes }: Props) {
  const { t } = useTranslation('change-sets');
  const [state, setState] = useUrlState(changeSetSearch);
  const [opened, setOpened] = useState<ChangeSetItem>();
  const { id, applied, failed } = changeSet;
  const progress = `${changeSet.state} ${applied} ${failed}`;
  const { data, error, refetch } = useQuery(changesQuery(id, { ...state, limit: LIMIT }, progress));
  const columns = useColumns(changeSet, hasOutcomes);

  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('one.loadingItems')} />;
  if (data.items.length === 0) {
    const clear = (
      <Button
        variant="default"
        onClick={() => setState({ kind: undefined, outcome: undefined, search: undefined, offset: undefined })}
      >
        {t('items.clear')}
      </Button>
    );
    return <Empty title={t('items.none')} hint={t('items.noneHint')} action={clear} />;
  }
  return (
    <>
      <DataTable
        caption={t('items.caption')}
        columns={columns}
        rows={data.items}
        rowKey={({ ordinal }) => String(ordinal)}
        sort={state.sort}
        onSort={(sort) => setState({ sort: changeSetSearch.shape.sort.parse(sort) })}
        onRowClick={setOpened}
        rowLabel={({ kind, label }) => t('items.open', { kind: t(`kinds.${kind}`), label })}
        isCurrent={({ ordinal }) => ordinal === opened?.ordinal}
        page={{ offset: data.offset, limit: data.limit, total: data.total, onChange: (offset) => setState({ offset }) }}
      />
      {opened && <ItemDrawer changeSet={changeSet} item={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useColumns({ kind }: ChangeSet, hasOutcomes: boolean): Column<ChangeSetItem>[] {
  const { t } = useTranslation('change-sets');
  return [
    {
      key: 'label',
      header: t(kind === 'directory' ? 'items.columns.person' : 'items.columns.label'),
      cell: ({ label }) => label,
      clip: ({ label }) => label,
      width: '20%',
      sort: 'label',
    },
    {
      key: 'reference',
      header: t('items.columns.reference'),
      cell: (item) => hasReference(item) && <Mono>{item.reference}</Mono>,
      clip: (item) => (hasReference(item) ? item.reference : null),
      width: '12%',
      hideBelow: 768,
    },
    { key: 'kind', header: t('items.columns.kind'), cell: (item) => t(`kinds.${item.kind}`), isLine: true },
    { key: 'what', header: t('items.columns.what'), cell: (item) => <WhatChanged item={item} /> },
    ...(hasOutcomes ? [outcomeColumn(t('items.columns.outcome'))] : []),
  ];
}

/** What refers to a profile is a number of ours, which says nothing to a reader. */
const hasReference = ({ kind }: ChangeSetItem) => kind !== 'profile_put';

const outcomeColumn = (header: string): Column<ChangeSetItem> => ({
  key: 'outcome',
  header,
  cell: (item) => (
    <>
      <OutcomeTag item={item} /> {item.message && <span className="mute">{item.message}</span>}
    </>
  ),
});
