import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader } from './deps';
import type { Schema } from './schema/schema';

/** The visible part of a table for a reader: use it in `from` and `join` like the table itself. */
export type Relation<T extends keyof Schema, As extends string> = AliasedRawBuilder<Selectable<Schema[T]>, As>;

/**
 * The rows of a table that fulfil a condition, under its own name or an alias. Without a condition the table itself, so that
 * statements of unrestricted readers are planned as if there were no scopes.
 */
export function relation<T extends keyof Schema, As extends string>(
  table: T,
  as: As,
  condition: RawBuilder<boolean> | null,
): Relation<T, As> {
  const name = sql.table(table);
  const rows = condition
    ? sql<Selectable<Schema[T]>>`(select ${name}.* from ${name} where ${condition})`
    : sql<Selectable<Schema[T]>>`${name}`;
  return rows.as(as);
}

/** Cache key for answers and counts: equal for readers who see the same part. */
export const scopeKey = ({ viewer: { scope } }: Pick<Reader, 'viewer'>): string =>
  scope === null ? 'all' : JSON.stringify([sorted(scope.departments), sorted(scope.places)]);

/** Equal for readers who may see the same, by their rights and their scope. */
export const readerKey = ({ viewer }: Pick<Reader, 'viewer'>): string =>
  JSON.stringify([viewer.role, viewer.role === 'superadmin' ? null : sorted(viewer.functions), scopeKey({ viewer })]);

const sorted = (values: readonly string[] | null) => values && [...new Set(values)].sort();
