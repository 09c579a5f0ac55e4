import { type Input, keys } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '#lib/call';

type KeyFilter = Input<typeof keys.list>['query'];
type KeyExport = Input<typeof keys.exportCsv>['query'];
type EventFilter = Input<typeof keys.events>['query'];

/** One page of the mirror's keys, by marking unless sorted otherwise. */
export const keysQuery = (filter: KeyFilter) =>
  queryOptions({
    queryKey: ['keys', filter],
    queryFn: ({ signal }) => call(keys.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The newest access events of one cylinder or key. */
export const accessEventsQuery = (filter: EventFilter) =>
  queryOptions({
    queryKey: ['access-events', filter],
    queryFn: ({ signal }) => call(keys.events, { query: filter }, { signal }),
  });

/** Recorded in the audit log. */
export function useExportKeys() {
  return useMutation({
    mutationFn: (filter: KeyExport) => download(keys.exportCsv, { query: filter }, 'keys.csv'),
  });
}
