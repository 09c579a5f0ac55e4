import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { createPool } from '#platform/create-pool';
import { type Database, toKysely } from '#platform/db';
import type { Db } from '#platform/deps';
import { openEmbeddedDatabase } from '#platform/embedded/embedded-database';
import type { DatabaseTemplate } from './global-setup';

/** A migrated, empty database for the test files of one worker, of the kind this run is about. */
export async function openTestDatabase(template: DatabaseTemplate): Promise<Database> {
  if (template.kind === 'dump') {
    const { pool, ended, close } = await openEmbeddedDatabase({ dumpFile: template.file });
    return { db: toKysely(pool), pool, isEmbedded: true, ended, close };
  }
  const { url, drop } = await createServerDatabase(template);
  const pool = createPool({ connectionString: url, max: 10 });
  pool.on('error', () => undefined); // dropping the database ends what has not quite ended
  // Dropping the database ends connections that are still saying goodbye.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async () => {
    await pool.end();
    await drop();
  };
  return { db: toKysely(pool), pool, isEmbedded: false, ended: new Promise(() => undefined), close };
}

/** A copy of the template on the PostgreSQL server. */
export async function createServerDatabase({
  url,
  name: template,
}: DatabaseTemplate & { kind: 'server' }): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = new pg.Pool({ connectionString: url, max: 1 });
  await server.query(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const drop = async () => {
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  };
  return { url: own.href, drop };
}

/** Between two tests: what `addEmptying` has made. */
export async function emptyDatabase(db: Db): Promise<void> {
  await retryDeadlock(() => sql`select testing.empty_tables()`.execute(db));
}

/**
 * Makes what empties all tables, once for the whole run. What refers to others was made after them and goes first; on tables
 * this small far quicker than truncating. A function, because its statements are planned once and not before each test.
 */
export async function addEmptying(db: Db): Promise<void> {
  const deletes = (await listTables(db)).map((name) => `delete from ${name};`).join(' ');
  await sql`create schema testing`.execute(db);
  await sql
    .raw(`create function testing.empty_tables() returns void language plpgsql as $$ begin ${deletes} end $$`)
    .execute(db);
}

/** Between two test files: frees what deleted rows still take, which every look at a table would go through. */
export async function shrinkDatabase(db: Db): Promise<void> {
  await sql.raw(`truncate ${(await listTables(db)).join(', ')}`).execute(db);
}

/** The latest first. */
async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by oid desc`.execute(
    db,
  );
  return ['pgboss.job', ...rows.map(({ name }) => name)];
}

/** Whether another connection waits for what this transaction has locked. */
export async function isSomebodyWaitingFor(tx: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as is`.execute(
    tx,
  );
  return rows[0]?.is;
}

/** Work that a test has left under way may hold the same rows for a moment. */
async function retryDeadlock(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === 5 || !(error instanceof pg.DatabaseError && error.code === '40P01')) throw error;
    }
  }
}
