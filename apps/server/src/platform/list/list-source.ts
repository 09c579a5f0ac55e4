import type { List, Page } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { RawBuilder, SelectQueryBuilder, StringReference } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../csv/csv-download';
import type { Db } from '../deps';
import type { Reader, Resource } from '../visible-to';

/** A column or expression that rows are compared or ordered by. */
export type Term<DB, TB extends keyof DB> = StringReference<DB, TB> | RawBuilder<unknown>;

/**
 * Nulls are last in ascending and first in descending order, as in indexes; with `unknownLast`, always last. An `ascending`
 * term stays ascending in a descending order: names from A to Z for equal counts.
 */
export type SortTerm<DB, TB extends keyof DB> =
  | Term<DB, TB>
  | { unknownLast: Term<DB, TB> }
  | { ascending: Term<DB, TB> };

/** Equality with a column, or a condition built from the value; null for no condition. */
type Condition<DB, TB extends keyof DB, Value> =
  | Term<DB, TB>
  | ((value: NonNullable<Value>, viewer: Reader['viewer']) => RawBuilder<boolean> | null);

export type ParamsOf<L extends List> = L['page'] extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : undefined;
type ItemOf<L extends List> = z.input<L['item']>;

/** The query behind a list. Leaving out a declared filter, order or column does not compile. */
export type ListSource<L extends List, DB, TB extends keyof DB, Row> = {
  list: L;
  resource: Resource;
  /** The tables that filters and orders use; `show` joins those that only shown rows need. */
  from: (db: Db, params: ParamsOf<L>) => SelectQueryBuilder<DB, TB, object>;
  /** The rows of a page in the requested order, where the process knows them; `total` is to be known then too. */
  pageKnown?: (page: Page) => Promise<Row[]>;
  show: (query: SelectQueryBuilder<DB, TB, object>) => { execute: () => Promise<Row[]> };
  /** Unique and never null: breaks ties, so that pages never overlap. */
  id: Term<DB, TB>;
  /** Showing a row costs more than finding it, so only the rows of the page are shown. */
  isCostly?: true;
  /** Changes whenever rows may have changed; totals are cached until then. */
  stamp?: RawBuilder<string>;
  /** How many rows match, where that is known without counting them. */
  total?: number;
  filters: { [Name in Exclude<keyof L['filter'], 'search'>]: Condition<DB, TB, z.output<L['filter'][Name]>> };
  /** Where to search. The pattern is folded; fold what it is compared with too. */
  search?: (pattern: RawBuilder<string>) => RawBuilder<boolean>;
  sorts: { [Name in L['sorts'][number]]: SortTerm<DB, TB> | readonly SortTerm<DB, TB>[] };
  present: (row: Row, language: Language, viewer: Reader['viewer']) => ItemOf<L>;
  /** CSV columns that are not fields of the item, or differ from them. */
  cells: { [Column in Exclude<L['columns'][number], keyof ItemOf<L>>]: CellOf<L, Row> } & {
    [Column in L['columns'][number]]?: CellOf<L, Row>;
  };
};

type CellOf<L extends List, Row> = (item: ItemOf<L>, row: Row) => Cell;

type From<L extends List, DB, TB extends keyof DB> = ListSource<L, DB, TB, unknown>['from'];

/** In two steps, because the tables of the first determine the columns available to the second. */
export const listSource =
  <L extends List, DB, TB extends keyof DB>(list: L, from: From<L, DB, TB>) =>
  <Row>(rest: Omit<ListSource<L, DB, TB, Row>, 'list' | 'from'>): ListSource<L, DB, TB, Row> => ({
    list,
    from,
    ...rest,
  });
