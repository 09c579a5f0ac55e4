import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Database } from '../database/db';
import type { Db } from '../deps';
import { forgetOldKeys } from '../http/idempotency';

const hourMs = 3_600_000;

/**
 * What a PostgreSQL server does by itself and the embedded database does not: vacuum, fresh statistics and a
 * checkpoint, once an hour and on demand after a large write.
 */
async function tidyEmbedded(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}

/**
 * Once an hour.
 * @param forget what features forget that is old
 * @returns stops the upkeep
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
