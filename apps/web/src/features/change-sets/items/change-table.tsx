import { type ChangeSet, type ChangeSetItem, changeList, ItemOutcome } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Mono } from '#ui/mono';
import { Empty } from '#ui/page-states';
import { kindsOfChangeSet } from '../kinds';
import { ItemDrawer } from './item-drawer';
import { kindsOfChange } from './kinds-of-change';
import { OutcomeTag } from './outcome-tag';

type Props = { changeSet: ChangeSet; hasOutcomes: boolean };

/** The single changes. Refetched with the change set, so that outcomes agree with the figures above. */
export function ChangeTable({ changeSet, hasOutcomes }: Props) {
  const { t } = useTranslation('change-sets');
  const { id, kind, state, applied, failed } = changeSet;
  const outcomes = ItemOutcome.options.map((value) => ({ value, label: t(`items.outcomes.${value}`) }));
  const { search, placeholder, ...words } = t('items.words', { returnObjects: true });
  return (
    <RecordList
      list={changeList}
      params={{ id }}
      columns={useColumns(changeSet, hasOutcomes)}
      filters={hasOutcomes ? [{ name: 'outcome', label: t('word.outcome'), options: outcomes }] : []}
      words={{ ...words, search, placeholder: placeholder[kind] }}
      empty={<Empty title={words.noMatch} />}
      rowKey={({ ordinal }) => String(ordinal)}
      rowLabel={({ kind: what, label }) => t('items.open', { kind: t(`kinds.${what}`), label })}
      drawer={({ row, onClose }) => row && <ItemDrawer changeSet={changeSet} item={row} onClose={onClose} />}
      moment={`${state} ${applied} ${failed}`}
    />
  );
}

function useColumns({ kind }: ChangeSet, hasOutcomes: boolean): RecordColumn<typeof changeList>[] {
  const { t } = useTranslation('change-sets');
  return [
    {
      key: 'label',
      phone: 'title',
      header: t(`items.columns.${kindsOfChangeSet[kind].about}`),
      clip: ({ label }) => label,
      width: '20%',
      sort: 'label',
    },
    {
      key: 'reference',
      phone: 'aside',
      header: t('items.columns.reference'),
      cell: (item) => hasReference(item) && <Mono>{item.reference}</Mono>,
      clip: (item) => (hasReference(item) ? item.reference : null),
      width: '12%',
      hideBelow: 768,
    },
    {
      key: 'kind',
      phone: 'meta',
      header: t('items.columns.kind'),
      cell: (item) => t(`kinds.${item.kind}`),
      isLine: true,
    },
    { key: 'what', phone: 'meta', header: t('items.columns.what'), cell: whatChanged },
    ...(hasOutcomes ? [outcomeColumn(t('items.columns.outcome'))] : []),
  ];
}

const hasReference = ({ kind }: ChangeSetItem) => !kindsOfChange[kind].hidesReference;

function whatChanged(item: ChangeSetItem) {
  const { What } = kindsOfChange[item.kind];
  return <What item={item} />;
}

const outcomeColumn = (header: string): RecordColumn<typeof changeList> => ({
  key: 'outcome',
  phone: 'aside',
  header,
  cell: (item) => (
    <>
      <OutcomeTag item={item} /> {item.message && <span className="mute">{item.message}</span>}
    </>
  ),
});
