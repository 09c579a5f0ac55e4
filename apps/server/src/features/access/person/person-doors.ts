import { type PersonDoor, personDoorList } from '@key2xs/contract';
import { evaluateAccess } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { cylinderLike, shownName } from '#platform/door-names';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { refuseUnknown } from '../refuse-unknown';
import { onePerRule } from './compare-people';

type Opens = Pick<PersonDoor, 'open_now' | 'reasons'>;

/** The doors of one person, from the access index. @throws AppError not_found, past_not_kept */
export async function personDoorSource(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  { params: { person_id }, query: { at, open_now, search } }: Wanted<typeof personDoorList>,
) {
  const { index, ...moment } = await access.at(at, reader);
  const found = new Map<string, Opens>();
  for (const grant of evaluateAccess(index, person_id, moment.at)) {
    if (open_now !== undefined && grant.open_now !== open_now) continue;
    found.set(grant.cylinder_id, { open_now: grant.open_now, reasons: onePerRule(grant.reasons) });
  }
  if (!index.people.numberOf.has(person_id)) await refuseUnknown(reader, moment, 'person', person_id);
  const ids = `{${[...found.keys()].join()}}`;
  return listSource(personDoorList, (db) =>
    db.selectFrom(doorsOf(reader)).where(sql<boolean>`cylinder.id = any(${ids}::uuid[])`),
  )({
    resource: 'access',
    show: (doors) => doors.select(['cylinder.id', 'marking', shownName('cylinder').as('name'), 'location']),
    id: 'cylinder.id',
    filters: { at: () => null, open_now: () => null }, // found by them
    search: (pattern) => cylinderLike('cylinder', pattern),
    sorts: { marking: 'marking', name: shownName('cylinder'), location: 'location' },
    ...(!search && { total: found.size }),
    present: (door) => ({ ...door, ...(found.get(door.id) ?? { open_now: false, reasons: [] }) }),
    cells: { because: ({ reasons }) => reasons.map(({ rule_name }) => rule_name).join('; ') },
  });
}
