import { type ProfileBlock, rowOf } from '../../access-relation';
import type { MinedCondition, MiningInput } from '../mining-input';

/** Of fewer people nothing is usual. */
const minPeople = 5;
/** The share of people with a value that makes it what a profile is about. */
const minShare = 0.7;

export type DriftingProfile = {
  /** Position of the profile. */
  profile: number;
  /** What most of its people share. */
  condition: MinedCondition;
  /** How many do; the others do not. */
  people: number;
};

/** Profiles most of whose people share a department or a job title, and some no longer do: where all share one, nothing drifts. */
export function driftingProfiles(
  { attributes, relation }: Pick<MiningInput, 'attributes' | 'relation'>,
  profiles: readonly ProfileBlock[],
): DriftingProfile[] {
  return profiles.flatMap(({ people }, profile) => {
    if (people.length < minPeople) return [];
    const shared = attributes.flatMap(({ name, start, list, values }, attribute) => {
      if (name === 'group') return [];
      const counts = new Int32Array(values);
      const known = { people: relation.people, cylinders: values, start, list };
      for (const person of people) for (const value of rowOf(known, person)) counts[value] = (counts[value] ?? 0) + 1;
      return [...counts].map((count, value) => ({ condition: { attribute, value }, people: count }));
    });
    const [most] = shared.sort((a, b) => b.people - a.people);
    if (!most || most.people === people.length || most.people < minShare * people.length) return [];
    return [{ profile, ...most }];
  });
}
