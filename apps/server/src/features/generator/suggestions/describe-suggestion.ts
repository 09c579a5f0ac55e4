import type { SuggestionDetail } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';
import { listPlaces } from '../../plans/service';
import { miningSettings } from '../mining/miner';
import { presentSuggestion } from '../present-suggestion';
import { findRun } from '../run-queries';
import type { DescribedBlock } from '../thread/describe-block';
import { workOnRun } from '../thread/run-work';
import { findSuggestion } from './suggestion-rows';

const maxListed = 500;

/** A suggestion with people and doors by name; those who lack most come first. @throws AppError not_found */
export async function describeSuggestion(
  deps: Pick<Deps, 'runner'>,
  reader: Reader,
  { id, suggestion_id, signal }: { id: string; suggestion_id: string; signal: AbortSignal },
): Promise<SuggestionDetail> {
  const row = await findSuggestion(reader.db, id, suggestion_id);
  const run = await findRun(reader.db, id);
  if (!run) throw notFound('generator_run');
  const order = { settings: miningSettings(run.settings, run.seed), row, maxListed };
  const work = { runner: deps.runner, db: reader.db };
  const { missing, doors, alternatives } = await workOnRun(work, 'describe', { id, order, signal });
  return {
    ...presentSuggestion(row, reader.language),
    people_listed: await namePeople(reader, missing),
    doors_listed: await nameDoors(reader, doors, row.additions_accepted),
    alternatives: alternatives.map(({ matching: _, ...alternative }) => alternative),
  };
}

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

async function nameDoors(
  reader: Reader,
  counted: DescribedBlock['doors'],
  isAccepted: boolean,
): Promise<SuggestionDetail['doors_listed']> {
  const doors = await listDoors(reader, [...counted.keys()]);
  return [...counted].flatMap(([id, { holders, gaining }]) => {
    const door = doors.get(id);
    return door ? [{ ...door, holders, gaining: isAccepted ? gaining : 0 }] : [];
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
