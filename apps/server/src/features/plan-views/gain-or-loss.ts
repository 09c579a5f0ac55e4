import { gainOrLossList } from '@key2xs/contract';
import { type AccessChange, type AccessIndex, type Bits, listBits } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { shownName } from '#platform/door-names';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { peopleOf } from '../people/relation';
import { peopleLike } from '../people/service';
import { comparePlan } from '../plans/service';

const maxDoors = 100;

type Door = { id: string; marking: string; name: string };

/**
 * People who gain or lose doors between two sides of a plan. Who they are comes from the comparison; the database searches,
 * sorts and pages them.
 * @throws AppError not_found
 */
export async function gainOrLossSource(deps: Deps, reader: Reader, { params, query }: Wanted<typeof gainOrLossList>) {
  const { effect, after } = await comparePlan(deps, reader, params.keyplan_id, { from: query.from, to: query.to });
  const changeOf = changesByPerson(effect.changes, after);
  const doors = await listDoorsOf(reader, effect.changes, after);
  const named = (bits: Bits | undefined) => doorsIn(bits, after, doors);
  const among = (ids: readonly string[]) => sql<boolean>`person.id = any(${ids}::uuid[])`;
  const those = (part: 'gained' | 'lost') =>
    [...changeOf].flatMap(([id, change]) => (change[part].some(Boolean) ? [id] : []));
  return listSource(gainOrLossList, (db) => db.selectFrom(peopleOf(reader)).where(among([...changeOf.keys()])))({
    resource: 'access',
    show: (people) =>
      people.select(['person.id', 'person.connection_id', 'employee_id', 'display_name', 'department', 'job_title']),
    id: 'person.id',
    filters: {
      from: () => null,
      to: () => null,
      department: 'department',
      job_title: 'job_title',
      change: (wanted) => among(those(wanted === 'gains' ? 'gained' : 'lost')),
    },
    search: peopleLike,
    sorts: {
      display_name: 'display_name',
      department: 'department',
      job_title: 'job_title',
      employee_id: 'employee_id',
    },
    present: (person) => {
      const change = changeOf.get(person.id);
      const [gained, lost] = [named(change?.gained), named(change?.lost)];
      return {
        ...person,
        gained: gained.slice(0, maxDoors),
        lost: lost.slice(0, maxDoors),
        doors_gained: gained.length,
        doors_lost: lost.length,
      };
    },
    cells: {
      gained: ({ gained }) => gained.map(({ marking }) => marking).join('; '),
      lost: ({ lost }) => lost.map(({ marking }) => marking).join('; '),
    },
  });
}

function changesByPerson(changes: readonly AccessChange[], { people }: AccessIndex): Map<string, AccessChange> {
  return new Map(
    changes.flatMap((change) => change.persons.map((person) => [people.ids[person] ?? '', change] as const)),
  );
}

async function listDoorsOf(
  reader: Reader,
  changes: readonly AccessChange[],
  { doors }: AccessIndex,
): Promise<Map<string, Door>> {
  const numbers = new Set(changes.flatMap(({ gained, lost }) => [...listBits(gained), ...listBits(lost)]));
  const ids = [...numbers].map((number) => doors.ids[number] ?? '');
  const rows = await reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'marking', shownName('cylinder').as('name')])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function doorsIn(bits: Bits | undefined, { doors }: AccessIndex, named: ReadonlyMap<string, Door>): Door[] {
  if (!bits) return [];
  const found = [...listBits(bits)].flatMap((number) => named.get(doors.ids[number] ?? '') ?? []);
  return found.sort((a, b) => a.marking.localeCompare(b.marking));
}
