import type { List } from '@key2xs/contract';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '../visible-to';
import { asSql, ordered, orderOf } from './list-query';
import type { ListSource, ParamsOf } from './list-source';

/**
 * The listed rows with these ids that the viewer may see, in default order. For lists that belong to no other record.
 */
export function readRows<L extends List, DB, TB extends keyof DB, Row>(
  { db, viewer }: Reader,
  source: ListSource<L, DB, TB, Row>,
  ids: readonly string[],
): Promise<Row[]> {
  const rows = source.from(db, undefined as ParamsOf<L>); // such a list has no params
  const found = rows.where(sql<boolean>`${asSql(source.id)} = any(${ids})`).where(visibleTo(viewer, source.resource));
  return source.show(ordered(found, orderOf(source))).execute();
}

/** The row with this id, if listed and visible. */
export const readRow = async <L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  id: string,
): Promise<Row | undefined> => (await readRows(reader, source, [id]))[0];
