import type { List } from '@key2xs/contract';
import { FilterBar, type FilterOption, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useListState } from './list-state';

/** One filter above a list. Shown when it has several options or a value. */
export type RecordFilter<L extends List> = {
  name: Exclude<keyof L['filter'], 'search'> & string;
  label: string;
  options: readonly FilterOption[];
  /** The list's default value; a filter with one cannot be cleared. */
  usual?: string;
  /** Filters to clear when this one changes. */
  clears?: readonly (keyof L['filter'])[];
  /** Shown even with a single option. */
  isAlways?: true;
};

type Props<L extends List> = {
  list: L;
  /** Label of the search, and what it finds; absent where the list has no search. */
  search?: { label: string; placeholder?: string };
  filters: readonly RecordFilter<L>[];
};

export function RecordFilters<L extends List>({ list, search, filters }: Props<L>) {
  const [{ filter: chosen }, setState] = useListState(list);
  const choose = ({ name, usual, clears = [] }: RecordFilter<L>, value: string | undefined) => {
    const cleared = Object.fromEntries(clears.map((other) => [other, undefined]));
    setState({ ...cleared, [name]: value === usual ? undefined : value });
  };
  const isShown = ({ name, options, isAlways }: RecordFilter<L>) =>
    isAlways || options.length > 1 || chosen[name] !== undefined;
  return (
    <FilterBar>
      {search && (
        <SearchInput
          {...search}
          value={chosen.search ?? ''}
          onChange={(text) => setState({ search: text || undefined })}
        />
      )}
      {filters.filter(isShown).map((filter) => (
        <SelectFilter
          key={filter.name}
          label={filter.label}
          value={chosen[filter.name] ?? filter.usual}
          onChange={(value) => choose(filter, value)}
          options={filter.options}
          clearable={filter.usual === undefined}
        />
      ))}
    </FilterBar>
  );
}

/** Turns records into options of a filter. */
export const optionsOf = (records: readonly { id: string; name: string }[]): FilterOption[] =>
  records.map(({ id, name }) => ({ value: id, label: name }));
