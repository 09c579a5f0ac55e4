import { driftList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { DriftBulkBar } from '#components/drift/decisions';
import { RecordPage } from '#components/records/record-page';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { useDriftColumns } from './drift-columns';
import { DriftDrawer } from './drift-drawer';
import { useDriftFilters } from './use-drift-filters';

/** Changes made directly in key systems: to be restored, or accepted into the plans. */
export function DriftPage() {
  const { t } = useTranslation('drift');
  const manage = (
    <LinkButton to="/connection-manager" variant="default">
      {t('none.action')}
    </LinkButton>
  );
  return (
    <RecordPage
      list={driftList}
      columns={useDriftColumns()}
      filters={useDriftFilters()}
      words={t('words', { returnObjects: true })}
      empty={<Empty title={t('none.title')} hint={t('none.hint')} action={manage} />}
      rowLabel={({ what }) => t('open', { what })}
      drawer={({ row, onClose }) => row && <DriftDrawer item={row} onClose={onClose} />}
      bulk={{
        nameOf: ({ what }) => what,
        bar: (chosen, onClear) => <DriftBulkBar items={chosen} onClear={onClear} />,
      }}
    />
  );
}
