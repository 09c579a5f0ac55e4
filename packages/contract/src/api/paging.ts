import { z } from 'zod';

/** More than any list has; times the largest page size still an exact integer in JavaScript and PostgreSQL. */
const largest = 1_000_000_000;
const count = z.coerce.number().int().max(largest);

/** The three paging vocabularies of the API. Spread into a query schema; read with `pageOf`. */
export const pagingFields = {
  offset: count.optional().describe('Rows to skip; below 0 counts as 0.'),
  limit: count.optional().describe('Rows to answer; clamped to the allowed range.'),
  skip: count.optional().describe('Same as offset.'),
  page: count.optional().describe('Page number from 0, with size.'),
  size: count.optional().describe('Rows a page; 0 means the default.'),
};

export type PagingQuery = { offset?: number; limit?: number; skip?: number; page?: number; size?: number };
export type Page = { offset: number; limit: number };

/** Accepts any of the three vocabularies. Clamps the limit to 1..max and the offset to at least 0. */
export function pageOf(query: PagingQuery, range: { standard: number; max: number }): Page {
  const wanted = query.limit ?? (query.size || range.standard);
  const limit = Math.min(Math.max(wanted, 1), range.max);
  const offset = query.offset ?? query.skip ?? (query.page ?? 0) * limit;
  return { offset: Math.max(offset, 0), limit };
}

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
