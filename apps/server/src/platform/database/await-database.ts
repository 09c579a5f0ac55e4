import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../deps';
import { isOutage } from './database-outage';

/** The server cannot start, because its database does not answer. The message is for the operator. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`The database cannot be used: ${reason}. Check DATABASE_URL, and that the database is running.`, { cause });
  }
}

const retryMs = 1_000;

/**
 * Waits for a database that is starting or not reachable yet, because start-up order is rarely guaranteed.
 * @throws DatabaseUnavailable after `timeoutMs`; immediately if waiting does not help, such as for a wrong password
 */
export async function awaitDatabase(db: Db, log: Logger, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let tries = 1; ; tries++) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (!isOutage(error) || performance.now() >= end) throw new DatabaseUnavailable(error);
      if (tries === 1) log.warn({ reason: error instanceof Error ? error.message : '' }, 'waiting for the database');
      await pause(retryMs);
    }
  }
}
