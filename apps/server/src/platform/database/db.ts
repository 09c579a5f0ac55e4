import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import type { Db } from '../deps';
import type { DatabaseEnded } from '../embedded/database-ended';
import { requireDiskSpace } from '../embedded/disk-space';
import { openEmbeddedDatabase } from '../embedded/embedded-database';
import { placeEmptyDatabase } from '../embedded/empty-database';
import { keepPrivate } from '../embedded/keep-private';
import { impatientSocket } from '../http/impatient-socket';
import type { Schema } from '../schema/schema';
import { awaitDatabase } from './await-database';
import { createPool } from './create-pool';
import { lockDataFolder } from './data-lock';

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
 * @throws DataFolderInUse, DiskFull, DatabaseUnavailable, ConfigError
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    keepPrivate(config.dataDir);
    return openServer(config.databaseUrl, log);
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

/** Whatever starts this server may start its database at the same time. */
const patienceMs = 30_000;

async function openServer(connectionString: string, log: Logger): Promise<Database> {
  const pool = serverPool(connectionString);
  // Without a listener a stopped server would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'));
  const ended = new Promise<never>(() => undefined);
  const database: Database = { db: toKysely(pool), pool, isEmbedded: false, ended, close: () => pool.end() };
  try {
    await awaitDatabase(database.db, log, patienceMs);
    await requireFolding(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Names compare without regard to case, and search folds letters, in the database; its C locale knows only ASCII.
 * @throws ConfigError
 */
async function requireFolding(db: Db): Promise<void> {
  const { rows } = await sql<{ folds: boolean }>`select lower('Ä') = 'ä' as folds`.execute(db);
  if (rows[0]?.folds) return;
  throw new ConfigError(['DATABASE_URL: this database has the C locale. Create one with a UTF-8 locale, e.g. C.UTF-8']);
}

const statementMs = 30_000;
/** So long a transaction may idle. Whoever was stopped or cut off in the middle of one holds its rows no longer. */
const idleInTransactionMs = 10_000;
/** A connection on which nothing comes or goes for so long is dead: the server would have ended the statement. */
const silenceMs = statementMs + 5_000;

/** Nothing in the product needs longer than these times. */
const serverPool = (connectionString: string) =>
  createPool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    stream: () => impatientSocket(silenceMs),
  });
