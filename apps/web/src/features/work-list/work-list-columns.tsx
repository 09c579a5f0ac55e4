import type { WorkItem, workItemList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { StatusTag } from '#ui/status-tag';

const tones = { open: 'amber', done: 'green', withdrawn: 'grey' } as const satisfies Record<WorkItem['state'], string>;

export function WorkStateTag({ state }: { state: WorkItem['state'] }) {
  const { t } = useTranslation('work-list');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}

export function useWorkColumns(): RecordColumn<typeof workItemList>[] {
  const { t } = useTranslation('work-list');
  return [
    { key: 'what', phone: 'title', header: t('columns.what'), sort: 'label', cell: ({ what }) => what },
    {
      key: 'place',
      phone: 'meta',
      header: t('columns.place'),
      sort: 'kind',
      hideBelow: 820,
      width: 150,
      cell: ({ place }) => place,
    },
    {
      key: 'since',
      phone: 'meta',
      header: t('columns.since'),
      sort: 'created_at',
      hideBelow: 640,
      width: 130,
      cell: ({ created_at }) => <TimeAgo instant={created_at} />,
    },
    {
      key: 'assigned',
      header: t('columns.assigned'),
      hideBelow: 1_000,
      width: 150,
      cell: ({ assigned_to }) => assigned_to?.username ?? <span className="mute">{t('nobody')}</span>,
    },
    {
      key: 'state',
      phone: 'meta',
      header: t('columns.state'),
      width: 170,
      hideBelow: 520,
      cell: ({ state }) => <WorkStateTag state={state} />,
    },
  ];
}
