import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import type { Db } from '../deps';
import type { DatabaseEnded } from '../embedded/database-ended';
import { requireDiskSpace } from '../embedded/disk-space';
import { openEmbeddedDatabase } from '../embedded/embedded-database';
import { placeEmptyDatabase, refuseDamagedDatabase } from '../embedded/empty-database';
import { keepPrivate } from '../embedded/keep-private';
import { impatientSocket } from '../http/impatient-socket';
import { trustAuthorities } from '../network/trusted-authorities';
import type { Schema } from '../schema/schema';
import { awaitDatabase } from './await-database';
import { createPool } from './create-pool';
import { lockDataFolder } from './data-lock';
import { requireSupported } from './supported-version';

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** For the leases of jobs: on a server connections of their own, which requests cannot use up. */
  leases: Db;
  /** For migrations: on a server a connection of its own without the limits of requests. Close it after use. */
  openUnlimited(): { db: Db; close(): Promise<void> };
  isEmbedded: boolean;
  /** Resolves when the embedded database has ended and this process must too. Never with a server, which comes back. */
  ended: Promise<DatabaseEnded>;
  close(): Promise<void>;
};

export const toKysely = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

/**
 * Opens this installation's database: the configured PostgreSQL server, else the embedded one in the data folder, which
 * it locks for this process.
 * @throws DataFolderInUse, DiskFull, DatabaseUnavailable, ConfigError
 */
export async function openDatabase(config: Config, log: Logger, limits: Limits = requestLimits): Promise<Database> {
  if (config.databaseUrl) {
    trustAuthorities(config.authorities); // of commands too
    keepPrivate(config.dataDir);
    return openServer(config.databaseUrl, log, { limits, directUrl: config.directDatabaseUrl ?? config.databaseUrl });
  }
  await requireDiskSpace(config.dataDir);
  const unlock = await lockDataFolder(config.dataDir);
  try {
    const directory = join(config.dataDir, 'database');
    await refuseDamagedDatabase(directory);
    await placeEmptyDatabase(directory);
    keepPrivate(config.dataDir);
    const embedded = await openEmbeddedDatabase({ directory });
    embedded.pool.on('error', (error) => log.error({ err: error }, 'database connection lost'));
    const close = async () => {
      await embedded.close();
      unlock();
    };
    const { pool, ended } = embedded;
    const db = toKysely(pool);
    const openUnlimited = () => ({ db, close: async () => undefined });
    return { db, pool, leases: db, openUnlimited, isEmbedded: true, ended, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The database may be starting at the same time. */
const timeoutMs = 30_000;

type Opening = { limits: Limits; directUrl: string };

async function openServer(connectionString: string, log: Logger, { limits, directUrl }: Opening): Promise<Database> {
  const pool = serverPool(connectionString, limits, maxConnections);
  const leasePool = serverPool(connectionString, limits, maxLeaseConnections);
  // Without a listener, a stopped database server would crash this process.
  for (const each of [pool, leasePool]) {
    each.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'));
  }
  const ended = new Promise<never>(() => undefined);
  const database: Database = {
    db: toKysely(pool),
    pool,
    leases: toKysely(leasePool),
    openUnlimited: () => openUnlimited(directUrl),
    isEmbedded: false,
    ended,
    close: async () => void (await Promise.all([pool.end(), leasePool.end()])),
  };
  try {
    await awaitDatabase(database.db, log, timeoutMs);
    await requireUsable(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The version is supported, and the database folds case for names and search; the C locale folds ASCII only.
 * @throws ConfigError
 */
async function requireUsable(db: Db): Promise<void> {
  const { rows } = await sql<{ folds: boolean; number: number; version: string }>`
    select lower('Ä') = 'ä' as folds, current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`.execute(db);
  if (rows[0]) requireSupported(rows[0]);
  if (rows[0]?.folds) return;
  throw new ConfigError(['DATABASE_URL: this database has the C locale. Create one with a UTF-8 locale, e.g. C.UTF-8']);
}

type Limits = { statementMs: number; silenceMs: number };

const requestLimits: Limits = {
  statementMs: 30_000,
  /** A connection silent for this long is dead: the server would have cancelled the statement. */
  silenceMs: 35_000,
};

/** Longest idle time within a transaction, so that a client cut off in one does not hold its locks. */
const idleInTransactionMs = 10_000;
const connectionTimeoutMillis = 5_000;

const maxConnections = 10;
/** A claim, a renewal and a release are short: these are for all jobs of the process. */
const maxLeaseConnections = 2;

const serverPool = (connectionString: string, { statementMs, silenceMs }: Limits, max: number) =>
  createPool({
    connectionString,
    max,
    connectionTimeoutMillis,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    stream: () => impatientSocket(silenceMs),
  });

/** Keeps the connection alive through firewalls while a statement runs or waits for a lock. */
function openUnlimited(connectionString: string): { db: Db; close(): Promise<void> } {
  const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
  const pool = createPool({ connectionString, max: 1, connectionTimeoutMillis, ...keepAlive });
  pool.on('error', () => undefined); // the next statement on it fails
  return { db: toKysely(pool), close: () => pool.end() };
}
