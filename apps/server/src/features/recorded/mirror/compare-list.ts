import { createHash, hash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { storable } from '#platform/database/storable-json';
import type { MirrorRow, MirrorTable } from './mirror-table';

export type RowToWrite = { key: string; row: MirrorRow; hash: string; isNew: boolean };

/** How a fully read list differs from the mirror. */
export type Difference = { table: MirrorTable; listed: number; toWrite: RowToWrite[]; gone: string[] };

/** A fully read list. Pages are JSON text, which takes a fraction of the memory. */
type HeldList = { pages: readonly string[]; listed: number; digest: string };

/** Reads a whole list. Its digest covers all values, the order of rows, and the column names. */
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
 * Compares a list with the mirror page by page, yielding to other work.
 * @param stored result of `loadFingerprints`; emptied here
 */
export async function compareList(
  table: MirrorTable,
  stored: Map<string, string | null>,
  { pages, listed }: HeldList,
): Promise<Difference> {
  const names = Object.keys(table.columns);
  const toWrite = new Map<string, RowToWrite>();
  for (const page of pages) {
    await othersTurn();
    const rows: MirrorRow[] = JSON.parse(page);
    for (const row of rows) {
      const id = storable(String(row[table.key]));
      const now = fingerprint(names, row);
      const before = stored.get(id);
      stored.delete(id);
      if (before !== now) toWrite.set(id, { key: id, row, hash: now, isNew: typeof before !== 'string' });
    }
  }
  const gone = [...stored].flatMap(([id, before]) => (before === null ? [] : [id]));
  return { table, listed, toWrite: [...toWrite.values()], gone };
}

/** Fetches the next page while the present one is processed. */
async function* readAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = pages[Symbol.asyncIterator]();
  for (let coming = iterator.next(); ; ) {
    const { done, value } = await coming;
    if (done) return;
    coming = iterator.next();
    coming.catch(() => undefined); // thrown when awaited, if it is
    yield value;
  }
}

/** Half a SHA-256: ample to detect a changed row. */
const fingerprint = (names: readonly string[], row: MirrorRow): string =>
  hash('sha256', JSON.stringify(names.map((name) => row[name])), 'base64url').slice(0, 22);
