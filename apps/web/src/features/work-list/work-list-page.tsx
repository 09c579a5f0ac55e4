import { workItemList, workList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { RecordPage } from '#components/records/record-page';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { WorkBulkBar } from './decisions';
import { useWorkFilters } from './use-work-filters';
import { WorkDrawer } from './work-drawer';
import { useWorkColumns } from './work-list-columns';

/** Work that operators do by hand in the key systems, because the connection cannot. */
export function WorkListPage() {
  const { t } = useTranslation('work-list');
  const pdf = { endpoint: workList.exportPdf, fileName: 'work-list.pdf', label: t('exportPdf') };
  const print = <ExportButton list={workItemList} as={pdf} />;
  const manage = (
    <LinkButton to="/connection-manager" variant="default">
      {t('none.action')}
    </LinkButton>
  );
  return (
    <RecordPage
      list={workItemList}
      columns={useWorkColumns()}
      filters={useWorkFilters()}
      words={t('words', { returnObjects: true })}
      actions={print}
      empty={<Empty title={t('none.title')} hint={t('none.hint')} action={manage} />}
      rowLabel={({ what }) => t('open', { what })}
      drawer={({ row, onClose }) => row && <WorkDrawer item={row} onClose={onClose} />}
      bulk={{
        nameOf: ({ what }) => what,
        bar: (chosen, onClear) => <WorkBulkBar items={chosen} onClear={onClear} />,
      }}
    />
  );
}
