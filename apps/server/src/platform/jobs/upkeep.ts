import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Database } from '../database/db';
import type { Db } from '../deps';
import { forgetOldKeys } from '../http/idempotency';

const hourMs = 3_600_000;

/** What is done once an hour, each by the name it has in the log. */
export type Upkeep = Readonly<Record<string, (db: Db) => Promise<void>>>;

/** Vacuum, statistics and checkpoint, which a PostgreSQL server does by itself and the embedded database does not. */
async function tidyEmbedded(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** Runs all steps, whatever becomes of one; what failed is tried again an hour later. */
export async function runUpkeep({ db, isEmbedded }: Pick<Database, 'db' | 'isEmbedded'>, log: Logger, steps: Upkeep) {
  const own = { forgetOldKeys, ...(isEmbedded && { tidyEmbedded }) };
  for (const [step, run] of Object.entries({ ...steps, ...own })) {
    try {
      await run(db);
    } catch (error) {
      if (isOutage(error)) log.warn({ step, reason: error instanceof Error ? error.message : '' }, 'upkeep waits');
      else log.error({ step, err: error }, 'upkeep failed');
    }
  }
}

/**
 * Runs once an hour.
 * @returns a function that stops it; resolves when a run in progress has ended
 */
export function startUpkeep(database: Database, log: Logger, steps: Upkeep): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => runUpkeep(database, log, steps));
  }, hourMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
