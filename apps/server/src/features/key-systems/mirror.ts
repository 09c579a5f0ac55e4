import { createHash, hash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { storable, storableJson } from '#platform/storable-json';

type Cell = string | number | boolean | null;
export type MirrorRow = Record<string, Cell>;

/** A table that keeps one list of a key system; the vendor's own key tells its rows apart. */
export type MirrorTable = {
  name: 'cylinder_group' | 'cylinder' | 'key' | 'recorded_person' | 'recorded_profile' | 'programming_job';
  key: 'external_id' | 'identity';
  /** Columns we fill when a row is first inserted, and never change after. */
  onInsert: readonly ('id' | 'first_read_at')[];
  /** Columns that follow what was read, with their types. */
  columns: Record<string, string | undefined>;
};

export type RowToWrite = { key: string; row: MirrorRow; hash: string; isNew: boolean };

/** How a list that was read to its end differs from the mirror. */
export type Difference = { listed: number; toWrite: RowToWrite[]; gone: string[] };

/** A list that was read to its end. Its pages are JSON, which takes a fraction of the memory. */
export type HeldList = { pages: readonly string[]; listed: number; digest: string };

/** Reads a list to its end. Its digest covers every value of every row, their order, and which columns there are. */
export async function holdList(
  { key, columns }: MirrorTable,
  pages: AsyncIterable<readonly MirrorRow[]>,
  onPage: (listed: number) => Promise<void>,
): Promise<HeldList> {
  const digest = createHash('sha256').update(JSON.stringify([key, columns]));
  const held: string[] = [];
  let listed = 0;
  for await (const page of readAhead(pages)) {
    const text = JSON.stringify(page);
    digest.update(text);
    held.push(text);
    listed += page.length;
    await onPage(listed);
  }
  return { pages: held, listed, digest: digest.digest('base64url') };
}

/**
 * Compares a list with the mirror, a page at a time, so that other work gets its turn.
 * @param stored as `loadFingerprints` answers them; used up by this
 */
export async function compareList(
  { key, columns }: MirrorTable,
  stored: Map<string, string | null>,
  { pages, listed }: HeldList,
): Promise<Difference> {
  const names = Object.keys(columns);
  const toWrite: RowToWrite[] = [];
  for (const page of pages) {
    await othersTurn();
    const rows: MirrorRow[] = JSON.parse(page);
    for (const row of rows) {
      const id = storable(String(row[key]));
      const now = fingerprint(names, row);
      const before = stored.get(id);
      stored.delete(id);
      if (before !== now) toWrite.push({ key: id, row, hash: now, isNew: typeof before !== 'string' });
    }
  }
  return { listed, toWrite, gone: [...stored].flatMap(([id, before]) => (before === null ? [] : [id])) };
}

/** Fetches the next page while the present one is worked on. */
async function* readAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = pages[Symbol.asyncIterator]();
  for (let coming = iterator.next(); ; ) {
    const { done, value } = await coming;
    if (done) return;
    coming = iterator.next();
    coming.catch(() => undefined); // heard when its turn comes, if it does
    yield value;
  }
}

/** Half a SHA-256: ample to tell that a row has changed. */
const fingerprint = (names: readonly string[], row: MirrorRow): string =>
  hash('sha256', JSON.stringify(names.map((name) => row[name])), 'base64url').slice(0, 22);

/** By key; null for rows that are marked as deleted. Read as one value: row by row takes several times as long. */
export async function loadFingerprints(
  db: Db,
  connectionId: string,
  { name, key }: MirrorTable,
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ stored: Record<string, string | null> | null }>`
    select json_object_agg(${sql.ref(key)}, case when deleted_at is null then row_hash end) as stored
    from ${sql.table(name)} where connection_id = ${connectionId}`.execute(db);
  return new Map(Object.entries(rows[0]?.stored ?? {}));
}

/** Inserts or updates rows; one that was marked as deleted is so no longer. */
export async function writeRows(
  tx: Tx,
  deps: Deps,
  connectionId: string,
  { table, rows }: { table: MirrorTable; rows: readonly RowToWrite[] },
): Promise<void> {
  const { name, key, onInsert, columns } = table;
  const fill = { id: deps.newId, first_read_at: () => deps.clock().toISOString() };
  const records = rows.map((row) => ({
    ...row.row,
    ...Object.fromEntries(onInsert.map((column) => [column, fill[column]()])),
    [key]: row.key,
    row_hash: row.hash,
  }));
  const followed = [...Object.keys(columns), 'row_hash'];
  const types: Record<string, string | undefined> = { ...columns, id: 'uuid', first_read_at: 'timestamptz' };
  const all = [key, ...onInsert, ...followed];
  const names = sql.join(all.map((column) => sql.ref(column)));
  const typed = sql.join(all.map((column) => sql`${sql.ref(column)} ${sql.raw(types[column] ?? 'text')}`));
  const taken = sql.join(followed.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  await sql`
    insert into ${sql.table(name)} (connection_id, ${names})
    select ${connectionId}::uuid, r.* from jsonb_to_recordset(${storableJson(records)}::jsonb) as r(${typed})
    on conflict (connection_id, ${sql.ref(key)}) do update set ${taken}, deleted_at = null`.execute(tx);
}

export async function markDeleted(
  tx: Tx,
  { clock }: Deps,
  connectionId: string,
  { table: { name, key }, keys }: { table: MirrorTable; keys: readonly string[] },
): Promise<void> {
  await sql`
    update ${sql.table(name)} set deleted_at = ${clock()}
    where connection_id = ${connectionId} and ${sql.ref(key)} = any(${keys}::text[])`.execute(tx);
}
