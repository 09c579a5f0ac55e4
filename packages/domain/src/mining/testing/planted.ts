import { type AccessRelation, relationOfRows } from '../access-relation';
import { randomOf, shuffle } from '../random';

export type Planting = {
  profiles: number;
  /** At least as many as profiles. */
  people: number;
  /** Likewise. */
  cylinders: number;
  /** Cylinders of a profile beside its own one, and profiles of a person, at most. */
  maxCylinders: number;
  maxProfiles: number;
  seed: number;
};

/**
 * Access that needs exactly as many profiles as were planted: each has a cylinder of its own and a person with nothing else, and
 * no two of these grants fit into one profile.
 */
export function plantedRelation(planting: Planting): AccessRelation {
  const { profiles, people, cylinders, maxCylinders, maxProfiles, seed } = planting;
  const random = randomOf(seed);
  const numbers = (count: number) => {
    const list = Int32Array.from({ length: count }, (_, at) => at);
    shuffle(list, random);
    return list;
  };
  const cylinderAt = numbers(cylinders);
  const planted = Array.from({ length: profiles }, (_, own) => {
    const list = [cylinderAt[own] ?? 0];
    const more = cylinders === profiles ? 0 : random.below(maxCylinders + 1);
    for (let at = 0; at < more; at++) list.push(cylinderAt[profiles + random.below(cylinders - profiles)] ?? 0);
    return list;
  });
  const rows: number[][] = Array.from({ length: people }, () => []);
  numbers(people).forEach((person, at) => {
    const row = rows[person];
    if (at < profiles) row?.push(...(planted[at] ?? []));
    else
      for (let more = random.below(maxProfiles) + 1; more > 0; more--)
        row?.push(...(planted[random.below(profiles)] ?? []));
  });
  return relationOfRows(cylinders, rows);
}
