import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import { createPool } from './create-pool';
import { lockDataFolder } from './data-lock';
import type { Db } from './deps';
import { openEmbeddedDatabase } from './embedded-database';
import { placeEmptyDatabase } from './empty-database';
import type { Schema } from './schema';

export type Database = { db: Db; pool: pg.Pool; isEmbedded: boolean; close(): Promise<void> };

export const toKysely = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

/**
 * The database of this installation: a PostgreSQL server when one is configured, else the embedded one in the data
 * folder, which it locks for this process.
 * @throws DataFolderInUse
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) return checked(openServer(config.databaseUrl, log));
  const unlock = await lockDataFolder(config.dataDir);
  try {
    const directory = join(config.dataDir, 'database');
    await placeEmptyDatabase(directory);
    const embedded = await openEmbeddedDatabase({ directory });
    embedded.pool.on('error', (error) => log.error({ err: error }, 'database connection lost'));
    const close = async () => {
      await embedded.close();
      unlock();
    };
    return { db: toKysely(embedded.pool), pool: embedded.pool, isEmbedded: true, close };
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
  return { db: toKysely(pool), pool, isEmbedded: false, close: () => pool.end() };
}
