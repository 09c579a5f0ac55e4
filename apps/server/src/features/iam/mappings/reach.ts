import { columnsOf, type Mapping, type MappingReach } from '@key2xs/contract';
import { SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { AppError } from '#platform/errors';
import { groupsColumn, idColumn } from '../called/replica-driver';
import { type OpenSource, withIdentity } from '../open-source';

/** What is known of a source without calling it: its latest list, or its replica. */
export type Known = { columns: readonly string[]; position: string; people: number | null };

/** @returns undefined where nothing is known yet */
export async function findKnown({ driver, access }: OpenSource): Promise<Known | undefined> {
  try {
    const { position, people } = await driver.probe(access);
    return { columns: await driver.describe(access, position), position, people };
  } catch (error) {
    if (error instanceof SourceUnreadable) return undefined;
    throw error;
  }
}

export function reachOf(source: OpenSource, mapping: Mapping, known: Known | undefined): MappingReach {
  const columns = known?.columns ?? [];
  const untold = columnsOf(withIdentity(source, mapping)).filter((name) => !columns.includes(name));
  return { people: known?.people ?? null, untold };
}

/**
 * Refuses a mapping with columns of which no data is known.
 * @param isRead whether the source is to be read first, so that only what it does not have at all is in the way
 * @throws AppError conflict
 */
export async function refuseUnreadColumns(
  source: OpenSource,
  { mapping, isRead }: { mapping: Mapping; isRead: boolean },
): Promise<void> {
  const { driver, called } = source;
  if (called && isRead) {
    const offered = [idColumn, groupsColumn, ...(await called.driver.attributes(called.access))];
    const unknown = columnsOf(mapping).filter((name) => !offered.includes(name));
    if (unknown.length > 0) throw new AppError('conflict', called.driver.lacks(unknown));
    return;
  }
  const { untold, people } = reachOf(source, mapping, await findKnown(source));
  if (untold.length === 0) return;
  const sentence = called ? say('source.untold', { attributes: untold, people: people ?? 0 }) : driver.lacks(untold);
  throw new AppError('conflict', sentence);
}
