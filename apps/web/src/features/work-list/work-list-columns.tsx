import type { WorkGroup, WorkItem, workGroupList, workItemList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { StatusTag } from '#ui/status-tag';
import type { Column } from '#ui/table/data-table';

const tones = { open: 'amber', done: 'green', withdrawn: 'grey' } as const satisfies Record<WorkItem['state'], string>;

export function WorkStateTag({ state }: { state: WorkItem['state'] }) {
  const { t } = useTranslation('work-list');
  return <StatusTag tone={tones[state]} label={t(`states.${state}`)} />;
}

type WorkColumns<Row> = { what: (row: Row) => string; since: (row: Row) => string; entry: (row: Row) => WorkItem };

function useColumns<Row>({ what, since, entry }: WorkColumns<Row>) {
  const { t } = useTranslation('work-list');
  return [
    { key: 'what', phone: 'title', header: t('word.whatToDo'), sort: 'label', cell: what },
    {
      key: 'place',
      phone: 'meta',
      header: t('columns.place'),
      sort: 'kind',
      hideBelow: 820,
      width: 150,
      cell: (row) => entry(row).place,
    },
    {
      key: 'since',
      phone: 'meta',
      header: t('drawer.since'),
      sort: 'created_at',
      hideBelow: 640,
      width: 130,
      cell: (row) => <TimeAgo instant={since(row)} />,
    },
    {
      key: 'assigned',
      header: t('filters.assigned'),
      hideBelow: 1_000,
      width: 150,
      cell: (row) => entry(row).assigned_to?.username ?? <span className="mute">{t('unassigned')}</span>,
    },
    {
      key: 'state',
      phone: 'meta',
      header: t('word.state'),
      width: 170,
      hideBelow: 520,
      cell: (row) => <WorkStateTag state={entry(row).state} />,
    },
  ] satisfies (Column<Row> & { sort?: (typeof workItemList.sorts)[number] })[];
}

/** One row per entry. */
export const useWorkColumns = (): RecordColumn<typeof workItemList>[] =>
  useColumns<WorkItem>({ what: ({ what }) => what, since: ({ created_at }) => created_at, entry: (item) => item });

/** One row for the same work, for any number of people. */
export const useGroupColumns = (): RecordColumn<typeof workGroupList>[] =>
  useColumns<WorkGroup>({ what: ({ what }) => what, since: ({ since }) => since, entry: ({ entry }) => entry });
