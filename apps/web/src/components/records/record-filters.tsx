import type { List } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { FilterBar, type FilterOption, FilterSheet, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useViewportWidth } from '#ui/viewport-width';
import { useListState } from './list-state';

/** In narrower windows, filters are in a sheet. */
const PHONE_PX = 600;

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
  /** Label of the search; absent if the list has no search. */
  search?: { label: string; placeholder?: string };
  filters: readonly RecordFilter<L>[];
  /** Filters that are no choice, shown after the others. */
  more?: ReactNode;
  /** The number of records listed. */
  total: ReactNode;
};

export function RecordFilters<L extends List>({ list, search, filters, more, total }: Props<L>) {
  const [{ filter: chosen }, setState] = useListState(list);
  const isPhone = useViewportWidth() < PHONE_PX;
  const isShown = ({ name, options, isAlways }: RecordFilter<L>) =>
    isAlways || options.length > 1 || chosen[name] !== undefined;
  const shown = filters.filter(isShown);
  const choices = shown.map((filter) => <Choice key={filter.name} list={list} filter={filter} />);
  const count = shown.filter(({ name, usual }) => chosen[name] !== undefined && chosen[name] !== usual).length;
  return (
    <FilterBar>
      {search && (
        <SearchInput
          {...search}
          value={chosen.search ?? ''}
          onChange={(text) => setState({ search: text || undefined })}
        />
      )}
      {isPhone && shown.length > 0 ? (
        <FilterSheet count={count}>
          {choices}
          {more}
        </FilterSheet>
      ) : (
        <>
          {choices}
          {more}
        </>
      )}
      {total}
    </FilterBar>
  );
}

function Choice<L extends List>({ list, filter }: { list: L; filter: RecordFilter<L> }) {
  const { name, label, options, usual, clears = [] } = filter;
  const [{ filter: chosen }, setState] = useListState(list);
  const choose = (value: string | undefined) => {
    const cleared = Object.fromEntries(clears.map((other) => [other, undefined]));
    setState({ ...cleared, [name]: value === usual ? undefined : value });
  };
  return (
    <SelectFilter
      label={label}
      value={chosen[name] ?? usual}
      onChange={choose}
      options={options}
      clearable={usual === undefined}
    />
  );
}

export const optionsOf = (records: readonly { id: string; name: string }[]): FilterOption[] =>
  records.map(({ id, name }) => ({ value: id, label: name }));
