import { type PersonState, peopleList, sourceEvents, sourceHealth, sourceWebhooks } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { whenAbsent } from '#lib/calls/when-absent';
import { endpointQuery } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';
import { keyOf } from '../calls/refetching';
import { noMetrics } from './no-metrics';

/** Runs start on the server, so it is polled slowly. */
const pollMs = 15_000;

/** A chart has no room for more hours. */
const metricsHours = 168;

/** The state of reading a source: the last run, the next, and what prevents it. */
export const pollingStatusQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(sourceHealth.pollingStatus, [id, 'polling'], { params: { id } }),
    refetchInterval: pollMs,
  });

/** Health with its reasons, and the calls of the last week. */
export const sourceMetricsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(sourceHealth.metrics, id, 'metrics'),
    queryFn: ({ signal }) =>
      whenAbsent(
        call(sourceHealth.metrics, { params: { id }, query: { hours: metricsHours } }, { signal }),
        noMetrics(),
      ),
    refetchInterval: 4 * pollMs,
  });

/** The number of people of a source in a state. */
export const peopleInStateQuery = (connection_id: string, state: PersonState) =>
  recordsQuery(peopleList, { params: undefined, query: { connection_id, state, limit: 1 } });

export const pageSize = 50;

/** Events of a source, newest first. */
export const sourceEventsQuery = (id: string, offset: number) =>
  queryOptions({
    queryKey: keyOf(sourceEvents.list, id, 'events', offset),
    queryFn: ({ signal }) =>
      whenAbsent(call(sourceEvents.list, { params: { id }, query: { offset, limit: pageSize } }, { signal }), {
        items: [],
        events: [],
        total: 0,
        offset,
        limit: pageSize,
      }),
    placeholderData: keepPreviousData,
  });

export const sourceWebhookQuery = (id: string) =>
  queryOptions({ ...endpointQuery(sourceWebhooks.get, [id, 'webhook'], { params: { id } }), refetchInterval: pollMs });

/** Subscribes to change notifications of the source, or unsubscribes. */
export const useSwitchWebhook = (id: string) =>
  useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? sourceWebhooks.switchOn : sourceWebhooks.switchOff, { params: { id } }),
  });
