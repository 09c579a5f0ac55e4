import { type Sentence, say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';
import { maxRecords } from '../transport/soap-records';

export type Page<T> = { first_result: number; total: number; items: T[] };

/**
 * Reads a list to its end, page by page, and yields the pages that are not empty.
 *
 * New records may be appended meanwhile. Anything else that could lose a record is an error instead of a shorter list: an
 * empty page before the end, a shrinking total (later records moved up), a repeated record, or more records than any list
 * has.
 *
 * @throws DriverError bad_answer
 */
export async function* readPages<T>(
  readPage: (firstResult: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
): AsyncGenerator<T[], void, undefined> {
  const seen = new Set<string>();
  let total = 0;
  do {
    const page = await readPage(seen.size);
    if (page.first_result !== seen.size) throw incomplete(say('circumstance.otherPage'));
    if (page.total < total) throw incomplete(say('circumstance.listShrank'));
    if (page.total > maxRecords) throw incomplete(say('circumstance.listTooLong', { most: maxRecords }));
    total = page.total;
    for (const item of page.items) {
      const before = seen.size;
      if (seen.add(idOf(item)).size === before)
        throw incomplete(say('circumstance.recordTwice', { record: idOf(item) }));
    }
    if (seen.size > total) throw incomplete(say('circumstance.listLongerThanSaid'));
    if (page.items.length > 0) yield page.items;
    else if (seen.size < total) throw incomplete(say('circumstance.listEndedEarly', { read: seen.size, total }));
  } while (seen.size < total);
}

const incomplete = (detail: Sentence) => new DriverError('bad_answer', { detail });
