import { isOfValues } from '@key2xs/contract';
import { cylindersOf, hasBit, hasDoor, withinDates } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { listRecordedDoors } from '../../recorded/service';
import { type AccessSubject, listDoorIds, recordedAmong } from './asked-doors';

/**
 * People recorded in key systems for doors that they may not open, and how many: people who lost a right that has
 * not been taken from them, those who left included. Their keys may still open.
 */
export async function findRecordedOnly(
  { access, clock, db }: Pick<Deps, 'access' | 'clock' | 'db'>,
  reader: Reader,
  asked: AccessSubject,
): Promise<Map<string, number>> {
  const doors = isOfValues(asked.of) ? undefined : listDoorIds((await access.current(reader)).index, asked);
  const doorsOf = await listRecordedDoors(db, { doors, people: await recordedAmong(reader, asked) });
  const index = withinDates((await access.current(reader)).index, clock().getTime());
  const isRestricted = reader.viewer.scope !== null;
  const found = new Map<string, number>();
  for (const [person, recorded] of doorsOf) {
    const number = index.people.numberOf.get(person);
    if (number === undefined && isRestricted) continue;
    const may = number === undefined ? undefined : cylindersOf(index, number);
    const mayOpen = (door: string) => may !== undefined && hasBit(may, index.doors.numberOf.get(door) ?? -1);
    const tooMany = [...recorded].filter((door) => !mayOpen(door) && (!isRestricted || hasDoor(index, door))).length;
    if (tooMany > 0) found.set(person, tooMany);
  }
  return found;
}

/** Of known people. */
export async function countRecordedOnly(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  reader: Reader,
  asked: AccessSubject,
): Promise<number> {
  const ids = [...(await findRecordedOnly(deps, reader, asked)).keys()];
  return ids.length === 0 ? 0 : countPeople(reader, ids);
}

async function countPeople(reader: Reader, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${peopleOf(reader)} where id = any(${`{${ids.join()}}`}::uuid[])`.execute(
    reader.db,
  );
  return rows[0]?.count ?? 0;
}

/** Past doors of profiles are not stored, so this is unknown. */
export const recordedOfPast = () => new AppError('past_not_kept', say('memory.recordedOfPast'));
