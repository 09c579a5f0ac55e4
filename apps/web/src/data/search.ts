import { overview } from '@key2xs/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

export const SHORTEST_SEARCH = 2;

/** Records whose name or number contains the text; sends nothing below two letters. */
export const searchQuery = (text: string) => {
  const q = text.trim();
  return queryOptions({
    queryKey: keyOf(overview.search, q),
    queryFn:
      q.length < SHORTEST_SEARCH
        ? skipToken
        : async ({ signal }) => (await call(overview.search, { query: { q } }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};
