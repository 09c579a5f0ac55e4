import { type DoorPerson, doorPeopleList, isOfValues, type Page } from '@key2xs/contract';
import { type AccessIndex, hasDoor, type PeopleOfDoors, pageOfPeople, placesAbove } from '@key2xs/domain';
import { type SelectQueryBuilder, sql } from 'kysely';
import { memoized } from '#platform/caches/memoized';
import type { Deps } from '#platform/deps';
import type { Wanted } from '#platform/list/list-query';
import type { ListSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { peopleLike } from '../../people/service';
import { unchangedSince } from '../live/allowed-since';
import { personThen } from '../person/person-then';
import type { Moment } from '../refuse-unknown';
import { type AccessSubject, findDoors } from './asked-doors';
import { describePeople, type PersonRow } from './describe-people';
import { addLayers } from './door-layers';
import { type PeopleOrders, peopleSorts } from './people-orders';
import { findRecordedOnly, recordedOfPast } from './recorded-only';
import { refuseAsked, refuseOutside } from './refuse-asked';

type Asking = Pick<Deps, 'access' | 'clock' | 'db'> & { orders: PeopleOrders; reader: Reader };
type Query = Wanted<typeof doorPeopleList>['query'];
type People = ReturnType<typeof personsIn>;
type PeopleTables =
  People extends SelectQueryBuilder<infer DB extends { person: object }, 'person', object> ? DB : never;
type Rows = ListSource<typeof doorPeopleList, PeopleTables, 'person', ShownPerson>;
/** What a list of people is made of, whatever it is asked of. */
type DoorPeople = {
  from: () => People;
  people: Omit<Rows, 'list' | 'from' | 'cells'> & { cells: { because: (person: Because) => string } };
};

/**
 * The rows of any list of people who may open something, and what is shown of them.
 * @throws AppError not_found for what no plan could name, past_not_kept
 */
export async function findDoorPeople(asking: Asking, asked: AccessSubject, query: Query): Promise<DoorPeople> {
  const { reader } = asking;
  await refuseOutside(reader, asked);
  const { index, ...moment } = await asking.access.at(query.at, reader);
  const found = findDoors(index, asked, Date.parse(moment.at));
  const placed = findPeople(asking, index, { asked, moment, query });
  if (!found) await refuseAsked(reader, asked, moment);
  if (query.layer !== 'recorded_only') return placed;
  if (moment.as_of === 'past') throw recordedOfPast();
  return recordedOnly(reader, await findRecordedOnly(asking, reader, asked), moment);
}

type Listed = { asked: AccessSubject; moment: Moment; query: Query };

/** Who they are comes from the access index; the database searches and shows them, and sorts where no order is kept. */
function findPeople(
  { access, orders, reader }: Asking,
  index: AccessIndex,
  { asked, moment, query }: Listed,
): DoorPeople {
  const { at, as_of } = moment;
  const { doors, people } = findDoors(index, asked, Date.parse(at)) ?? { doors: [], people: [] };
  const wanted = people.filter(({ open_now }) => query.open_now === undefined || query.open_now === open_now);
  const { ids } = index.people;
  const found = new Map<string, PeopleOfDoors>();
  const add = (listed: Iterable<[person: number, PeopleOfDoors]>) => {
    for (const [person, row] of listed) found.set(ids[person] ?? '', row);
    return found.keys();
  };
  const isNarrowed = [query.search, query.department, query.job_title].some(Boolean);
  const sort = query.sort ?? doorPeopleList.usual;
  const order = isNarrowed || as_of === 'past' ? undefined : orders(index, sort.replace('-', ''));
  const part = order && { order, isDescending: sort.startsWith('-') };
  const epochMs = Date.parse(at);
  const isPast = as_of === 'past';
  const areAll = isOfValues(asked.of);
  const placesAbove = placesOf(index, doors);
  const because = memoized((reasons: PeopleOfDoors['reasons']) =>
    reasons.map((one) => ({ ...one, windows: [...one.windows] })),
  );
  const seen = reader.viewer.scope === null ? undefined : new Set(index.doors.ids.filter((id) => hasDoor(index, id)));
  const layers = { descriptions: access.descriptions, doors, areAll, seen, found, isPast, placesAbove, epochMs };
  return {
    from: () => personsIn(reader, add(everybody(wanted))),
    people: {
      ...shown((rows) => addLayers(rows, layers), moment, { isDated: doors.length === 1 && !isPast }),
      present: (person: ShownPerson) => {
        const { doors = 0, open_now = false, reasons = none } = found.get(person.id) ?? {};
        return { ...person, doors, open_now, reasons: because(reasons) };
      },
      ...(part && {
        pageKnown: async (page: Page) => {
          const listed = [...add(pageOfPeople(wanted, { ...part, ...page }))];
          return addLayers(await describePeople(access.descriptions, listed), layers);
        },
      }),
      ...(!isNarrowed && { total: wanted.reduce((sum, { people }) => sum + people.length, 0) }),
    },
  };
}

const none: readonly never[] = [];

/** The rows of those who are recorded and may not open, by person for how many doors. */
function recordedOnly(reader: Reader, found: ReadonlyMap<string, number>, moment: Moment): DoorPeople {
  const layers = { recorded: 'differs' as const, since: null };
  return {
    from: () => personsIn(reader, found.keys()),
    people: {
      ...shown(async (rows) => rows.map((row) => ({ ...row, ...layers })), moment),
      present: (person: ShownPerson) => ({ ...person, doors: found.get(person.id) ?? 0, open_now: false, reasons: [] }),
    },
  };
}

function* everybody(found: readonly PeopleOfDoors[]): Generator<[person: number, PeopleOfDoors]> {
  for (const row of found) for (const person of row.people) yield [person, row];
}

/** As one text: quoting each id of thousands takes longer than asking for them. */
const personsIn = (reader: Reader, ids: Iterable<string>) =>
  reader.db.selectFrom(peopleOf(reader)).where(sql<boolean>`person.id = any(${`{${[...ids].join()}}`}::uuid[])`);

/** The places above a door that is asked about alone. */
function placesOf({ doors }: AccessIndex, [door, ...others]: readonly string[]): string[] {
  const number = others.length === 0 && door !== undefined ? doors.numberOf.get(door) : undefined;
  const facts = number === undefined ? undefined : doors.facts[number];
  return facts ? placesAbove(doors, facts.location_id).map(({ id }) => id) : [];
}

type Add = (rows: PersonRow[]) => Promise<ShownPerson[]>;

/**
 * What is asked of people and shown of them, as they were at the moment: people who could open something in the past were active.
 * @param isDated whether it is asked since when nothing of them has changed
 */
function shown(add: Add, moment: Moment, { isDated = false } = {}) {
  const department = personThen(moment, 'department');
  const job_title = personThen(moment, 'job_title');
  return {
    resource: 'access' as const,
    show: (people: SelectQueryBuilder<PeopleTables, 'person', object>) => {
      const rows = people
        .innerJoin('iam_connection', 'iam_connection.id', 'person.connection_id')
        .select([
          'person.id',
          'person.connection_id',
          'iam_connection.name as connection_name',
          'employee_id',
          'display_name',
          department.as('department'),
          job_title.as('job_title'),
          (moment.as_of === 'past' ? sql<boolean>`true` : sql<boolean>`active`).as('active'),
          (isDated ? unchangedSince : sql<Date | null>`null::timestamptz`).as('unchanged_since'),
        ]);
      return { execute: async () => add(await rows.execute()) };
    },
    id: peopleSorts.id,
    filters: {
      at: () => null,
      layer: () => null,
      department,
      job_title,
      open_now: () => null, // found by it, as by the two above
    },
    search: peopleLike,
    sorts: { ...peopleSorts.sorts, department, job_title },
    cells: {
      because: ({ reasons }: Because) => [...new Set(reasons.map(({ rule_name }) => rule_name))].join('; '),
    },
  };
}

type Because = { reasons: readonly { rule_name: string }[] };
type ShownPerson = Omit<DoorPerson, 'doors' | 'open_now' | 'reasons'>;
