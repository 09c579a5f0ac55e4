import { type Input, keys } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

type EventFilter = Input<typeof keys.events>['query'];

/** The newest access events of one cylinder or key. */
export const accessEventsQuery = (filter: EventFilter) =>
  queryOptions({
    queryKey: keyOf(keys.events, 'events', filter),
    queryFn: ({ signal }) => call(keys.events, { query: filter }, { signal }),
  });
