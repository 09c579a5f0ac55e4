import { audit, type auditEntryList } from '@key2xs/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import type { QueryOf } from './calls/records';
import { keyOf } from './calls/refetching';

export type EntryFilter = Omit<QueryOf<typeof auditEntryList>, 'sort' | 'limit' | 'offset' | 'skip' | 'page' | 'size'>;

/** New entries appear this soon, while no older ones are shown below them. */
const newestPollMs = 5_000;

/** The administration log, newest first, page by page. */
export const auditEntriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf(audit.list, 'entries', filter),
    queryFn: ({ pageParam, signal }) => call(audit.list, { query: { ...filter, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state: { data } }) => data?.pages.length === 1 && newestPollMs,
  });

export const auditEntryQuery = (id: string) => endpointQuery(audit.get, ['entry', id], { params: { id } });

export const auditActorsQuery = endpointQuery(audit.actors, ['actors'], {});

export const verificationsQuery = endpointQuery(audit.verifications, ['verifications'], {});

export const useVerifyLog = () => useCall(audit.verifyNow, () => ({}));
