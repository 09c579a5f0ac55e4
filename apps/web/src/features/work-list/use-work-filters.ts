import { HandKind, KeySystemChange, WorkItemState, type workGroupList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { operatorsQuery } from '#data/key-systems/work-list';

export function useWorkFilters(): RecordFilter<typeof workGroupList>[] {
  const { t } = useTranslation('work-list');
  const { t: changeWord } = useTranslation('change-sets');
  const { data: systems = [] } = useQuery(keySystemsQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  const states = [...WorkItemState.options, 'all' as const].map((value) => ({ value, label: t(`states.${value}`) }));
  const kinds = [
    ...KeySystemChange.options.map((value) => ({ value, label: changeWord(`kinds.${value}`) })),
    ...HandKind.options.map((value) => ({ value, label: t(`kinds.${value}`) })),
  ];
  const assignees = [
    { value: 'me', label: t('assigned.me') },
    { value: 'nobody', label: t('assigned.none') },
    ...operators.map(({ id, username }) => ({ value: id, label: username })),
  ];
  return [
    { name: 'state', label: t('filters.state'), options: states, usual: 'open' },
    { name: 'connection_id', label: t('filters.system'), options: optionsOf(systems) },
    { name: 'kind', label: t('filters.kind'), options: kinds },
    { name: 'assigned_to', label: t('filters.assigned'), options: assignees },
  ];
}
