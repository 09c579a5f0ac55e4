import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { isRecord } from './queries';

/** The moment that is asked about; what is of the past may have changed or gone since. */
export type Moment = { at: string; as_of: 'now' | 'past' };

/**
 * Refuses people and doors that did not exist yet at a moment in the past.
 * @throws AppError not_found
 */
export async function refuseUnknown(
  reader: Reader,
  { as_of }: Moment,
  table: 'person' | 'cylinder',
  id: string,
): Promise<void> {
  if (as_of === 'now' || !(await isRecord(reader, table, id))) throw notFound(table);
}
