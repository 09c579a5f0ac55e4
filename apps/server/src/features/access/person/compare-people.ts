import { accessComparison, type ComparedDoor } from '@key2xs/contract';
import { type AccessGrant, type AccessIndex, evaluateAccess } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { cylinderLike, shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';

type Reasons = ComparedDoor['person_reasons'];
type Compared = Pick<ComparedDoor, 'side' | 'person_reasons' | 'other_reasons'>;

/** Doors of two people side by side, from the access index. @throws AppError not_found */
export async function comparisonSource(
  { access, clock }: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  { query: { person_id, other_id, side, search } }: Wanted<typeof accessComparison>,
) {
  const { index } = await access.current(reader);
  const at = clock().toISOString();
  const found = new Map<string, Compared>();
  for (const [id, door] of compare(grantsOf(index, person_id, at), grantsOf(index, other_id, at))) {
    if (side === undefined || side === door.side) found.set(id, door);
  }
  const ids = `{${[...found.keys()].join()}}`;
  return listSource(accessComparison, (db) =>
    db.selectFrom(doorsOf(reader)).where(sql<boolean>`cylinder.id = any(${ids}::uuid[])`),
  )({
    resource: 'access',
    show: (doors) => doors.select(['cylinder.id', 'marking', shownName('cylinder').as('name'), 'location']),
    id: 'cylinder.id',
    filters: { person_id: () => null, other_id: () => null, side: () => null }, // found by them
    search: (pattern) => cylinderLike('cylinder', pattern),
    sorts: { marking: 'marking', name: shownName('cylinder'), location: 'location' },
    ...(!search && { total: found.size }),
    present: (door) => ({
      ...door,
      ...(found.get(door.id) ?? { side: 'both', person_reasons: [], other_reasons: [] }),
    }),
    cells: {
      person_because: ({ person_reasons }) => person_reasons.map(({ rule_name }) => rule_name).join('; '),
      other_because: ({ other_reasons }) => other_reasons.map(({ rule_name }) => rule_name).join('; '),
    },
  });
}

function grantsOf(index: AccessIndex, personId: string, at: string): AccessGrant[] {
  if (!index.people.numberOf.has(personId)) throw notFound('person');
  return evaluateAccess(index, personId, at);
}

function compare(first: readonly AccessGrant[], second: readonly AccessGrant[]): Map<string, Compared> {
  const [ofFirst, ofSecond] = [byDoor(first), byDoor(second)];
  const ids = new Set([...ofFirst.keys(), ...ofSecond.keys()]);
  return new Map(
    [...ids].map((id) => {
      const [person_reasons, other_reasons] = [ofFirst.get(id) ?? [], ofSecond.get(id) ?? []];
      const isBoth = ofFirst.has(id) && ofSecond.has(id);
      const side = isBoth ? 'both' : ofFirst.has(id) ? 'person' : 'other';
      return [id, { side, person_reasons, other_reasons }];
    }),
  );
}

const byDoor = (grants: readonly AccessGrant[]): Map<string, Reasons> =>
  new Map(grants.map(({ cylinder_id, reasons }) => [cylinder_id, onePerRule(reasons)]));

/** One reason a rule, whichever ways it leads to the door. */
export const onePerRule = (reasons: AccessGrant['reasons']) => [
  ...new Map(reasons.map((reason) => [reason.rule_id, { ...reason, windows: [...reason.windows] }])).values(),
];
