import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { settle } from './unsettled';
import { dropUntold, forgetTold } from './untold';

export type CopyRow = Selectable<Schema['source_copy']>;

export const findCopy = (db: Db, connectionId: string): Promise<CopyRow | undefined> =>
  db.selectFrom('source_copy').selectAll().where('connection_id', '=', connectionId).executeTakeFirst();

type Begun = { connectionId: string; taskId: string; isFull: boolean; attributes: readonly string[] };

/**
 * A reading from the start, or from where the last one ended. What an unfinished one has told stays, but counts as not
 * told; so does an attribute that is no longer asked for, because nobody learns of its changes.
 */
export async function beginReading(tx: Tx, { connectionId, taskId, isFull, attributes }: Begun): Promise<CopyRow> {
  await tx.deleteFrom('source_page').where('connection_id', '=', connectionId).execute();
  await forgetTold(tx, connectionId);
  if (isFull) await settle(tx, connectionId, undefined);
  const of = { task_id: taskId, is_full: isFull, is_whole: false, pages: 0, attributes: [...attributes] };
  return tx
    .insertInto('source_copy')
    .values({ connection_id: connectionId, ...of, cursor: null })
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet({
        ...of,
        ...(isFull && { cursor: null }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns false when the reading has been at this cursor before */
export async function notePage(tx: Tx, connection_id: string, cursor: string): Promise<boolean> {
  const { rows } = await sql`
    insert into source_page (connection_id, cursor_hash) values (${connection_id}, md5(${cursor}))
    on conflict do nothing returning connection_id`.execute(tx);
  return rows.length > 0;
}

/** Saved with what the page told, in one transaction. */
export const saveCursor = (tx: Tx, { connection_id }: CopyRow, cursor: string): Promise<CopyRow> =>
  tx
    .updateTable('source_copy')
    .set((q) => ({ cursor, pages: q('pages', '+', 1), version: q('version', '+', '1') }))
    .where('connection_id', '=', connection_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** After the last page. Only now a full reading shows who is gone. */
export async function endReading(tx: Tx, { connection_id, is_full }: CopyRow): Promise<CopyRow> {
  if (is_full) await dropUntold(tx, connection_id);
  return tx
    .updateTable('source_copy')
    .set((q) => ({
      is_whole: true,
      version: q('version', '+', '1'),
      read_at: q.fn<Date>('now'),
      ...(is_full && { full_read_at: q.fn<Date>('now') }),
    }))
    .where('connection_id', '=', connection_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The next full reading is due: what is mapped is no longer what was asked for. */
export const isAskedFor = (copy: CopyRow, attributes: readonly string[]): boolean =>
  attributes.every((name) => copy.attributes.includes(name));

export async function countTold(db: Db, connectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', connectionId)
    .where('gone', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
