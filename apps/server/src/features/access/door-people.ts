import { type DoorPerson, doorPeopleList, groupPeopleList, locationPeopleList } from '@key2xs/contract';
import { type AccessIndex, type PeopleOfDoors, peopleOfDoors, placesBelow } from '@key2xs/domain';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Schema } from '#platform/schema/schema';
import { peopleSource } from '../people/service';
import { type Moment, refuseUnknown } from './refuse-unknown';

type Asking = Pick<Deps, 'access' | 'db'>;
type Query = Wanted<typeof doorPeopleList>['query'];

/** People who may open a cylinder. @throws AppError not_found for one that no plan could name */
export async function cylinderPeopleSource(asking: Asking, { params, query }: Wanted<typeof doorPeopleList>) {
  const { index, ...moment } = await asking.access.at(query.at);
  const number = index.doors.numberOf.get(params.cylinder_id);
  const isDoor = number !== undefined && index.doors.facts[number] !== undefined;
  const { from, people } = findPeople(index, isDoor ? [number] : [], { moment, query });
  if (!isDoor) await refuseUnknown(asking.db, moment, 'cylinder', params.cylinder_id);
  return listSource(doorPeopleList, from)(people);
}

/** People who may open a door of a group that is there. */
export async function groupPeopleSource(asking: Asking, { params, query }: Wanted<typeof groupPeopleList>) {
  const { index, ...moment } = await asking.access.at(query.at);
  const doors = [...(index.doors.groups.get(params.group_id) ?? [])];
  const { from, people } = findPeople(index, doors, { moment, query });
  return listSource(groupPeopleList, from)(people);
}

/** People who may open a door in a place or below it. @throws AppError not_found */
export async function locationPeopleSource(
  asking: Asking,
  { params: { location_id }, query }: Wanted<typeof locationPeopleList>,
) {
  const { index, ...moment } = await asking.access.at(query.at);
  if (!index.doors.locations.has(location_id)) throw notFound('location');
  const places = [...placesBelow(index.doors, location_id)];
  const doors = places.flatMap((place) => [...(index.doors.placed.get(place) ?? [])]);
  const { from, people } = findPeople(index, doors, { moment, query });
  return listSource(locationPeopleList, from)(people);
}

type Found = ReadonlyMap<string, PeopleOfDoors>;

/** Who they are comes from the access index; the database searches, sorts and pages them. */
function findPeople(index: AccessIndex, doors: readonly number[], { moment, query }: { moment: Moment; query: Query }) {
  const epochMs = Date.parse(moment.at);
  const wanted = peopleOfDoors(index, doors, epochMs).filter(
    ({ open_now }) => query.open_now === undefined || query.open_now === open_now,
  );
  const found = new Map<string, PeopleOfDoors>();
  for (const row of wanted) for (const person of row.people) found.set(index.people.ids[person] ?? '', row);
  // As one text: quoting each id of thousands takes longer than asking for them.
  const ids = `{${[...found.keys()].join()}}`;
  const isNarrowed = [query.search, query.department, query.job_title].some(Boolean);
  return {
    from: (db: Asked) => db.selectFrom('person').where(sql<boolean>`person.id = any(${ids}::text::uuid[])`),
    people: { ...shown(found), ...(!isNarrowed && { total: found.size }) },
  };
}

const shown = (found: Found) => ({
  resource: 'access' as const,
  show: (people: SelectQueryBuilder<Schema, 'person', object>) =>
    people
      .innerJoin('iam_connection', 'iam_connection.id', 'person.connection_id')
      .select([
        'person.id',
        'person.connection_id',
        'iam_connection.name as connection_name',
        'employee_id',
        'display_name',
        'department',
        'job_title',
      ]),
  id: 'person.id' as const,
  filters: {
    at: () => null,
    department: 'department' as const,
    job_title: 'job_title' as const,
    open_now: () => null, // found by it
  },
  search: peopleSource.search,
  sorts: {
    display_name: 'display_name' as const,
    department: 'department' as const,
    job_title: 'job_title' as const,
    employee_id: 'employee_id' as const,
  },
  present: (person: PersonRow) => {
    const { doors = 0, open_now = false, reasons = [] } = found.get(person.id) ?? {};
    return { ...person, doors, open_now, reasons: reasons.map((one) => ({ ...one, windows: [...one.windows] })) };
  },
  cells: {
    because: ({ reasons }: { reasons: readonly { rule_name: string }[] }) =>
      [...new Set(reasons.map(({ rule_name }) => rule_name))].join('; '),
  },
});

type Asked = Parameters<typeof peopleSource.from>[0];
type PersonRow = Omit<DoorPerson, 'doors' | 'open_now' | 'reasons'>;
