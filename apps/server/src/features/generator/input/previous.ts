import { foldText, type PreviousSuggestion } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { intsOfBytes, unpackIds } from '../packing';
import type { Crowd } from './crowd';
import type { Doors } from './doors';

/** What an earlier run has suggested, in the people and doors of this one. */
export async function readPrevious(
  tx: Db,
  runId: string | null,
  { crowd, doors }: { crowd: Crowd; doors: Doors },
): Promise<PreviousSuggestion[]> {
  if (runId === null) return [];
  const data = await tx
    .selectFrom('generator_data')
    .select(['people', 'cylinders'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!data) return [];
  const personOf = numbering(unpackIds(data.people), crowd.numberOf, crowd.outside);
  const doorOf = numbering(unpackIds(data.cylinders), doors.numberOf, doors.ids.length);
  const rows = await tx
    .selectFrom('generator_suggestion')
    .select(['id', 'conditions', 'people', 'cylinders', 'pinned'])
    .where('run_id', '=', runId)
    .where('decision', '!=', 'rejected')
    .orderBy('position')
    .execute();
  return rows.flatMap(({ id, conditions: written, people, cylinders, pinned }) => {
    const conditions = written.flatMap((condition) => conditionOf(crowd, condition));
    if (conditions.length < written.length) return []; // no one has that value any more
    return { id, conditions, people: renumber(people, personOf), cylinders: renumber(cylinders, doorOf), pinned };
  });
}

/** From numbers of the earlier run to those of this one; -1: gone. */
function numbering(ids: readonly string[], numberOf: ReadonlyMap<string, number>, end: number): Int32Array {
  return Int32Array.from(ids, (id) => {
    const number = numberOf.get(id) ?? -1;
    return number < end ? number : -1;
  });
}

const renumber = (bytes: Buffer, numberOf: Int32Array): Int32Array =>
  intsOfBytes(bytes)
    .map((old) => numberOf[old] ?? -1)
    .filter((number) => number >= 0)
    .sort();

function conditionOf({ attributes }: Crowd, { attribute: name, value: shown }: { attribute: string; value: string }) {
  const attribute = attributes.findIndex((one) => one.name === name);
  const key = name === 'group' ? shown : foldText(shown);
  const value = attributes[attribute]?.keys.indexOf(key) ?? -1;
  return value < 0 ? [] : [{ attribute, value }];
}
