import { DriftKind, type driftList, keyPlanList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { keySystemsQuery } from '#data/key-systems';
import { recordsQuery } from '#data/records';

export function useDriftFilters(): RecordFilter<typeof driftList>[] {
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
