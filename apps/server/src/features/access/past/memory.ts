import type { Memory } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';

/** What was before the retention is not known, whether it has been deleted yet or not. */
const keptSince = sql<Date>`greatest(kept_since, now() - make_interval(days => retention_days))`;

/** @throws AppError not_found */
export async function getMemory({ db, viewer }: Reader): Promise<Memory> {
  if (!sees(viewer, 'access')) throw notFound('record');
  return readMemory(db);
}

async function readMemory(db: Db): Promise<Memory> {
  const { kept_since, retention_days } = await db
    .selectFrom('memory')
    .select(['retention_days', keptSince.as('kept_since')])
    .executeTakeFirstOrThrow();
  return { retention_days, kept_since: kept_since.toISOString() };
}

/** When it begins to be known what plans said, and what key systems had recorded and who held keys by it. */
export async function readMemoryOfLayers(db: Db): Promise<{ kept_since: Date; layers_since: Date }> {
  return db
    .selectFrom('memory')
    .select([keptSince.as('kept_since'), sql<Date>`greatest(${keptSince}, layers_since)`.as('layers_since')])
    .executeTakeFirstOrThrow();
}

/** Deletes nothing: a number mistyped can be put right until `forgetPast` runs. */
export async function changeMemory({ db }: Deps, caller: Caller, retention_days: number): Promise<Memory> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('memory').select('only_row').forUpdate().execute();
    const before = await readMemory(tx);
    await tx.updateTable('memory').set({ retention_days }).execute();
    await recordEvent(tx, caller, 'memory.updated', {
      details: { before: { retention_days: before.retention_days }, after: { retention_days } },
    });
    return readMemory(tx);
  });
}

/** @throws AppError past_not_kept */
export async function refuseForgotten(db: Db, at: Date): Promise<void> {
  const { kept_since } = await readMemory(db);
  if (at >= new Date(kept_since)) return;
  throw new AppError('past_not_kept', say('memory.keptSince', { since: kept_since }), { kept_since });
}

/**
 * Deletes what ended before the past is kept, and notes that it is gone, however long the past is to be kept later.
 * @returns since when it is kept
 */
export async function forgetPast(db: Db): Promise<Date> {
  return db.transaction().execute(async (tx) => {
    const { kept_since } = await tx
      .updateTable('memory')
      .set({ kept_since: keptSince })
      .returning('kept_since')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('access_past').where('until', '<=', kept_since).execute();
    return kept_since;
  });
}
