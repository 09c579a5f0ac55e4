import { type KeySelection, type KeyTimesRow, keyTimesList, keyTimesStates } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeTimes } from '#components/key-times/change-times';
import { ExtensionDialog } from '#components/key-times/extension-dialog';
import { KeyTimesView } from '#components/key-times/key-times-view';
import { RemindDialog } from '#components/key-times/remind-dialog';
import { TimesStateTag } from '#components/key-times/times-state-tag';
import { scheduleWords, updatesWords, validityWords } from '#components/key-times/times-words';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { inventoryFacetsQuery } from '#data/key-systems/cylinders';
import { keyTimesPolicyQuery } from '#data/key-systems/key-times';
import { momentIn } from '#lib/time/moment-in';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { BulkBar } from '#ui/table/bulk-bar';
import { useUrlState } from '#ui/table/url-state';
import { activationSearch } from './activation-search';
import { ExtensionsPanel } from './extensions-panel';
import './activation.css';

/** Every key with when it works; one, several or all that match can be changed. */
export function KeysTab() {
  const { t } = useTranslation('key-times');
  return (
    <Panel>
      <ExtensionsPanel />
      <RecordList
        list={keyTimesList}
        columns={useColumns()}
        filters={useFilters()}
        words={t('words', { returnObjects: true })}
        empty={<Empty title={t('none.title')} hint={t('none.hint')} />}
        rowLabel={({ marking }) => t('open', { name: marking })}
        drawer={({ id, row, onClose }) => (
          <SideDrawer title={row?.marking ?? ''} opened onClose={onClose}>
            <KeyTimesView id={id} key={id} />
          </SideDrawer>
        )}
        bulk={{
          nameOf: ({ marking }) => marking,
          bar: (chosen, onClear) => <Chosen keys={chosen} onClear={onClear} />,
        }}
      />
      <AllThatMatch />
    </Panel>
  );
}

const nameOf = ([first, ...rest]: readonly KeyTimesRow[]): string | undefined =>
  rest.length === 0 ? (first?.holder?.name ?? first?.marking) : undefined;

function Chosen({ keys, onClear }: { keys: readonly KeyTimesRow[]; onClear: () => void }) {
  const { t } = useTranslation('key-times');
  const [isChanging, setIsChanging] = useState(false);
  const [isReminding, setIsReminding] = useState(false);
  const [isExtending, setIsExtending] = useState(false);
  const count = t('bulk.selected', { count: keys.length });
  return (
    <BulkBar label={t('bulk.label')} count={count}>
      <Button onClick={() => setIsChanging(true)}>{t('change.action')}</Button>
      <Button variant="default" onClick={() => setIsReminding(true)}>
        {t('remind.action')}
      </Button>
      <Button variant="default" onClick={() => setIsExtending(true)}>
        {t('extension.action')}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      {isExtending && (
        <ExtensionDialog keys={keys.map(({ id }) => id)} onClose={() => setIsExtending(false)} onDone={onClear} />
      )}
      {isReminding && (
        <RemindDialog
          selection={{ ids: keys.map(({ id }) => id) }}
          name={nameOf(keys) ?? t('forecast.keys', { count: keys.length })}
          onClose={() => setIsReminding(false)}
          onDone={onClear}
        />
      )}
      {isChanging && (
        <ChangeDrawer
          selection={{ ids: keys.map(({ id }) => id) }}
          zone={keys[0]?.time_zone}
          onClose={() => setIsChanging(false)}
          onDone={onClear}
        />
      )}
    </BulkBar>
  );
}

function AllThatMatch() {
  const [{ change }, patch] = useUrlState(activationSearch);
  const [filter] = useListFilter(keyTimesList);
  if (change !== 'all') return null;
  return <ChangeDrawer selection={{ filter }} zone={undefined} onClose={() => patch({ change: undefined })} />;
}

type DrawerProps = {
  selection: KeySelection;
  zone: string | undefined;
  onClose: () => void;
  onDone?: () => void;
};

function ChangeDrawer({ zone, ...props }: DrawerProps) {
  const { t } = useTranslation('key-times');
  const { data: policy } = useQuery({ ...keyTimesPolicyQuery, enabled: zone === undefined });
  const known = zone ?? policy?.time_zone;
  return (
    <SideDrawer title={t('change.title')} opened onClose={props.onClose}>
      {known && <ChangeTimes zone={known} {...props} />}
    </SideDrawer>
  );
}

function useColumns(): RecordColumn<typeof keyTimesList>[] {
  const { t } = useTranslation('key-times');
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'marking',
      phone: 'title',
      header: header.marking,
      sort: 'marking',
      isLine: true,
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    { key: 'state', phone: 'aside', header: header.state, cell: ({ state }) => <TimesStateTag state={state} /> },
    {
      key: 'ends',
      phone: 'meta',
      header: header.ends,
      sort: 'ends_at',
      width: '26%',
      clip: ({ ends_at, time_zone, is_sure }) => {
        const moment = ends_at && momentIn(ends_at, time_zone);
        return moment && !is_sure ? t('ends.recorded', { moment }) : moment;
      },
    },
    { key: 'holder', phone: 'meta', header: header.holder, sort: 'holder', clip: ({ holder }) => holder?.name ?? null },
    {
      key: 'validity',
      header: header.validity,
      hideBelow: 1_500,
      clip: ({ recorded, time_zone }) => recorded && validityWords(t, recorded, time_zone),
    },
    {
      key: 'updates',
      header: header.updates,
      hideBelow: 900,
      clip: ({ recorded }) => recorded && updatesWords(t, recorded),
    },
    {
      key: 'schedule',
      header: header.schedule,
      hideBelow: 1_700,
      clip: ({ recorded }) => recorded && scheduleWords(recorded),
    },
    {
      key: 'updated',
      header: header.updated,
      sort: 'last_update_at',
      hideBelow: 1_000,
      cell: ({ last_update_at }) => last_update_at && <TimeAgo instant={last_update_at} />,
    },
    {
      key: 'reminded',
      header: header.reminded,
      hideBelow: 1_600,
      cell: ({ reminded_at }) => reminded_at && <TimeAgo instant={reminded_at} />,
    },
    { key: 'order', header: header.pending, hideBelow: 820, cell: (row) => <Pending row={row} /> },
  ];
}

/** What the key, or the key system, has not taken over yet. */
function Pending({ row: { order, update_pending, extension } }: { row: KeyTimesRow }) {
  const { t } = useTranslation('key-times');
  if (order)
    return (
      <StatusTag
        tone={order.state === 'failed' ? 'red' : order.state === 'to_enter' ? 'amber' : 'blue'}
        label={t(`order.${order.state}`)}
      />
    );
  if (extension) return <StatusTag tone="amber" label={t(`extension.states.${extension.state}`)} />;
  return update_pending ? <StatusTag tone="blue" label={t('pending')} /> : null;
}

function useFilters(): RecordFilter<typeof keyTimesList>[] {
  const { t } = useTranslation('key-times');
  const { data } = useQuery(inventoryFacetsQuery);
  return [
    { name: 'connection_id', label: t('columns.system'), options: optionsOf(data?.key_systems ?? []) },
    {
      name: 'state',
      label: t('columns.state'),
      options: keyTimesStates.map((value) => ({ value, label: t(`states.${value}`) })),
    },
    {
      name: 'ends_within',
      label: t('columns.ends'),
      options: (['1', '7', '30'] as const).map((value) => ({ value, label: t('within', { count: Number(value) }) })),
    },
    {
      name: 'custody',
      label: t('custody.label'),
      options: (['in_stock', 'handed_out', 'lost'] as const).map((value) => ({ value, label: t(`custody.${value}`) })),
    },
    {
      name: 'order',
      label: t('columns.pending'),
      options: (['waiting', 'failed', 'to_enter'] as const).map((value) => ({ value, label: t(`order.${value}`) })),
    },
  ];
}
