import { type Key, keyList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useKeySystemNames } from '#data/key-systems/use-key-system-names';
import { formatDate } from '#lib/format';
import { Mono } from '#ui/mono';
import { Empty } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { BulkBar } from './bulk-bar';
import { CustodyTag } from './custody-tag';
import { KeyDetail } from './key-detail';

export function DeskKeyList() {
  const { t } = useTranslation('key-desk');
  return (
    <RecordList
      list={keyList}
      isMoving={isBeingWritten}
      columns={useColumns()}
      filters={useFilters()}
      words={t('words', { returnObjects: true })}
      empty={<Empty title={t('none.title')} hint={t('none.hint')} />}
      rowLabel={({ marking }) => t('open', { name: marking })}
      drawer={({ row, onClose }) => row && <KeyDetail item={row} onClose={onClose} />}
      bulk={{ nameOf: ({ marking }) => marking, bar: (chosen, onClear) => <BulkBar keys={chosen} onClear={onClear} /> }}
    />
  );
}

/** The key system is written shortly after the desk. */
const isBeingWritten = ({ rows }: { rows: Key[] }) => rows.some(({ custody }) => custody.recording === 'pending');

function useColumns(): RecordColumn<typeof keyList>[] {
  const { t } = useTranslation('key-desk');
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
    { key: 'state', phone: 'aside', header: header.state, cell: (key) => <CustodyTag custody={key.custody} /> },
    {
      key: 'holder',
      phone: 'meta',
      header: header.holder,
      sort: 'holder',
      width: '28%',
      clip: ({ custody }) => custody.holder?.name ?? custody.reserved_for?.name ?? null,
    },
    {
      key: 'department',
      header: header.department,
      hideBelow: 1_000,
      clip: ({ custody }) => custody.holder?.department ?? null,
    },
    {
      key: 'due',
      phone: 'meta',
      header: header.due,
      sort: 'due_at',
      clip: ({ custody }) => custody.due_at && formatDate(custody.due_at),
    },
    {
      key: 'recording',
      header: header.recording,
      hideBelow: 820,
      cell: ({ custody: { recording } }: Key) =>
        recording === 'same' ? null : (
          <StatusTag tone={recording === 'pending' ? 'blue' : 'amber'} label={t(`recording.${recording}`)} />
        ),
    },
  ];
}

function useFilters(): RecordFilter<typeof keyList>[] {
  const { t } = useTranslation('key-desk');
  const systems = useKeySystemNames();
  const custody = t('filters', { returnObjects: true });
  return [
    { name: 'connection_id', label: t('columns.system'), options: optionsOf(systems) },
    {
      name: 'custody',
      label: t('columns.state'),
      options: Object.entries(custody).map(([value, label]) => ({ value, label })),
    },
    { name: 'task', label: t('task'), options: [{ value: 'to_update', label: t('counters.update_pending') }] },
  ];
}
