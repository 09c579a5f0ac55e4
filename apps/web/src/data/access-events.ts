import { type AccessEventFilter, type AccessEventLook, accessEvents } from '@key2xs/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import { useExport } from './calls/records';
import { keyOf } from './calls/refetching';

/** Looks are recorded, so one that is on the screen is kept for as long as it lasts. */
const keptMs = 60 * 60_000;
const pageSize = 50;
/** Someone else decides at any time. */
const secondPollMs = 30_000;

/** A look with pseudonyms, begun when its filter is chosen. */
export const newLookQuery = (filter: AccessEventFilter) =>
  queryOptions({
    queryKey: keyOf(accessEvents.look, 'new', filter),
    queryFn: () => call(accessEvents.open, { body: { filter } }),
    staleTime: keptMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** A look with names that was begun before. */
export const lookQuery = (id: string) => ({
  ...endpointQuery(accessEvents.look, ['look', id], { params: { id } }),
  refetchInterval: ({ state: { data } }: { state: { data?: AccessEventLook | undefined } }) =>
    data?.second === 'asked' && secondPollMs,
});

/** The events of a look, newest first, page by page. */
export const seenEventsQuery = ({ id, second }: Pick<AccessEventLook, 'id' | 'second'>) =>
  infiniteQueryOptions({
    queryKey: keyOf(accessEvents.page, 'events', id, second),
    queryFn: ({ pageParam, signal }) =>
      call(accessEvents.page, { params: { id }, query: { limit: pageSize, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const timelineQuery = (id: string) => {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return endpointQuery(accessEvents.timeline, ['timeline', id], { params: { id }, query: { time_zone } });
};

export const looksQuery = endpointQuery(accessEvents.looks, ['looks'], {});
export const eventSettingsQuery = endpointQuery(accessEvents.settings, ['settings'], {});

export const useReveal = () => useCall(accessEvents.reveal);
export const useApproveLook = () => useCall(accessEvents.approve);
export const useRefuseLook = () => useCall(accessEvents.refuse);
export const useSaveRetention = () => useCall(accessEvents.saveRetention);
export const useSavePrivacy = () => useCall(accessEvents.savePrivacy);
export const useExportEvents = () => useExport(accessEvents.exportCsv, 'access-events.csv');
