import { KeySystemChange, WorkItemState } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems';
import { operatorsQuery } from '#data/work-list';
import { FilterBar, SearchInput, SelectFilter } from '#ui/filter-bar';
import { useUrlState } from '#ui/url-state';
import { workListSearch } from './work-list-search';

const { shape } = workListSearch;

export function WorkListFilters() {
  const { t } = useTranslation('work-list');
  const { t: changeWord } = useTranslation('change-sets');
  const [state, setState] = useUrlState(workListSearch);
  const { data: systems = [] } = useQuery(keySystemsQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  return (
    <FilterBar>
      <SearchInput
        label={t('search')}
        placeholder={t('placeholder')}
        value={state.search ?? ''}
        onChange={(search) => setState({ search: search || undefined })}
      />
      <SelectFilter
        label={t('filters.state')}
        value={state.state ?? 'open'}
        onChange={(chosen) => setState({ state: chosen === 'open' ? undefined : shape.state.parse(chosen) })}
        options={[...WorkItemState.options, 'all' as const].map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {systems.length > 1 && (
        <SelectFilter
          label={t('filters.system')}
          value={state.connection_id}
          onChange={(connection_id) => setState({ connection_id })}
          options={systems.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
        />
      )}
      <SelectFilter
        label={t('filters.kind')}
        value={state.kind}
        onChange={(chosen) => setState({ kind: shape.kind.parse(chosen) })}
        options={KeySystemChange.options.map((value) => ({ value, label: changeWord(`kinds.${value}`) }))}
        clearable
      />
      <SelectFilter
        label={t('filters.assigned')}
        value={state.assigned_to}
        onChange={(chosen) => setState({ assigned_to: shape.assigned_to.parse(chosen) })}
        options={[
          { value: 'me', label: t('assigned.me') },
          { value: 'nobody', label: t('assigned.nobody') },
          ...operators.map(({ id, username }) => ({ value: id, label: username })),
        ]}
        clearable
      />
    </FilterBar>
  );
}
