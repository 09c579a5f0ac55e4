import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { unpackList } from './pack-list';

export type StaffListRow = Selectable<Schema['staff_list']>;
export type NewStaffList = Omit<StaffListRow, 'uploaded_at' | 'columns'> & { columns: string };

const keptPerConnection = 5;

/**
 * Stores a compressed list in the database, so that any process can import it. One statement per part lets other
 * queries run in between. Invisible until `publishStaffList`.
 */
export async function storeParts(db: Db, list: NewStaffList, packed: readonly Uint8Array[]): Promise<void> {
  await dropLeftovers(db, list.connection_id);
  await db
    .insertInto('staff_list')
    .values({ ...list, rows: 0 })
    .execute();
  for (const [ordinal, part] of packed.entries()) {
    const content = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    await db.insertInto('staff_list_chunk').values({ staff_list_id: list.id, ordinal, content }).execute();
  }
}

/** Drops what an upload left when its process died. A live upload takes minutes at most. */
const dropLeftovers = (db: Db, connectionId: string) =>
  db
    .deleteFrom('staff_list')
    .where('connection_id', '=', connectionId)
    .where('rows', '=', 0)
    .where('uploaded_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();

/** Makes a stored list the latest of its source and drops the oldest. @returns undefined when it is gone */
export async function publishStaffList(
  tx: Tx,
  { id, connection_id, rows }: NewStaffList,
): Promise<StaffListRow | undefined> {
  const published = await tx
    .updateTable('staff_list')
    .set((q) => ({ rows, uploaded_at: q.fn<Date>('now') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const newest = tx
    .selectFrom('staff_list')
    .select('id')
    .where('connection_id', '=', connection_id)
    .where('rows', '>', 0)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptPerConnection);
  await tx
    .deleteFrom('staff_list')
    .where('connection_id', '=', connection_id)
    .where('rows', '>', 0)
    .where('id', 'not in', newest)
    .execute();
  return published;
}

export const dropStaffList = (db: Db, id: string) => db.deleteFrom('staff_list').where('id', '=', id).execute();

export const findLatestStaffList = (db: Db, connectionId: string): Promise<StaffListRow | undefined> =>
  db
    .selectFrom('staff_list')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('rows', '>', 0)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const findStaffList = (db: Db, id: string): Promise<StaffListRow | undefined> =>
  db.selectFrom('staff_list').selectAll().where('id', '=', id).executeTakeFirst();

/** Streams the uploaded file. */
export function readStaffList(db: Db, id: string): AsyncIterable<Uint8Array> {
  return unpackList(listParts(db, id));
}

async function* listParts(db: Db, id: string): AsyncGenerator<Uint8Array> {
  for (let ordinal = 0; ; ordinal++) {
    const part = await db
      .selectFrom('staff_list_chunk')
      .select('content')
      .where('staff_list_id', '=', id)
      .where('ordinal', '=', ordinal)
      .executeTakeFirst();
    if (!part) return;
    yield part.content;
  }
}
