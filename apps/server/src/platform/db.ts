import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import { createPool } from './create-pool';
import { lockDataFolder } from './data-lock';
import type { Db } from './deps';
import type { DatabaseEnded } from './embedded/database-ended';
import { requireDiskSpace } from './embedded/disk-space';
import { openEmbeddedDatabase } from './embedded/embedded-database';
import { placeEmptyDatabase } from './embedded/empty-database';
import { keepPrivate } from './embedded/keep-private';
import type { Schema } from './schema';

export type Database = {
  db: Db;
  pool: pg.Pool;
  isEmbedded: boolean;
  /** Comes true when this process has to end, because the database in it has. Never with a server, which comes back. */
  ended: Promise<DatabaseEnded>;
  close(): Promise<void>;
};

export const toKysely = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

/**
 * The database of this installation: a PostgreSQL server when one is configured, else the embedded one in the data
 * folder, which it locks for this process.
 * @throws DataFolderInUse, DiskFull, ConfigError
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    keepPrivate(config.dataDir);
    return checked(openServer(config.databaseUrl, log));
  }
  await requireDiskSpace(config.dataDir);
  const unlock = await lockDataFolder(config.dataDir);
  try {
    const directory = join(config.dataDir, 'database');
    await placeEmptyDatabase(directory);
    keepPrivate(config.dataDir);
    const embedded = await openEmbeddedDatabase({ directory });
    embedded.pool.on('error', (error) => log.error({ err: error }, 'database connection lost'));
    const close = async () => {
      await embedded.close();
      unlock();
    };
    const { pool, ended } = embedded;
    return { db: toKysely(pool), pool, isEmbedded: true, ended, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Names compare without regard to case, and search folds letters, in the database; its C locale knows only ASCII.
 * @throws ConfigError
 */
async function checked(database: Database): Promise<Database> {
  const { rows } = await sql<{ folds: boolean }>`select lower('Ä') = 'ä' as folds`.execute(database.db);
  if (rows[0]?.folds) return database;
  await database.close();
  throw new ConfigError(['DATABASE_URL: this database has the C locale. Create one with a UTF-8 locale, e.g. C.UTF-8']);
}

/** A statement may run 30 s and a transaction may idle 30 s; nothing in the product needs longer. */
function openServer(connectionString: string, log: Logger): Database {
  const pool = createPool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // Without a listener a stopped server would end this process.
  pool.on('error', (error) => log.error({ err: error }, 'database connection lost'));
  const ended = new Promise<never>(() => undefined);
  return { db: toKysely(pool), pool, isEmbedded: false, ended, close: () => pool.end() };
}
