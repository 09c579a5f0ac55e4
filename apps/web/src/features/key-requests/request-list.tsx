import { keyRequestKinds, keyRequestList, keyRequestStates } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatDate } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { RequestDrawer } from './request-drawer';
import { RequestState, whatOf } from './request-state';

type Props = { tab?: 'mine' | 'to_decide'; onNew?: () => void };

/** Requests, with the details of one beside them. */
export function RequestList({ tab, onNew }: Props) {
  const { t } = useTranslation('key-requests');
  const none = tab ?? 'all';
  return (
    <Panel>
      <RecordList
        list={keyRequestList}
        {...(tab && { fixed: { tab } })}
        columns={useColumns()}
        filters={useFilters(tab)}
        words={t('words', { returnObjects: true })}
        empty={
          <Empty
            title={t(`none.${none}.title`)}
            hint={t(`none.${none}.hint`)}
            action={onNew && <Button onClick={onNew}>{t('tabs.new')}</Button>}
          />
        }
        rowLabel={({ kind, person }) => t('open', { kind: t(`kinds.${kind}`), name: person.name })}
        drawer={({ id, onClose }) => <RequestDrawer id={id} onClose={onClose} />}
      />
    </Panel>
  );
}

function useColumns(): RecordColumn<typeof keyRequestList>[] {
  const { t } = useTranslation('key-requests');
  return [
    {
      key: 'person',
      phone: 'title',
      header: t('columns.person'),
      cell: ({ person }) => <strong>{person.name}</strong>,
    },
    { key: 'kind', phone: 'meta', header: t('columns.kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'what', phone: 'meta', header: t('columns.what'), width: '22%', clip: (row) => whatOf(row) },
    {
      key: 'ends_at',
      phone: 'meta',
      header: t('columns.until'),
      sort: 'ends_at',
      cell: ({ granted_until, ends_at }) =>
        granted_until || ends_at ? formatDate(granted_until ?? ends_at) : t('noEnd'),
    },
    { key: 'state', phone: 'aside', header: t('columns.state'), cell: (row) => <RequestState request={row} /> },
    {
      key: 'asked_at',
      header: t('columns.asked'),
      sort: 'asked_at',
      hideBelow: 1_100,
      cell: ({ asked_at, asked_by }) => `${formatDate(asked_at)}, ${asked_by}`,
    },
  ];
}

function useFilters(tab: Props['tab']): RecordFilter<typeof keyRequestList>[] {
  const { t } = useTranslation('key-requests');
  const kinds = keyRequestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));
  const states = [
    ...(['open', 'done'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
    ...keyRequestStates.map((value) => ({ value, label: t(`states.${value}`) })),
  ];
  return [
    { name: 'kind', label: t('columns.kind'), options: kinds },
    ...(tab === 'to_decide' ? [] : [{ name: 'state' as const, label: t('columns.state'), options: states }]),
  ];
}
