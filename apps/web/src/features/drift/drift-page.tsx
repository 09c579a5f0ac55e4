import { DriftKind, driftList, keyPlanList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DriftBulkBar } from '#components/drift/decisions';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { RecordPage } from '#components/records/record-page';
import { recordsQuery } from '#data/calls/records';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { useDriftColumns } from './drift-columns';
import { DriftDrawer } from './drift-drawer';

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

function useDriftFilters(): RecordFilter<typeof driftList>[] {
  const { t } = useTranslation('drift');
  const { data: systems = [] } = useQuery(keySystemsQuery);
  const { data: plans } = useQuery(recordsQuery(keyPlanList, { query: { limit: 200 }, params: undefined }));
  const states = (['open', 'accepted', 'all'] as const).map((value) => ({ value, label: t(`states.${value}`) }));
  const kinds = DriftKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }));
  return [
    { name: 'state', label: t('filters.state'), options: states, usual: 'open' },
    { name: 'connection_id', label: t('word.keySystem'), options: optionsOf(systems) },
    { name: 'keyplan_id', label: t('drawer.plan'), options: optionsOf(plans?.rows ?? []) },
    { name: 'kind', label: t('word.kind'), options: kinds },
  ];
}
