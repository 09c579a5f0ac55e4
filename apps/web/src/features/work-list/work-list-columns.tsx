import type { WorkItem } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import type { Column } from '#ui/data-table';
import { StatusTag } from '#ui/status-tag';
import type { Selection } from './use-selection';

const tones = { open: 'amber', done: 'green', withdrawn: 'grey' } as const satisfies Record<WorkItem['state'], string>;

export function WorkStateTag({ state }: { state: WorkItem['state'] }) {
  const { t } = useTranslation('work-list');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}

export function useWorkColumns(rows: readonly WorkItem[], selection: Selection): Column<WorkItem>[] {
  const { t } = useTranslation('work-list');
  return [
    {
      key: 'select',
      header: t('columns.select'),
      headerCell: <PageBox rows={rows} selection={selection} />,
      width: 44,
      cell: (item) => (
        <Checkbox
          size="xs"
          aria-label={t('select', { what: item.what })}
          checked={selection.has(item.id)}
          onChange={(event) => selection.set([item], event.currentTarget.checked)}
        />
      ),
    },
    { key: 'what', header: t('columns.what'), sort: 'label', cell: ({ what }) => what },
    { key: 'place', header: t('columns.place'), sort: 'kind', hideBelow: 820, width: 150, cell: ({ place }) => place },
    {
      key: 'since',
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
      header: t('columns.state'),
      width: 170,
      hideBelow: 520,
      cell: ({ state }) => <WorkStateTag state={state} />,
    },
  ];
}

function PageBox({ rows, selection }: { rows: readonly WorkItem[]; selection: Selection }) {
  const { t } = useTranslation('work-list');
  const chosen = rows.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={t('selectPage')}
      checked={chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={(event) => selection.set(rows, event.currentTarget.checked)}
    />
  );
}
