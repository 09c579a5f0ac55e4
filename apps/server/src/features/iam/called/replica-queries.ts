import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { settle } from './needs-compare';
import { clearListed, markUnlisted } from './unlisted';

export type CopyRow = Selectable<Schema['source_copy']>;

export const findCopy = (db: Db, connectionId: string): Promise<CopyRow | undefined> =>
  db.selectFrom('source_copy').selectAll().where('connection_id', '=', connectionId).executeTakeFirst();

type Begun = { connectionId: string; taskId: string; isFull: boolean; attributes: readonly string[] };

/**
 * Starts a full reading, or one from where the last one ended. Data of an unfinished reading stays, but counts as not
 * listed; so does an attribute that is no longer requested, because its changes are not read.
 */
export async function beginReading(tx: Tx, { connectionId, taskId, isFull, attributes }: Begun): Promise<CopyRow> {
  await tx.deleteFrom('source_page').where('connection_id', '=', connectionId).execute();
  await clearListed(tx, connectionId);
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

/** Call in the transaction that saves the page. */
export const saveCursor = (tx: Tx, { connection_id }: CopyRow, cursor: string): Promise<CopyRow> =>
  tx
    .updateTable('source_copy')
    .set((q) => ({ cursor, pages: q('pages', '+', 1), version: q('version', '+', '1') }))
    .where('connection_id', '=', connection_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** After the last page. Only then a full reading shows which people are gone. */
export async function endReading(tx: Tx, { connection_id, is_full }: CopyRow): Promise<CopyRow> {
  if (is_full) await markUnlisted(tx, connection_id);
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

/** Whether the replica has these attributes. If not, a full reading is due. */
export const hasAttributes = (copy: CopyRow, attributes: readonly string[]): boolean =>
  attributes.every((name) => copy.attributes.includes(name));

export async function countListed(db: Db, connectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', connectionId)
    .where('gone', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
