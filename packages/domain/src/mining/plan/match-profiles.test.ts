import { expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { relationOfRows } from '../access-relation';
import { inputOf } from '../testing/mining-input';
import type { HeldProfile } from './held-profile';
import { matchProfiles } from './match-profiles';
import { minePlan } from './mine-plan';

test('a suggestion means the free profile with its cylinders and hours, that of the same people first', () => {
  const input = inputOf(relationOfRows(3, [[0, 1], [0, 1], [0, 1], [2], [2], [2]]));
  const { suggestions } = runToEnd(
    minePlan(input, { seed: 1, mode: 'exact', generosity: 0, minPeople: 2, maxSuggestions: 10 }),
  );
  const profile = (
    id: string,
    people: number[],
    cylinders: number[],
    over: Partial<HeldProfile> = {},
  ): HeldProfile => ({
    id,
    name: id,
    people: Int32Array.from(people),
    cylinders: Int32Array.from(cylinders),
    hours: 0,
    isFree: true,
    ...over,
  });
  const named = (profiles: HeldProfile[]) =>
    [...matchProfiles(suggestions, profiles, () => 0)].map(
      ([
        at,
        {
          profile: { id },
          isSame,
        },
      ]) => [suggestions[at]?.cylinders.join(), id, isSame],
    );
  expect(named([profile('part', [0, 1], [0, 1]), profile('all', [0, 1, 2], [0, 1])])).toEqual([['0,1', 'all', true]]);
  expect(named([profile('part', [0, 1], [0, 1]), profile('more', [3, 4, 5, 0], [2])])).toEqual([
    ['2', 'more', false],
    ['0,1', 'part', false],
  ]);
  const others = [
    profile('other doors', [0, 1, 2], [0]),
    profile('other hours', [0, 1, 2], [0, 1], { hours: 1 }),
    profile('not free', [0, 1, 2], [0, 1], { isFree: false }),
    profile('few of its members', [0, 3, 4, 5], [0, 1]),
  ];
  expect(named(others)).toEqual([]);
});
