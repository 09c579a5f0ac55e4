import { type PersonState, peopleList, sourceEvents, sourceHealth, sourceWebhooks } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { whenAbsent } from '#lib/calls/when-absent';
import { endpointQuery } from '../endpoint-calls';
import { recordsQuery } from '../records';
import { keyOf } from '../refetching';
import { noMetrics } from './no-metrics';

/** Runs begin by themselves, so it is asked again now and then. */
const pollMs = 15_000;

/** Longer runs of hours have no room in a chart. */
const hoursOfMetrics = 168;

/** How an identity source is read: the last run, the next, and what stands in the way. */
export const pollingStatusQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(sourceHealth.pollingStatus, [id, 'polling'], { params: { id } }),
    refetchInterval: pollMs,
  });

/** Health with its reasons, and what the calls of the last week cost. */
export const sourceMetricsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(sourceHealth.metrics, id, 'metrics'),
    queryFn: ({ signal }) =>
      whenAbsent(
        call(sourceHealth.metrics, { params: { id }, query: { hours: hoursOfMetrics } }, { signal }),
        noMetrics(),
      ),
    refetchInterval: 4 * pollMs,
  });

/** How many people of a source are in a state. */
export const peopleInStateQuery = (connection_id: string, state: PersonState) =>
  recordsQuery(peopleList, { params: undefined, query: { connection_id, state, limit: 1 } });

export const eventsAPage = 50;

/** What happened to a source, the newest first. */
export const sourceEventsQuery = (id: string, offset: number) =>
  queryOptions({
    queryKey: keyOf(sourceEvents.list, id, 'events', offset),
    queryFn: ({ signal }) =>
      whenAbsent(call(sourceEvents.list, { params: { id }, query: { offset, limit: eventsAPage } }, { signal }), {
        items: [],
        events: [],
        total: 0,
        offset,
        limit: eventsAPage,
      }),
    placeholderData: keepPreviousData,
  });

export const sourceWebhookQuery = (id: string) =>
  queryOptions({ ...endpointQuery(sourceWebhooks.get, [id, 'webhook'], { params: { id } }), refetchInterval: pollMs });

/** Asks the source to tell of changes, or to stop. */
export const useSwitchWebhook = (id: string) =>
  useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? sourceWebhooks.switchOn : sourceWebhooks.switchOff, { params: { id } }),
  });
