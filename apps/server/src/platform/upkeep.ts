import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './deps';

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
export function startUpkeep(db: Db, log: Logger): () => void {
  const timer = setInterval(() => {
    tidyEmbedded(db).catch((error: unknown) => log.error({ err: error }, 'database upkeep failed'));
  }, hourMs);
  return () => clearInterval(timer);
}
