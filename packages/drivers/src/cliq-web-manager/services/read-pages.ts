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
    if (page.first_result !== seen.size) throw incomplete('A page is not the one that was asked for.');
    if (page.total < total) throw incomplete('The list became shorter while it was read.');
    if (page.total > maxRecords) throw incomplete(`A list has more than ${maxRecords.toLocaleString('en')} records.`);
    total = page.total;
    for (const item of page.items) {
      const before = seen.size;
      if (seen.add(idOf(item)).size === before) throw incomplete(`The record ${idOf(item)} came twice.`);
    }
    if (seen.size > total) throw incomplete('The list is longer than it says.');
    if (page.items.length > 0) yield page.items;
    else if (seen.size < total) throw incomplete(`The list ended at ${seen.size} of ${total} records.`);
  } while (seen.size < total);
}

const incomplete = (detail: string) => new DriverError('bad_answer', { detail });
