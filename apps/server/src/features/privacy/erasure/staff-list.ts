import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Db } from '#platform/deps';
import type { Traces } from './traces';

/** Whether the newest staff list of the person's source still names them; the older ones are dropped by an erasure. */
export async function isInStaffList(db: Db, traces: Pick<Traces, 'connection_id' | 'certain'>): Promise<boolean> {
  const list = await db
    .selectFrom('staff_list')
    .select('id')
    .where('connection_id', '=', traces.connection_id)
    .where('rows', '>', 0)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!list || traces.certain.length === 0) return false;
  const wanted = traces.certain.map(comparable);
  const longest = Math.max(...wanted.map(({ length }) => length));
  let last = '';
  for await (const piece of textOf(db, list.id)) {
    const text = last + comparable(piece);
    if (wanted.some((one) => text.includes(one))) return true;
    last = text.slice(-longest);
  }
  return false;
}

/** Names stand in one column or in two, so only letters, digits and what is in mail addresses count. */
const comparable = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}@._-]/gu, '');

/** In the encoding that staff lists usually have; letters of other encodings are lost alike in all parts. */
async function* textOf(db: Db, id: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const bytes = pipeline(Readable.from(partsOf(db, id)), createGunzip(), () => undefined); // the reader gets any error
  for await (const piece of bytes as AsyncIterable<Buffer>) yield decoder.decode(piece, { stream: true });
}

async function* partsOf(db: Db, id: string): AsyncGenerator<Uint8Array> {
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
