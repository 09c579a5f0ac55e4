import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema';

export type StaffListRow = Selectable<Schema['staff_list']>;

const chunkBytes = 256 * 1024;
const keptPerConnection = 5;
const compress = promisify(gzip);

export type NewStaffList = Omit<StaffListRow, 'uploaded_at' | 'columns'> & { columns: string };

/** Stores a list compressed and in chunks, in the database, so that any process can import it. Older ones are dropped. */
export async function insertStaffList(tx: Tx, row: NewStaffList, content: Uint8Array): Promise<StaffListRow> {
  const stored = await tx.insertInto('staff_list').values(row).returningAll().executeTakeFirstOrThrow();
  const packed = await compress(content);
  for (let ordinal = 0; ordinal * chunkBytes < packed.length; ordinal++) {
    const part = packed.subarray(ordinal * chunkBytes, (ordinal + 1) * chunkBytes);
    await tx.insertInto('staff_list_chunk').values({ staff_list_id: row.id, ordinal, content: part }).execute();
  }
  await tx
    .deleteFrom('staff_list')
    .where('connection_id', '=', row.connection_id)
    .where('id', 'not in', (q) =>
      q
        .selectFrom('staff_list')
        .select('id')
        .where('connection_id', '=', row.connection_id)
        .orderBy('uploaded_at', 'desc')
        .orderBy('id', 'desc')
        .limit(keptPerConnection),
    )
    .execute();
  return stored;
}

export const findLatestStaffList = (db: Db, connectionId: string): Promise<StaffListRow | undefined> =>
  db
    .selectFrom('staff_list')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** The file as it was uploaded, piece by piece. */
export function readStaffList(db: Db, id: string): AsyncIterable<Uint8Array> {
  const packed = Readable.from(
    (async function* () {
      for (let ordinal = 0; ; ordinal++) {
        const chunk = await db
          .selectFrom('staff_list_chunk')
          .select('content')
          .where('staff_list_id', '=', id)
          .where('ordinal', '=', ordinal)
          .executeTakeFirst();
        if (!chunk) return;
        yield chunk.content;
      }
    })(),
  );
  const plain = createGunzip();
  packed.on('error', (error) => plain.destroy(error));
  return packed.pipe(plain);
}
