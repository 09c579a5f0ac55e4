import type { List, Page } from '@key2xs/contract';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { type Reader, sees, visibleTo } from '../visible-to';
import { containing } from './containing';
import type { ListSource, ParamsOf, SortTerm } from './list-source';

/** A request for part of a list. */
export type Wanted<L extends List> = {
  params: ParamsOf<L>;
  /** As parsed by the endpoint. */
  query: z.output<L['page']['query']>;
};

/** A row's place in an order: the values of its terms as text, which PostgreSQL compares like the values. */
export type Key = (string | null)[];

export type Order = { terms: readonly OrderTerm[]; direction: 'asc' | 'desc' };

type OrderTerm = { value: RawBuilder<unknown>; isUnknownLast: boolean; isAscending: boolean };

/** The matching rows that the viewer may see, unordered. */
export function matching<L extends List, DB, TB extends keyof DB, Row>(
  { db, viewer }: Reader,
  source: ListSource<L, DB, TB, Row>,
  { params, query }: Wanted<L>,
): SelectQueryBuilder<DB, TB, object> {
  const conditions: RawBuilder<SqlBool>[] = [visibleTo(viewer, source.resource)];
  const values: Record<string, unknown> = query;
  const filters: Record<string, unknown> = { ...source.filters, search: searchIn(source.search) };
  for (const name of Object.keys(source.list.filter)) {
    const value = values[name];
    if (value === undefined || value === '') continue;
    const filter = filters[name];
    const condition = typeof filter === 'function' ? filter(value, viewer) : sql`${asSql(filter)} = ${value}`;
    if (condition) conditions.push(condition);
  }
  return conditions.reduce((rows, condition) => rows.where(condition), source.from(db, params));
}

const searchIn = (search?: (pattern: RawBuilder<string>) => RawBuilder<boolean>) => (text: string) =>
  search?.(containing(text));

type Stamped<Row> = Row & { list_stamp?: string };

/** A page in the requested order, then the default one, then by id, all in one direction. */
export async function selectPage<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
  page: Page,
): Promise<Stamped<Row>[]> {
  if (source.pageKnown && !sees(reader.viewer, source.resource)) return [];
  if (source.pageKnown) return source.pageKnown(page) as Promise<Stamped<Row>[]>; // without a stamp
  const order = orderOf(source, wanted.query.sort);
  const cut = ordered(matching(reader, source, wanted), order)
    .limit(page.limit)
    .offset(page.offset);
  const rows = source.isCostly
    ? ordered(source.from(reader.db, wanted.params).where(isOneOf(source.id, cut)), order)
    : cut;
  const stamped = source.stamp ? rows.select(source.stamp.as('list_stamp')) : rows;
  return source.show(stamped).execute() as Promise<Stamped<Row>[]>; // `show` only adds columns
}

/** The rows after this key, or the first ones, each with its key. */
export async function selectAfter<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
  { after, limit }: { after: Key | undefined; limit: number },
): Promise<(Row & { list_key: Key })[]> {
  const order = orderOf(source, wanted.query.sort);
  const rows = matching(reader, source, wanted);
  const key = sql<Key>`array[${sql.join(order.terms.map(({ value }) => sql`(${value})::text`))}]`;
  const next = ordered(after ? rows.where(isFrom(order, after)).where(isAfter(order, after)) : rows, order).limit(
    limit,
  );
  return source.show(next.select(key.as('list_key'))).execute() as Promise<(Row & { list_key: Key })[]>; // likewise
}

export function orderOf<L extends List, DB, TB extends keyof DB, Row>(
  source: Pick<ListSource<L, DB, TB, Row>, 'list' | 'sorts' | 'id'>,
  sort: string = source.list.usual,
): Order {
  const sorts: Record<string, SortTerm<DB, TB> | readonly SortTerm<DB, TB>[]> = source.sorts;
  const termsOf = (name: string) => [sorts[name.replace('-', '')] ?? []].flat();
  const isUsual = sort.replace('-', '') === source.list.usual.replace('-', '');
  const terms = [...termsOf(sort), ...(isUsual ? [] : termsOf(source.list.usual)), source.id];
  return { terms: terms.map(asOrderTerm), direction: sort.startsWith('-') ? 'desc' : 'asc' };
}

const asOrderTerm = (term: SortTerm<never, never> | object | string): OrderTerm => {
  const usual = { isUnknownLast: false, isAscending: false };
  if (typeof term === 'object' && 'unknownLast' in term) {
    return { ...usual, value: asSql(term.unknownLast), isUnknownLast: true };
  }
  if (typeof term === 'object' && 'ascending' in term) {
    return { ...usual, value: asSql(term.ascending), isAscending: true };
  }
  return { ...usual, value: asSql(term) };
};

export const ordered = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  { terms, direction }: Order,
) =>
  terms.reduce(
    (query, { value, isUnknownLast, isAscending }) =>
      query.orderBy(value, (by) => {
        const sorted = isAscending ? by.asc() : by[direction]();
        return isUnknownLast ? sorted.nullsLast() : sorted;
      }),
    rows,
  );

/** Implied by `isAfter`, and a range that an index finds: without it, each part is read from the very beginning. */
function isFrom({ terms: [term], direction }: Order, [first = null]: Key): RawBuilder<boolean> {
  const isDown = direction === 'desc' && !term?.isAscending && !term?.isUnknownLast;
  return isDown && first !== null ? sql`${term?.value} <= ${first}` : sql`true`;
}

/** By default PostgreSQL sorts null as the largest value. The last term is an id and never null. */
function isAfter({ terms, direction }: Order, [last = null, ...others]: Key): RawBuilder<boolean> {
  const [term, ...rest] = terms;
  if (!term) return sql`false`;
  const { value, isUnknownLast, isAscending } = term;
  const isUp = isAscending || direction === 'asc';
  const areUnknownBehind = isUp || isUnknownLast;
  const further = isUp ? sql`${value} > ${last}` : sql`${value} < ${last}`;
  const isFurther =
    last === null
      ? sql`${areUnknownBehind ? sql`false` : sql`${value} is not null`}`
      : sql`(${further} ${areUnknownBehind ? sql`or ${value} is null` : sql``})`;
  const isSame = last === null ? sql`${value} is null` : sql`${value} = ${last}`;
  return sql`(${isFurther} or (${isSame} and ${isAfter({ terms: rest, direction }, others)}))`;
}

/** As an array, whose rows PostgreSQL looks up by an index: an `in` may be planned as a join with all rows. */
const isOneOf = <DB, TB extends keyof DB>(id: unknown, rows: SelectQueryBuilder<DB, TB, object>) =>
  sql<boolean>`${asSql(id)} = any(array(${rows.select(asSql(id).as('id'))}))`;

/** A term as SQL: a column name or an expression. */
export const asSql = (term: unknown): RawBuilder<unknown> =>
  typeof term === 'string' ? sql.ref(term) : (term as RawBuilder<unknown>); // a Term is a column's name or SQL
