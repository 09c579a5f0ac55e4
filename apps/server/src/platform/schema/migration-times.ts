import { sql } from 'kysely';
import type { Db } from '../deps';

/** One that has run. `ms`: how long it took on data; null for those of a new database, and of versions that did not measure. */
export type RanMigration = { name: string; at: string; ms: number | null };

export type Migrations = {
  executed: RanMigration[];
  /** Free disk that the next ones may need at most: the largest table is written anew, and once more into the log. */
  growth_bytes: number;
};

/** What has run in this database, in order. */
export async function readMigrations(db: Db): Promise<Migrations> {
  const { rows: executed } = await sql<RanMigration>`
    select name, timestamp as at, ms from kysely_migration order by name`.execute(db);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(max(2 * pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return { executed, growth_bytes: rows[0]?.bytes ?? 0 };
}
