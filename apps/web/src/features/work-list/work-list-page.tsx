import { workGroupList, workItemList, workList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import { RecordPage } from '#components/records/record-page';
import { recordsQuery } from '#data/calls/records';
import { workEstimateQuery } from '#data/key-systems/work-list';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { asDecidable, groupAsDecidable, isByHand, WorkBulkBar } from './decisions';
import { GroupDrawer } from './group-drawer';
import { useWorkFilters } from './use-work-filters';
import { WorkDrawer } from './work-drawer';
import { useGroupColumns, useWorkColumns } from './work-list-columns';

/**
 * Work for operators in the key systems that the connection cannot write: one row for the same work, or its entries.
 */
export function WorkListPage() {
  const [{ group }] = useListFilter(workItemList);
  return group === undefined ? <AllWork /> : <EntriesOfGroup />;
}

function AllWork() {
  const { t } = useTranslation('work-list');
  const words = t('words', { returnObjects: true });
  const estimate = useEstimate();
  const manage = (
    <LinkButton to="/connection-manager" variant="default">
      {t('none.action')}
    </LinkButton>
  );
  return (
    <RecordPage
      list={workGroupList}
      columns={useGroupColumns()}
      filters={useWorkFilters()}
      words={{ ...words, subtitle: estimate ? `${words.subtitle} ${estimate}` : words.subtitle }}
      actions={<PrintButton />}
      empty={<Empty title={t('none.title')} hint={t('none.hint')} action={manage} />}
      rowKey={({ group }) => group}
      rowLabel={({ what }) => t('open', { what })}
      drawer={({ row, onClose }) =>
        row &&
        (row.count > 1 ? (
          <GroupDrawer row={row} onClose={onClose} />
        ) : (
          <WorkDrawer item={row.entry} onClose={onClose} />
        ))
      }
      bulk={{
        nameOf: ({ what }) => what,
        bar: (chosen, onClear) => <WorkBulkBar items={chosen.map(groupAsDecidable)} onClear={onClear} />,
      }}
    />
  );
}

/** How long the open entries will take, in a sentence; nothing while there are none. */
function useEstimate(): string | undefined {
  const { t } = useTranslation('work-list');
  const [{ connection_id }] = useListFilter(workItemList);
  const { data } = useQuery(workEstimateQuery(connection_id));
  if (!data || data.open === 0) return undefined;
  const { open: count, minutes } = data;
  if (minutes === null) return t('estimate.unknown');
  return minutes < 120
    ? t('estimate.minutes', { count, minutes })
    : t('estimate.hours', { count, hours: Math.round(minutes / 60) });
}

/** The same work for several people, entry by entry. */
function EntriesOfGroup() {
  const { t } = useTranslation('work-list');
  const [filter, setFilter] = useListFilter(workItemList);
  const { data } = useQuery(recordsQuery(workGroupList, { params: undefined, query: { ...filter, limit: 1 } }));
  const [shown] = data?.rows ?? [];
  const words = t('words', { returnObjects: true });
  return (
    <RecordPage
      list={workItemList}
      back={{ label: t('words.title'), onClick: () => setFilter({ group: undefined }) }}
      columns={useWorkColumns()}
      words={{
        ...words,
        title: shown?.what ?? words.title,
        subtitle: shown && !isByHand(shown.entry) ? t('group.why', { why: shown.entry.why }) : words.subtitle,
        ...(filter.search === undefined && { noMatch: t('group.gone'), noMatchHint: t('group.goneHint') }),
      }}
      actions={<PrintButton />}
      rowLabel={({ what }) => t('open', { what })}
      drawer={({ row, onClose }) => row && <WorkDrawer item={row} onClose={onClose} />}
      bulk={{
        nameOf: ({ what }) => what,
        bar: (chosen, onClear) => <WorkBulkBar items={chosen.map(asDecidable)} onClear={onClear} />,
      }}
    />
  );
}

function PrintButton() {
  const { t } = useTranslation('work-list');
  const pdf = { endpoint: workList.exportPdf, fileName: 'work-list.pdf', label: t('exportPdf') };
  return <ExportButton list={workItemList} as={pdf} />;
}
