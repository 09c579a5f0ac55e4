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

/** @returns stops the upkeep */
export function startUpkeep({ db, isEmbedded }: Database, log: Logger): () => void {
  const keepUp = async () => {
    await forgetOldKeys(db);
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
