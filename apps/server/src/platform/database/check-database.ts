import pg from 'pg';
import { ConfigError } from '#config';
import { migrationNames } from '../schema/migrate';

const minimalVersion = 150_000;

/** `pending`: the migrations that the next start runs. */
export type DatabaseCheck = { version: string; bytes: number; is_empty: boolean; pending: string[] };

/**
 * What an upgrade asks of the PostgreSQL server before anything is changed.
 * @throws ConfigError where this version cannot use it
 */
export async function checkDatabase(databaseUrl: string): Promise<DatabaseCheck> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the query that it breaks fails
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number; version: string; bytes: number; is_empty: boolean }>(`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        pg_database_size(current_database())::float8 as bytes, to_regclass('kysely_migration') is null as is_empty`);
    const [facts] = rows;
    if (!facts) throw new Error('The server answers with nothing.');
    const { number, ...found } = facts;
    if (number < minimalVersion) {
      throw new ConfigError([`PostgreSQL ${found.version} is too old: upgrade it to 15 or later first`]);
    }
    return { ...found, pending: await pendingOf(client, found.is_empty) };
  } finally {
    await client.end();
  }
}

async function pendingOf(client: pg.Client, isEmpty: boolean): Promise<string[]> {
  if (isEmpty) return [...migrationNames];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const executed = new Set(rows.map(({ name }) => name));
  const unknown = rows.find(({ name }) => !migrationNames.includes(name));
  if (unknown) throw new ConfigError([`a later version of Key2XS has used this database (${unknown.name})`]);
  return migrationNames.filter((name) => !executed.has(name));
}
