import { z } from 'zod';
import type { AuditAction } from '../audit-actions';
import type { Endpoint } from './endpoint';
import type { ErrorCode } from './errors';
import { type PagingQuery, pagingFields } from './paging';
import type { AdminFunction, Role } from './roles';

type Names = readonly [string, ...string[]];
type Filter = { [name: string]: z.ZodType };

type Declaration<Item extends z.ZodType, F extends Filter, Sort extends Names, Column extends Names> = {
  path: `/${string}`;
  /** What is listed, in the plural, e.g. "People of all sources". */
  summary: string;
  allow: readonly Role[];
  needs?: AdminFunction;
  item: Item;
  filter: F;
  /** The orders it can be read in; the first is the usual one, descending where `usual` says so. */
  sorts: Sort;
  usual?: `-${Sort[0]}`;
  /** Rows a page; 50 and at most 200 unless said. */
  range?: { standard: number; max: number };
  /** By which files and caches know it; the last word of the path unless said. */
  name?: string;
  csv: { columns: Column; audit: AuditAction };
  errors?: readonly ErrorCode[];
};

/** `name` ascending, `-name` descending. */
export type SortOf<Name extends string> = Name | `-${Name}`;

const sortOf = <const Sort extends Names>(names: Sort) =>
  z
    .enum([...names, ...names.map((name) => `-${name}`)] as [SortOf<Sort[number]>, ...SortOf<Sort[number]>[]], {
      error: `Sort by one of: ${names.join(', ')}`,
    })
    .optional()
    .describe('A leading minus sorts descending.');

type Sorted<Sort extends Names> = { sort: ReturnType<typeof sortOf<Sort>> };
type Within<Params> = Params extends z.ZodType ? { params: Params } : object;
type PageOf<Item extends z.ZodType, Rows extends string> = z.ZodObject<
  { total: z.ZodInt; limit: z.ZodInt; offset: z.ZodInt } & { [Name in Rows]: z.ZodArray<Item> }
>;

/**
 * Everything there is to say about a list, once: from it come the endpoint that answers a page, the one that answers the
 * CSV, the names of its orders and of its file. The server adds the query behind it (`listRoutes`), the web client the
 * words around it (`RecordList`).
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
  const rows = declaration.rows ?? ('items' as Rows); // what Rows is unless given
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
    /** What it can be filtered by; paging and order come on top. */
    filter,
    sorts,
    usual,
    rows,
    range: declaration.range ?? { standard: 50, max: 200 },
    columns: csv.columns,
    audit: csv.audit,
    fileName: `${name}.csv`,
    // TypeScript follows neither a computed key nor the spread of a condition; the types say what was put together above.
    page: page as Listing & Within<Params> & { query: Paged<F, Sort>; response: PageOf<Item, Rows> },
    csv: file as Listing &
      Within<Params> & { produces: 'csv'; query: z.ZodObject<F & Sorted<Sort>>; response: z.ZodString },
  };
}

type Listing = Omit<Endpoint, 'params' | 'query' | 'response' | 'produces' | 'body'> & { allow: readonly Role[] };
type Paged<F extends Filter, Sort extends Names> = z.ZodObject<F & typeof pagingFields & Sorted<Sort>>;

/** Any list, where only its form matters. */
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
