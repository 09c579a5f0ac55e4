import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { AppError } from '#platform/errors';

const limit = sql<Date>`now() - make_interval(days => retention_days)`;

/** From when on it is known who could open what. */
export async function findKeptSince(db: Db): Promise<Date> {
  const { kept_since } = await db
    .selectFrom('memory')
    .select(sql<Date>`greatest(kept_since, ${limit})`.as('kept_since'))
    .executeTakeFirstOrThrow();
  return kept_since;
}

/** @throws AppError past_not_kept */
export async function refuseForgotten(db: Db, at: Date): Promise<void> {
  const since = await findKeptSince(db);
  if (at >= since) return;
  const kept_since = since.toISOString();
  throw new AppError('past_not_kept', say('memory.keptSince', { since: kept_since }), { kept_since });
}

/** Deletes what ended before the past is kept. What is deleted does not come back when it is to be kept for longer. */
export async function forgetPast(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const kept = await tx
      .updateTable('memory')
      .set({ kept_since: sql<Date>`greatest(kept_since, ${limit})` })
      .returning('kept_since')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('access_past').where('until', '<=', kept.kept_since).execute();
  });
}
