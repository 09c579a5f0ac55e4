import { type List, pageOf } from '@key2xs/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Deps } from '../deps';
import { scopeKey } from '../scope';
import type { Reader } from '../visible-to';
import { matching, selectPage, type Wanted } from './list-query';
import type { ListSource } from './list-source';

/** One page in the list's response format, with the total of matching rows. */
export async function readPage<L extends List, DB, TB extends keyof DB, Row>(
  { totals }: Pick<Deps, 'totals'>,
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
) {
  const { list } = source;
  const { params, query } = wanted;
  const values: Record<string, unknown> = query;
  const page = pageOf(query, list.range);
  const rows = await selectPage(reader, source, wanted, page);
  const total = async () => {
    const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
    if (isLast) return page.offset + rows.length;
    if (source.total !== undefined) return source.total;
    const stamp = rows[0]?.list_stamp;
    const { role, functions } = reader.viewer; // not the session: viewers with the same rights share a count
    if (stamp === undefined) return countRows(reader, source, wanted);
    const filter = Object.keys(list.filter).map((name) => values[name]);
    return totals.of(JSON.stringify([list.page.path, stamp, params, role, functions, scopeKey(reader), filter]), () =>
      countRows(reader, source, wanted),
    );
  };
  const items = {
    [list.rows]: rows.map((row) => source.present(row, reader.language, reader.viewer)),
    total: await total(),
    ...page,
  };
  return items as z.input<L['page']['response']>; // the list names the field that holds its rows
}

export async function countRows<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
): Promise<number> {
  const counted = matching(reader, source, wanted).select(sql<number>`count(*)::int`.as('total'));
  const { rows } = await sql<{ total: number }>`${counted}`.execute(reader.db);
  return rows[0]?.total ?? 0;
}
