import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#config';
import { isSupported } from '../database/supported-version';
import { migrationNames } from '../schema/migrate';
import { codeOf, type Finding, ok, warning, wrong } from './finding';
import { unreachable } from './reach';

const check = 'database';
const toleratedMs = 120_000;

/** Known by their SQLSTATE; `setting` names the address. */
const refusals = (setting: string): Record<string, [text: string, remedy: string]> => ({
  '28P01': ['the password is refused', `Correct the password in ${setting}.`],
  '28000': ['the user is refused', `Correct the user in ${setting}, and pg_hba.conf on the server.`],
  '3D000': ['this database does not exist', "Create it: create database key2xs locale 'C.UTF-8' template template0."],
  '53300': ['it has no connection left', 'Raise max_connections, or end other programs that use it.'],
});

type Facts = { version: number; is_read_only: boolean; at: Date; can_create: boolean; has_trigrams: boolean };

/** Connection, version, rights, migrations and clock of the database; `use` gets a connection if there is one. */
export async function examineDatabase(
  { databaseUrl, directDatabaseUrl, dataDir }: Config,
  use: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!databaseUrl) {
    const isThere = existsSync(join(dataDir, 'database'));
    return [ok(check, isThere ? 'embedded, in the data folder' : 'embedded, made at the first start')];
  }
  return withClient({ check, setting: 'DATABASE_URL', url: databaseUrl }, async (client) => [
    ...(await examine(client)),
    ...(directDatabaseUrl ? await examineDirect(directDatabaseUrl, await identify(client)) : []),
    ...(await use(client)),
  ]);
}

type Address = { check: string; setting: string; url: string };

async function withClient(
  { check, setting, url }: Address,
  use: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { hostname, port, pathname } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => undefined); // the query that it breaks fails
  try {
    await client.connect();
  } catch (error) {
    const [text, remedy] = refusals(setting)[codeOf(error)] ?? [];
    const where = `${hostname}:${port || 5432}${pathname}`;
    return [text && remedy ? wrong(check, `${where}: ${text}`, remedy) : unreachable(check, where, error)];
  }
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

type Identity = { name: string; started: string; is_read_only: boolean };

/** Two connections to one database answer the same. */
async function identify(client: pg.Client): Promise<Identity | undefined> {
  const { rows } = await client.query<Identity>(`
    select current_database() as name, pg_postmaster_start_time()::text as started,
      current_setting('transaction_read_only') = 'on' as is_read_only`);
  return rows[0];
}

/** The way past a pooler, which migrations and restoring take. */
function examineDirect(url: string, pooled: Identity | undefined): Promise<Finding[]> {
  const check = 'database, directly';
  const setting = 'DATABASE_DIRECT_URL';
  return withClient({ check, setting, url }, async (client) => {
    const found = await identify(client);
    if (found?.is_read_only) {
      return [wrong(check, 'it takes no changes', `${setting} leads to a standby: name the primary server.`)];
    }
    if (found?.name !== pooled?.name || found?.started !== pooled?.started) {
      const remedy = `Let ${setting} name the server that stands behind the pooler of DATABASE_URL, and the same database.`;
      return [wrong(check, 'it is another database than that of DATABASE_URL', remedy)];
    }
    return [ok(check, 'answers, and is that of DATABASE_URL')];
  });
}

async function examine(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int as version, clock_timestamp() as at,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      has_database_privilege(current_database(), 'create') as can_create,
      exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams`);
  const [facts] = rows;
  if (!facts) return [];
  const { version, is_read_only, at, can_create, has_trigrams } = facts;
  const findings = [ok(check, `PostgreSQL ${Math.floor(version / 10_000)} answers`)];
  if (!isSupported(version))
    findings.push(wrong(check, 'its version is too old', 'Upgrade to PostgreSQL 15 or later.'));
  if (is_read_only)
    findings.push(wrong(check, 'it takes no changes', 'DATABASE_URL leads to a standby: name the primary server.'));
  if (!has_trigrams && !can_create) {
    findings.push(
      wrong(
        check,
        'the extension pg_trgm is missing',
        'Grant create on the database, or run create extension pg_trgm.',
      ),
    );
  }
  return [...findings, clock(at), await migrations(client)];
}

function clock(at: Date): Finding {
  const differenceMs = Math.abs(Date.now() - at.getTime());
  if (differenceMs < toleratedMs) return ok('clock', 'agrees with that of the database');
  const minutes = Math.round(differenceMs / 60_000);
  return wrong(
    'clock',
    `differs by ${minutes} minutes from that of the database`,
    'Set the clocks of both machines by NTP: codes of authenticator apps, certificates and hours of keys depend on them.',
  );
}

async function migrations(client: pg.Client): Promise<Finding> {
  const { rows: tables } = await client.query<{ is: boolean }>(
    `select to_regclass('kysely_migration') is not null as is`,
  );
  if (!tables[0]?.is) return warning('migrations', 'the database is empty', 'The first start fills it.');
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const unknown = rows.find(({ name }) => !migrationNames.includes(name));
  if (unknown) {
    return wrong(
      'migrations',
      'a later version of Key2XS has used this database',
      'Start that version, or restore a backup.',
    );
  }
  const missing = migrationNames.length - rows.length;
  return missing === 0
    ? ok('migrations', 'all have run')
    : warning('migrations', `${missing} have not run`, 'The next start runs them. Make a backup first.');
}
