import type { ProfileBlock } from '../../access-relation';

/** One side of all profiles: the list of each, and how much each number in it counts. */
export type Side = { lists: Int32Array[]; weights: Int32Array };

/** Profiles by side: profile n has the people `people.lists[n]` and the cylinders `cylinders.lists[n]`. */
export type LinkedProfiles = { people: Side; cylinders: Side };

export function linkedProfiles(
  blocks: readonly ProfileBlock[],
  weights: { people: Int32Array; cylinders: Int32Array },
): LinkedProfiles {
  return {
    people: { lists: blocks.map(({ people }) => people), weights: weights.people },
    cylinders: { lists: blocks.map(({ cylinders }) => cylinders), weights: weights.cylinders },
  };
}

/** Without profiles that have no people or no cylinders left. */
export const blocksOf = ({ people, cylinders }: LinkedProfiles): ProfileBlock[] =>
  people.lists
    .map((list, at) => ({ people: list, cylinders: cylinders.lists[at] ?? new Int32Array(0) }))
    .filter((block) => block.people.length > 0 && block.cylinders.length > 0);

/** Links of people and of cylinders with profiles. */
export const countLinks = ({ people, cylinders }: LinkedProfiles): number => weigh(people) + weigh(cylinders);

function weigh({ lists, weights }: Side): number {
  let sum = 0;
  for (const list of lists) for (const number of list) sum += weights[number] ?? 0;
  return sum;
}
