import { z } from 'zod';
import type { AuditAction } from '../audit-actions';
import { fieldError } from '../fields/field-error';
import type { Endpoint } from './endpoint';
import type { ErrorCode } from './errors';
import { type PagingQuery, pagingFields } from './paging';
import type { AdminFunction, Role } from './roles';

type Names = readonly [string, ...string[]];
type Filter = { [name: string]: z.ZodType };

type Declaration<Item extends z.ZodType, F extends Filter, Sort extends Names, Column extends Names> = {
  path: `/${string}`;
  /** In the plural, e.g. "People of all sources". */
  summary: string;
  allow: readonly Role[];
  needs?: readonly AdminFunction[];
  item: Item;
  filter: F;
  /** Possible orders; the first is the default, descending if `usual` says so. */
  sorts: Sort;
  usual?: `-${Sort[0]}`;
  /** Rows per page; default 50, at most 200. */
  range?: { standard: number; max: number };
  /** Name for files and caches; default: the last segment of the path. */
  name?: string;
  csv: { columns: Column; audit: AuditAction };
  errors?: readonly ErrorCode[];
};

/** `name` ascending, `-name` descending. */
export type SortOf<Name extends string> = Name | `-${Name}`;

const sortOf = <const Sort extends Names>(names: Sort) =>
  z
    .enum([...names, ...names.map((name) => `-${name}`)] as [SortOf<Sort[number]>, ...SortOf<Sort[number]>[]], {
      error: fieldError({ sortBy: 'Sort by one of: {{names}}' }, { names: names.join(', ') }),
    })
    .optional()
    .describe('A leading minus sorts descending.');

type Sorted<Sort extends Names> = { sort: ReturnType<typeof sortOf<Sort>> };
type Within<Params> = Params extends z.ZodType ? { params: Params } : object;
type PageOf<Item extends z.ZodType, Rows extends string> = z.ZodObject<
  { total: z.ZodInt; limit: z.ZodInt; offset: z.ZodInt } & { [Name in Rows]: z.ZodArray<Item> }
>;

/**
 * Declares a list once: from it come the endpoints for a page and for the CSV, the names of its orders and of its file.
 * The server adds the query (`listRoutes`), the web client the texts (`RecordList`).
 */
export function declareList<
  Item extends z.ZodType,
  const F extends Filter,
  const Sort extends Names,
  const Column extends Names,
  Params extends z.ZodType | undefined = undefined,
  Rows extends string = 'items',
>(declaration: Declaration<Item, F, Sort, Column> & { params?: Params; rows?: Rows }) {
  const { path, summary, allow, needs, item, filter, sorts, params, errors, csv } = declaration;
  const name = declaration.name ?? path.split('/').at(-1) ?? path;
  const rows = declaration.rows ?? ('items' as Rows); // the default of Rows
  const usual = (declaration.usual ?? sorts[0]) as SortOf<Sort[number]>;
  const common = {
    method: 'GET',
    allow,
    ...(needs && { needs }),
    ...(params && { params }),
    ...(errors && { errors }),
  } as const;
  const head = { total: z.int(), limit: z.int(), offset: z.int() };
  const page = {
    ...common,
    path,
    summary: `${summary}, by ${usual.replace('-', '')}${usual.startsWith('-') ? ' descending' : ''} unless sorted otherwise`,
    audit: { none: 'read-only' },
    query: z.strictObject({ ...filter, ...pagingFields, sort: sortOf(sorts) }),
    response: z.object({ ...head, [rows]: z.array(item) }),
  } as const;
  const file = {
    ...common,
    path: `${path}.csv`,
    summary: `${summary}: all that match, as CSV`,
    audit: csv.audit,
    produces: 'csv',
    query: z.strictObject({ ...filter, sort: sortOf(sorts) }),
    response: z.string(),
  } as const;
  return {
    name,
    item,
    /** Filters only, without paging and order. */
    filter,
    sorts,
    usual,
    rows,
    range: declaration.range ?? { standard: 50, max: 200 },
    columns: csv.columns,
    audit: csv.audit,
    fileName: `${name}.csv`,
    // TypeScript infers neither computed keys nor conditional spreads; the casts state what was built above.
    page: page as Listing & Within<Params> & { query: Paged<F, Sort>; response: PageOf<Item, Rows> },
    csv: file as Listing &
      Within<Params> & { produces: 'csv'; query: z.ZodObject<F & Sorted<Sort>>; response: z.ZodString },
  };
}

type Listing = Omit<Endpoint, 'params' | 'query' | 'response' | 'produces' | 'body'> & { allow: readonly Role[] };
type Paged<F extends Filter, Sort extends Names> = z.ZodObject<F & typeof pagingFields & Sorted<Sort>>;

export type List = {
  name: string;
  item: z.ZodType;
  filter: Filter;
  sorts: Names;
  usual: string;
  rows: string;
  range: { standard: number; max: number };
  columns: Names;
  audit: AuditAction;
  fileName: string;
  page: Listing & { params?: z.ZodType; query: z.ZodType<PagingQuery & { sort?: string }>; response: z.ZodType };
  csv: Listing & { params?: z.ZodType; query: z.ZodType; response: z.ZodType; produces: 'csv' };
};
