import type { List } from '@key2xs/contract';
import { useSearch } from '@tanstack/react-router';
import { createContext, useContext, useMemo } from 'react';
import type { z } from 'zod';
import { usePatchSearch } from '#ui/table/url-state';

/** The state of a list in the URL: filters, order, first row, and the record whose details are open. */
export type ListSearch<L extends List> = {
  [Name in keyof L['filter']]?: z.input<L['filter'][Name]>;
} & { sort?: L['sorts'][number] | `-${L['sorts'][number]}`; offset?: number; open?: string };

type ListState = { filter: Record<string, string>; sort?: string; offset?: number; open?: string };
type Patch = Record<string, string | number | undefined>;

/** What the names of a list in the URL begin with, so that a second list on a screen has filters and pages of its own. */
export const ListPrefix = createContext('');

/**
 * The part of the URL that a list owns. A patch returns to the first row unless it sets the offset itself; undefined
 * removes a value. Invalid values in the URL count as absent.
 */
export function useListState(list: List): [ListState, (patch: Patch) => void] {
  const prefix = useContext(ListPrefix);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const state = useMemo(() => accepted(list, ownOf(search, prefix)), [list, search, prefix]);
  const change = usePatchSearch();
  const changeOwn = (patch: Patch) => {
    const own = Object.entries({ offset: undefined, ...patch }).map(([name, value]) => [`${prefix}${name}`, value]);
    change({ offset: search.offset, ...Object.fromEntries(own) });
  };
  return [state, prefix === '' ? change : changeOwn];
}

const ownOf = (search: Record<string, unknown>, prefix: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );

/** A list's current filters, for the screen around it. */
export function useListFilter<L extends List>(list: L) {
  const [{ filter }, setState] = useListState(list);
  return [
    filter as { [Name in keyof L['filter'] & string]?: z.input<L['filter'][Name]> }, // each has passed the schema of its name
    (patch: { [Name in keyof L['filter'] & string]?: z.input<L['filter'][Name]> | undefined }) =>
      setState(patch as Patch),
  ] as const;
}

/** The router turns `1` and `true` in the URL into numbers and booleans; the API expects text. */
function accepted({ filter, sorts }: List, search: Record<string, unknown>): ListState {
  const chosen = Object.entries(filter).flatMap(([name, schema]) => {
    const value = search[name] === undefined ? undefined : String(search[name]);
    return value !== undefined && schema.safeParse(value).success ? [[name, value]] : [];
  });
  const sort = sorts.flatMap((name) => [name, `-${name}`]).find((order) => order === search.sort);
  const offset = Number(search.offset);
  return {
    filter: Object.fromEntries(chosen),
    ...(sort && { sort }),
    ...(Number.isInteger(offset) && offset > 0 && { offset }),
    ...(search.open !== undefined && { open: String(search.open) }),
  };
}

/** The active optional filters; a required filter, or one with a default, determines what is listed. */
export const clearable = (list: List, { filter }: ListState): string[] =>
  Object.keys(filter).filter((name) => {
    const absent = list.filter[name]?.safeParse(undefined);
    return absent?.success && absent.data === undefined;
  });

/** Clears every filter. */
export const nothingOf = (list: List, state: ListState): Patch =>
  Object.fromEntries(clearable(list, state).map((name) => [name, undefined]));
