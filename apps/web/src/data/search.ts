import { overview } from '@key2xs/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './calls/refetching';

export const MIN_SEARCH_LENGTH = 2;

/** Records whose name or number contains the text; sends nothing for shorter texts. */
export const searchQuery = (text: string) => {
  const q = text.trim();
  return queryOptions({
    queryKey: keyOf(overview.search, q),
    queryFn:
      q.length < MIN_SEARCH_LENGTH
        ? skipToken
        : async ({ signal }) => (await call(overview.search, { query: { q } }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};
