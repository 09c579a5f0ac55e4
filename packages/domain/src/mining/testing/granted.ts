import { type AccessRelation, type ProfileBlock, relationOfRows } from '../access-relation';

/** What the profiles grant together, from each of their pairs. */
export function grantedBy(
  profiles: readonly ProfileBlock[],
  { people, cylinders }: Pick<AccessRelation, 'people' | 'cylinders'>,
): AccessRelation {
  const rows = Array.from({ length: people }, () => new Set<number>());
  for (const profile of profiles) {
    for (const person of profile.people) for (const cylinder of profile.cylinders) rows[person]?.add(cylinder);
  }
  return relationOfRows(
    cylinders,
    rows.map((row) => [...row]),
  );
}
