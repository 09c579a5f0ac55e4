import type { Endpoint, Input, List } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, download } from '#lib/calls/call';
import { isLive } from '../live/is-live';
import { keyOf } from './refetching';

/** One row of a list. */
export type RecordOf<L extends List> = z.output<L['item']>;
/** Query parameters of a list, as in the URL. */
export type QueryOf<L extends List> = z.input<L['page']['query']>;
/** Path parameters of a list inside a record. */
export type Within<L extends List> = L['page'] extends { params: infer P extends z.ZodType } ? z.input<P> : undefined;

export type RecordPage<L extends List> = { rows: RecordOf<L>[]; total: number; limit: number; offset: number };

type ListRequest<L extends List> = {
  query: QueryOf<L>;
  params: Within<L>;
  /** Part of the cache key: a changed value refetches the page. */
  moment?: string | undefined;
  /** Polled every second while true. */
  isMoving?: ((page: RecordPage<L>) => boolean) | undefined;
  /** Polled this often otherwise, for a list that others change while it is shown and that live updates cover. */
  everyMs?: number | undefined;
};

const pollMs = 1_000;
/** What only the clock changes is shown within a minute. */
const livePollMs = 60_000;
const pollAfter = (everyMs: number): number => (isLive() ? Math.max(everyMs, livePollMs) : everyMs);

/** One page of a list. */
export const recordsQuery = <L extends List>(list: L, { query, params, moment, isMoving, everyMs }: ListRequest<L>) =>
  queryOptions({
    queryKey: keyOf(list.page, list.name, params, query, moment),
    queryFn: async ({ signal }): Promise<RecordPage<L>> => {
      const page = await call<Endpoint>(list.page, inputOf({ params, query }), { signal });
      const { [list.rows]: rows, ...place } = page as Record<string, unknown>; // each list names its own rows field
      return { rows, ...place } as RecordPage<L>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && isMoving?.(data) ? pollMs : everyMs !== undefined && pollAfter(everyMs),
  });

const inputOf = (parts: { params: unknown; query: unknown }) => parts as Input<Endpoint>; // parts of this list's endpoint

/** Downloads all matching records as a file; recorded in the audit log. */
export const useExport = (endpoint: Endpoint, fileName: string) =>
  useMutation({
    mutationFn: (request: { params: unknown; query: unknown }) => download(endpoint, inputOf(request), fileName),
  });
