import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { createPool } from '#platform/database/create-pool';
import { type Database, toKysely } from '#platform/database/db';
import type { Db } from '#platform/deps';
import { openEmbeddedDatabase } from '#platform/embedded/embedded-database';
import type { DatabaseTemplate } from './global-setup';

/** `url` of a database on a server, as in the configuration of the product. */
export type TestDatabase = Database & { url: string | undefined };

/** A migrated, empty database for the test files of one worker, of the kind under test. */
export async function openTestDatabase(template: DatabaseTemplate): Promise<TestDatabase> {
  if (template.kind === 'dump') {
    const { pool, ended, close } = await openEmbeddedDatabase({ dumpFile: template.file });
    const db = toKysely(pool);
    const openUnlimited = () => ({ db, close: async () => undefined });
    return { url: undefined, db, pool, leases: db, openUnlimited, isEmbedded: true, ended, close };
  }
  const { url, drop } = await createServerDatabase(template);
  const pool = createPool({ connectionString: url, max: 10 });
  pool.on('error', () => undefined); // dropping the database breaks remaining connections
  // Dropping the database breaks connections that are still closing.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async () => {
    await pool.end();
    await drop();
  };
  const db = toKysely(pool);
  const openUnlimited = () => ({ db, close: async () => undefined });
  return { url, db, pool, leases: db, openUnlimited, isEmbedded: false, ended: new Promise(() => undefined), close };
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

/** Whether another connection waits for a lock of this transaction. */
export async function isBlockingOthers(tx: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as is`.execute(
    tx,
  );
  return rows[0]?.is;
}
