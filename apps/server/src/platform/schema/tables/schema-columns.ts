import type { ColumnType, JSONColumnType } from 'kysely';

export type At = ColumnType<Date, Date | string, Date | string>;
export type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type StampedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, because `pg` would turn a bare array into a PostgreSQL array. */
export type Json<T extends object> = JSONColumnType<T, string, string>;
export type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;
export type JsonWithDefault<T extends object> = ColumnType<T, string | undefined, string>;
/** `pg` returns bigint and numeric as text. */
export type BigCount = ColumnType<string, number | string | undefined, number | string>;

/** The columns of a view. */
export type ReadOnly<Row> = { [K in keyof Row]: ColumnType<Row[K], never, never> };

export type Record_ = Record<string, unknown>;
export type Counts = Record<string, number>;
