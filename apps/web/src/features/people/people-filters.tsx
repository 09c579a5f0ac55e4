import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { iamConnectionsQuery, usePersonValues } from '#data/iam';
import { formatNumber } from '#lib/format';
import { FilterBar, SearchInput, SelectFilter } from '#ui/filter-bar';
import { useUrlState } from '#ui/url-state';
import { peopleSearch } from './people-search';

export function PeopleFilters() {
  const { t } = useTranslation('people');
  const [state, setState] = useUrlState(peopleSearch);
  const { data: sources = [] } = useQuery(iamConnectionsQuery);
  const ids = state.connection_id ? [state.connection_id] : sources.map(({ id }) => id);
  const departments = useValueOptions(ids, 'department');
  const jobTitles = useValueOptions(ids, 'job_function');
  return (
    <FilterBar>
      <SearchInput
        label={t('list.search')}
        placeholder={t('list.placeholder')}
        value={state.search ?? ''}
        onChange={(search) => setState({ search: search || undefined })}
      />
      {sources.length > 1 && (
        <SelectFilter
          label={t('list.source')}
          value={state.connection_id}
          onChange={(connection_id) => setState({ connection_id, department: undefined, job_title: undefined })}
          options={sources.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
        />
      )}
      <SelectFilter
        label={t('list.department')}
        value={state.department}
        onChange={(department) => setState({ department })}
        options={departments}
        clearable
      />
      <SelectFilter
        label={t('list.jobTitle')}
        value={state.job_title}
        onChange={(job_title) => setState({ job_title })}
        options={jobTitles}
        clearable
      />
      <SelectFilter
        label={t('list.state')}
        value={state.active}
        onChange={(active) => setState({ active: peopleSearch.shape.active.parse(active) })}
        options={[
          { value: 'true', label: t('states.active') },
          { value: 'false', label: t('states.left') },
        ]}
        clearable
      />
    </FilterBar>
  );
}

function useValueOptions(connectionIds: readonly string[], kind: 'department' | 'job_function') {
  const { t } = useTranslation('people');
  return usePersonValues(connectionIds, kind).map(({ value, people }) => ({
    value,
    label: t('list.value', { value, formatted: formatNumber(people) }),
  }));
}
