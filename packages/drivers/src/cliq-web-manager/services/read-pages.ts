import { type Sentence, say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';
import { maxRecords } from '../transport/record-limit';

export type Page<T> = { first_result: number; total: number; items: T[] };

/**
 * Reads a list to its end, page by page, and yields the pages that hold something.
 *
 * New records may join at the end meanwhile. Anything else that would leave one out is an error and never a shorter list:
 * an empty page before the end, a total that shrinks (what follows has moved up), a record that comes twice, or more
 * records than any list has.
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
