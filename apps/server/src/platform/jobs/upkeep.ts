import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Database } from '../database/db';
import type { Db } from '../deps';
import { forgetOldKeys } from '../http/idempotency';

const hourMs = 3_600_000;

/** Vacuum, statistics and checkpoint, which a PostgreSQL server does by itself and the embedded database does not. */
async function tidyEmbedded(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}

/**
 * Runs once an hour.
 * @param forget deletes old data of the features
 * @returns a function that stops it
 */
export function startUpkeep(
  { db, isEmbedded }: Database,
  log: Logger,
  forget: readonly ((db: Db) => Promise<void>)[],
): () => void {
  const keepUp = async () => {
    for (const forgetOld of [forgetOldKeys, ...forget]) await forgetOld(db);
    if (isEmbedded) await tidyEmbedded(db);
  };
  const timer = setInterval(() => {
    keepUp().catch((error: unknown) => {
      if (isOutage(error)) log.warn({ reason: error instanceof Error ? error.message : '' }, 'database upkeep waits');
      else log.error({ err: error }, 'database upkeep failed');
    });
  }, hourMs);
  return () => clearInterval(timer);
}
