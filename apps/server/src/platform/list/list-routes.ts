import type { List } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '../audit/audit';
import type { Caller, Deps } from '../deps';
import { route } from '../http/route';
import type { Reader } from '../visible-to';
import { csvOf } from './export-list';
import type { Wanted } from './list-query';
import type { ListSource } from './list-source';
import { readPage } from './read-page';

type Options<L extends List> = {
  /** Rejects when the reader cannot see the record that the list belongs to. */
  check?: (reader: Reader, params: Wanted<L>['params']) => Promise<unknown>;
};

/** A list whose query is built per request: from data outside the database, or from what the reader may see. */
type SourceOfRequest<L extends List, DB, TB extends keyof DB, Row> = {
  list: L;
  find: (wanted: Wanted<L>, reader: Reader) => Promise<ListSource<L, DB, TB, Row>> | ListSource<L, DB, TB, Row>;
};

type ListRequest = { reader: Reader; params?: unknown; query?: unknown };

/** Mounts both endpoints of a list: a page, and all matching rows as CSV, which is audited. */
export function listRoutes<L extends List, DB, TB extends keyof DB, Row>(
  app: FastifyInstance,
  deps: Deps,
  source: ListSource<L, DB, TB, Row> | SourceOfRequest<L, DB, TB, Row>,
  { check }: Options<L> = {},
): void {
  const sourceFor = (wanted: Wanted<L>, reader: Reader) => ('find' in source ? source.find(wanted, reader) : source);
  const wantedIn = async ({ reader, params, query }: ListRequest): Promise<Wanted<L>> => {
    const wanted = { params, query } as Wanted<L>; // parsed by the endpoints of this list
    await check?.(reader, wanted.params);
    return wanted;
  };
  route<List['page']>(app, deps, source.list.page, async (call) => {
    const wanted = await wantedIn(call);
    return readPage(deps, call.reader, await sourceFor(wanted, call.reader), wanted);
  });
  route<List['csv']>(app, deps, source.list.csv, async (call) => {
    const wanted = await wantedIn(call);
    const found = await sourceFor(wanted, call.reader);
    await recordExport(deps, call.caller, source.list, wanted);
    return csvOf(call.reader, found, wanted);
  });
}

/** Records who exported which list with which filter. */
export const recordExport = (
  { db }: Deps,
  caller: Caller,
  list: Pick<List, 'audit' | 'fileName'>,
  { params, query }: Wanted<List>,
) =>
  db
    .transaction()
    .execute((tx) =>
      recordEvent(tx, caller, list.audit, { id: Object(params).id, details: { file: list.fileName, ...query } }),
    );
