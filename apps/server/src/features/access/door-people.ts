import { doorPeopleList } from '@key2xs/contract';
import { explainAccess, type GrantReason, personsOf } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import { peopleSource } from '../people/service';
import { refuseUnknown } from './refuse-unknown';

type DoorPeople = {
  /** Everybody who may open the door at some moment, with the rules behind it; people of one row share theirs. */
  reasons: ReadonlyMap<string, readonly GrantReason[]>;
};

/**
 * People who may open a cylinder. Who they are comes from the access index; the database searches, sorts and pages them.
 * @throws AppError not_found for a cylinder that no plan could name, past_not_kept
 */
export async function doorPeopleSource(
  { access, db }: Pick<Deps, 'access' | 'db'>,
  { params: { cylinder_id }, query: { at } }: Wanted<typeof doorPeopleList>,
) {
  const { reasons } = await findDoorPeople({ access, db }, cylinder_id, at);
  const isOpen = (id: string) => reasons.get(id)?.some((reason) => reason.open_now) ?? false;
  const among = (ids: readonly string[]) => sql<boolean>`person.id = any(${ids}::uuid[])`;
  const everybody = [...reasons.keys()];
  return listSource(doorPeopleList, (db) => db.selectFrom('person').where(among(everybody)))({
    resource: 'access',
    show: (people) =>
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
    id: 'person.id',
    filters: {
      at: () => null,
      department: 'department',
      job_title: 'job_title',
      open_now: (wanted) => among(everybody.filter((id) => isOpen(id) === wanted)),
    },
    search: peopleSource.search,
    sorts: {
      display_name: 'display_name',
      department: 'department',
      job_title: 'job_title',
      employee_id: 'employee_id',
    },
    present: (person) => ({
      ...person,
      open_now: isOpen(person.id),
      reasons: (reasons.get(person.id) ?? []).map(({ matched: _, path: __, windows, ...reason }) => {
        return { ...reason, windows: [...windows] };
      }),
    }),
    cells: {
      because: ({ reasons: because }) => [...new Set(because.map((reason) => reason.rule_name))].join('; '),
    },
  });
}

async function findDoorPeople(
  { access, db }: Pick<Deps, 'access' | 'db'>,
  cylinderId: string,
  at: string | undefined,
): Promise<DoorPeople> {
  const { index, ...moment } = await access.at(at);
  const cylinder = index.doors.numberOf.get(cylinderId);
  if (cylinder === undefined || !index.doors.facts[cylinder]) {
    await refuseUnknown(db, moment, 'cylinder', cylinderId);
    return { reasons: new Map() };
  }
  const epochMs = Date.parse(moment.at);
  const ofRow = new Map<number, readonly GrantReason[]>();
  const reasons = new Map<string, readonly GrantReason[]>();
  for (const person of personsOf(index, cylinder)) {
    const row = index.people.rowOf[person] ?? 0;
    const shared = ofRow.get(row) ?? explainAccess(index, { person, cylinder, epochMs });
    ofRow.set(row, shared);
    reasons.set(index.people.ids[person] ?? '', shared);
  }
  return { reasons };
}
