import type { RecordedKey } from '@key2xs/drivers';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { InventoryCursor, Reading } from './inventory-cursor';

/**
 * The query service lists keys by their holders, and only those with one. That takes a call for each
 * person and each key: thousands of people take longer than a step may.
 */
export const listsHeldKeys = ({ capabilities }: Pick<Reading, 'capabilities'>): boolean =>
  capabilities.includes('read_keys') && !capabilities.includes('read_cylinders');

/** Reads for a stretch, and keeps each page together with where the next one begins. */
export async function keepHeldKeys(
  { run, session, cursor }: Reading,
  stretch: AbortSignal,
): Promise<{ cursor: InventoryCursor; isWhole: boolean }> {
  const { deps, task, save } = run;
  if (!cursor.held) await forgetEnded(deps.db);
  const began_at = cursor.held?.began_at ?? deps.clock().toISOString();
  let now = cursor;
  for await (const { keys, after } of session.listHeldKeys(cursor.held?.after)) {
    const ordinal = now.held?.pages ?? 0;
    const next = { ...now, held: { after, pages: ordinal + 1, began_at } };
    await deps.db.transaction().execute(async (tx) => {
      await save(tx, { cursor: next, done: task.done + keys.length }); // first: an overtaken worker keeps nothing
      await tx
        .insertInto('inventory_page')
        .values({ task_id: task.id, ordinal, rows: JSON.stringify(keys) })
        .execute();
    });
    now = next;
    if (stretch.aborted) return { cursor: now, isWhole: false };
  }
  return { cursor: now, isWhole: true };
}

/** All keys that are kept, each once; one that changed hands meanwhile as it was first met. */
export async function* keptKeys(db: Db, taskId: string, { held }: InventoryCursor): AsyncGenerator<RecordedKey[]> {
  const known = new Set<string>();
  const isNew = ({ external_id }: RecordedKey) => known.size < known.add(external_id).size;
  for (let ordinal = 0; ordinal < (held?.pages ?? 0); ordinal++) {
    const { rows } = await db
      .selectFrom('inventory_page')
      .select('rows')
      .where('task_id', '=', taskId)
      .where('ordinal', '=', ordinal)
      .executeTakeFirstOrThrow();
    const keys: RecordedKey[] = JSON.parse(rows);
    yield keys.filter(isNew);
  }
}

/** Forgets pages of reads that have ended without using them. */
async function forgetEnded(db: Db): Promise<void> {
  await sql`
    delete from inventory_page using sync_task as task
    where task.id = task_id and task.status in ('SUCCESS', 'FAILURE')`.execute(db);
}
