import { type Input, type ReportId, reports } from '@key2xs/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

export type ReportQuery = Omit<Input<typeof reports.read>['query'], 'limit' | 'after'>;

export const reportsQuery = endpointQuery(reports.catalogue, ['catalogue'], {});

/** A report as of when its first page was read, page by page. */
export const reportQuery = (report: ReportId, query: ReportQuery) =>
  infiniteQueryOptions({
    queryKey: keyOf(reports.read, report, query),
    queryFn: ({ pageParam, signal }) =>
      call(reports.read, { params: { report }, query: { ...query, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
