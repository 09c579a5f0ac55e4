import { type AccessRelation, type ProfileBlock, rowOf } from '../access-relation';

/** Below it the people of a profile have so little in common that it describes them no longer. */
const minHeld = 0.8;

/** Profiles whose people no longer hold most of its cylinders; `held` is the share of the cells that they hold. */
export function driftingProfiles(
  relation: AccessRelation,
  profiles: readonly ProfileBlock[],
): { profile: number; held: number }[] {
  const isOfProfile = new Uint8Array(relation.cylinders);
  return profiles
    .map(({ people, cylinders }, profile) => {
      for (const cylinder of cylinders) isOfProfile[cylinder] = 1;
      let count = 0;
      for (const person of people) for (const cylinder of rowOf(relation, person)) count += isOfProfile[cylinder] ?? 0;
      for (const cylinder of cylinders) isOfProfile[cylinder] = 0;
      const cells = people.length * cylinders.length;
      return { profile, held: cells === 0 ? 1 : count / cells };
    })
    .filter(({ held }) => held < minHeld);
}
