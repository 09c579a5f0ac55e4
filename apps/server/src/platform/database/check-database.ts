import { sql } from 'kysely';
import { ConfigError } from '#config';
import type { Db } from '../deps';
import { migrationNames } from '../schema/migrate';
import { readMigrationPlan } from '../schema/migration-times';
import { createPool } from './create-pool';
import { toKysely } from './db';
import { requireSupported } from './supported-version';

/** What the launcher asks. `pending`: the migrations that the next start runs; `text`: the same for people. */
export type DatabaseCheck = {
  version: string;
  bytes: number;
  is_empty: boolean;
  pending: string[];
  growth_bytes: number;
  text: string;
};

/**
 * What an upgrade asks of the PostgreSQL server before anything is changed.
 * @throws ConfigError where this version cannot use it
 */
export async function checkDatabase(databaseUrl: string): Promise<DatabaseCheck> {
  const pool = createPool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined); // the query that it breaks fails
  try {
    return await check(toKysely(pool));
  } finally {
    await pool.end();
  }
}

async function check(db: Db): Promise<DatabaseCheck> {
  const { rows } = await sql<{ number: number; version: string; bytes: number }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The server answers with nothing.');
  requireSupported(facts);
  const { ran, pending, executed, growth_bytes, text } = await readMigrationPlan(db);
  const unknown = executed.find(({ name }) => !migrationNames.includes(name));
  if (unknown) throw new ConfigError([`a later version of Key2XS has used this database (${unknown.name})`]);
  const { version, bytes } = facts;
  return { version, bytes, is_empty: ran === 0, pending, growth_bytes, text };
}
