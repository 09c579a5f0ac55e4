import { ownViews } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { useCall } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

const pollMs = 60_000;

/** Who saw what the signed-in user sees, lately. */
export const ownViewsQuery = queryOptions({
  queryKey: keyOf(ownViews.list, 'views'),
  queryFn: async ({ signal }) => (await call(ownViews.list, {}, { signal })).items,
  refetchInterval: pollMs,
});

export const useMarkOwnViewsSeen = () => useCall(ownViews.markSeen, () => ({}));
