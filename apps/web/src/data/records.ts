import type { Endpoint, Input, List } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, download } from '#lib/calls/call';

/** One row of a list. */
export type RecordOf<L extends List> = z.output<L['item']>;
/** What a list is asked for, as it stands in the address. */
export type QueryOf<L extends List> = z.input<L['page']['query']>;
/** Which record a list belongs to, where it belongs to one. */
export type Within<L extends List> = L['page'] extends { params: infer P extends z.ZodType } ? z.input<P> : undefined;

export type RecordPage<L extends List> = { rows: RecordOf<L>[]; total: number; limit: number; offset: number };

type Asked<L extends List> = {
  query: QueryOf<L>;
  params: Within<L>;
  /** Whatever tells one moment of the records from another, besides time. */
  moment?: string | undefined;
  /** Asked for again every second while this holds. */
  isMoving?: ((page: RecordPage<L>) => boolean) | undefined;
};

const pollMs = 1_000;

/** One page of a list. Every page stands under the name of its list, by which it is forgotten after a change. */
export const recordsQuery = <L extends List>(list: L, { query, params, moment, isMoving }: Asked<L>) =>
  queryOptions({
    queryKey: [list.name, 'list', params, query, moment],
    queryFn: async ({ signal }): Promise<RecordPage<L>> => {
      const page = await call<Endpoint>(list.page, inputOf({ params, query }), { signal });
      const { [list.rows]: rows, ...place } = page as Record<string, unknown>; // the list says under which name its rows stand
      return { rows, ...place } as RecordPage<L>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isMoving?.(data) ? pollMs : false),
  });

const inputOf = (parts: { params: unknown; query: unknown }) => parts as Input<Endpoint>; // parts of this list's endpoint

/** Hands everything that matches to the browser as a file; recorded in the audit log. */
export const useExport = (endpoint: Endpoint, fileName: string) =>
  useMutation({
    mutationFn: (asked: { params: unknown; query: unknown }) => download(endpoint, inputOf(asked), fileName),
  });
