import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems';
import { SearchInput, SelectFilter } from '#ui/filter-bar';
import { useUrlState } from '#ui/url-state';
import { cylindersSearch } from './cylinders-search';

/** What every list has: a search, and the key system where there are several. */
export function CommonFilters({ label, placeholder }: { label: string; placeholder: string }) {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const { data: systems = [] } = useQuery(keySystemsQuery);
  return (
    <>
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={state.search ?? ''}
        onChange={(search) => setState({ search: search || undefined })}
      />
      {systems.length > 1 && (
        <SelectFilter
          label={t('system')}
          value={state.connection_id}
          onChange={(connection_id) => setState({ connection_id, group_id: undefined })}
          options={systems.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
        />
      )}
    </>
  );
}

type ValueFilterProps = {
  field: 'type' | 'state' | 'domain';
  label: string;
  values: readonly string[];
  wordOf?: (value: string) => string;
};

/** One of the values that occur; not shown while there is nothing to choose. */
export function ValueFilter({ field, label, values, wordOf = (value) => value }: ValueFilterProps) {
  const [state, setState] = useUrlState(cylindersSearch);
  if (values.length < 2 && state[field] === undefined) return null;
  return (
    <SelectFilter
      label={label}
      value={state[field]}
      onChange={(value) => setState({ [field]: value })}
      options={values.map((value) => ({ value, label: wordOf(value) }))}
      clearable
    />
  );
}
