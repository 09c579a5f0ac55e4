import type { SuggestionDetail } from '@key2xs/contract';
import { rowOf } from '@key2xs/domain';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';
import { listPlaces } from '../../plans/service';
import { miningSettings } from '../miner';
import { intsOfBytes } from '../packing';
import { presentSuggestion } from '../present-suggestion';
import { findRun } from '../run-queries';
import { alternativesOf } from './alternatives';
import { readRunData } from './run-data';
import { additionsOf, type SuggestionRow } from './suggestion-rows';

const maxListed = 500;

/** A suggestion with people and doors by name; those who lack most come first. @throws AppError not_found */
export async function describeSuggestion(reader: Reader, id: string, suggestion_id: string): Promise<SuggestionDetail> {
  const row = await reader.db
    .selectFrom('generator_suggestion')
    .selectAll()
    .where('run_id', '=', id)
    .where('id', '=', suggestion_id)
    .executeTakeFirst();
  if (!row) throw notFound('generator_suggestion');
  const data = await readRunData(reader.db, id);
  const { people, cylinders, mining } = data;
  const run = await findRun(reader.db, id);
  const counts = countHeld(mining.relation, row);
  return {
    ...presentSuggestion(row),
    people_listed: await namePeople(reader, top(counts.missing, people)),
    doors_listed: await nameDoors(reader, top(counts.gaining, cylinders), {
      holders: named(counts.holders, cylinders),
      isAccepted: row.additions_accepted,
    }),
    alternatives: run ? alternativesOf(data, miningSettings(run.settings, run.seed), row) : [],
  };
}

type Relation = Parameters<typeof rowOf>[0];

/** By number of the person or cylinder. `missing` counts doors that the suggestion gives the person. */
function countHeld(relation: Relation, row: SuggestionRow) {
  const [people, cylinders] = [intsOfBytes(row.people), intsOfBytes(row.cylinders)];
  const isIn = new Set(cylinders);
  const holders = new Map([...cylinders].map((cylinder) => [cylinder, 0]));
  const missing = new Map<number, number>();
  for (const person of people) {
    const held = rowOf(relation, person).filter((cylinder) => isIn.has(cylinder));
    for (const cylinder of held) holders.set(cylinder, (holders.get(cylinder) ?? 0) + 1);
    missing.set(person, cylinders.length - held.length);
  }
  const gaining = new Map([...cylinders].map((cylinder) => [cylinder, 0]));
  for (const cylinder of additionsOf(row).cylinders) gaining.set(cylinder, (gaining.get(cylinder) ?? 0) + 1);
  return { holders, missing, gaining };
}

const named = (counts: ReadonlyMap<number, number>, ids: readonly string[]) =>
  new Map([...counts].map(([number, count]) => [ids[number] ?? '', count]));

/** Those with most first; by id. */
const top = (counts: ReadonlyMap<number, number>, ids: readonly string[]) =>
  new Map([...named(counts, ids)].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).slice(0, maxListed));

async function namePeople(
  reader: Reader,
  missing: ReadonlyMap<string, number>,
): Promise<SuggestionDetail['people_listed']> {
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name', 'employee_id', 'department', 'job_title'])
    .where(sql<boolean>`id = any(${[...missing.keys()]}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...missing].flatMap(([id, count]) => {
    const person = byId.get(id);
    return person ? [{ ...person, missing: count }] : [];
  });
}

type Counts = { holders: ReadonlyMap<string, number>; isAccepted: boolean };

async function nameDoors(
  reader: Reader,
  gaining: ReadonlyMap<string, number>,
  { holders, isAccepted }: Counts,
): Promise<SuggestionDetail['doors_listed']> {
  const doors = await listDoors(reader, [...gaining.keys()]);
  return [...gaining].flatMap(([id, count]) => {
    const door = doors.get(id);
    return door ? [{ ...door, holders: holders.get(id) ?? 0, gaining: isAccepted ? count : 0 }] : [];
  });
}

type Door = Omit<SuggestionDetail['doors_listed'][number], 'holders' | 'gaining'>;

/** Doors by id, with path and protection class of their place; those that are gone are left out. */
export async function listDoors(reader: Reader, ids: readonly string[]): Promise<Map<string, Door>> {
  const places = await listPlaces(reader);
  const rows = await reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'marking', 'location_id', shownName('cylinder').as('name')])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ location_id, ...door }) => {
      const { name: location_path = null, protection_class = null } = places.get(location_id ?? '') ?? {};
      return [door.id, { ...door, location_path, protection_class }];
    }),
  );
}
