import type { List } from '@key2xs/contract';
import { FilterBar, type FilterOption, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useListState } from './list-state';

/** One choice above a list. Shown only where there is something to choose, or something has been chosen. */
export type RecordFilter<L extends List> = {
  name: Exclude<keyof L['filter'], 'search'> & string;
  label: string;
  options: readonly FilterOption[];
  /** What the list answers when nothing is chosen; such a choice cannot be cleared. */
  usual?: string;
  /** Choices that mean nothing any more once this one changes. */
  clears?: readonly (keyof L['filter'])[];
  /** Shown even where there is only one thing to choose. */
  isAlways?: true;
};

type Props<L extends List> = {
  list: L;
  /** How the search is called, and what it finds; none where the list has no search. */
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

/** Records to choose from, as options of a filter. */
export const optionsOf = (records: readonly { id: string; name: string }[]): FilterOption[] =>
  records.map(({ id, name }) => ({ value: id, label: name }));
