import { expect, test } from 'vitest';
import { runToEnd } from '../../../run-to-end';
import { rowOf } from '../../access-relation';
import { someInput } from '../../testing/mining-input';
import { minePlan } from '../mine-plan';
import { coverPerson, indexPlan } from './cover-person';

test('a person is covered by the rules and by profiles that fit, exactly but for what rules give newly', () => {
  const input = someInput(1, 36, 20);
  const settings = { seed: 1, mode: 'rules_first', generosity: 0, minPeople: 3, maxSuggestions: 100 } as const;
  const { suggestions } = runToEnd(minePlan(input, settings, { proves: false }));
  const index = indexPlan(suggestions);
  let covered = 0;
  for (let person = 0; person < input.relation.people; person++) {
    const row = rowOf(input.relation, person);
    const cover = coverPerson(index, {
      has: ({ attribute, value }) => input.attributes[attribute]?.list[person] === value,
      cylinders: row,
    });
    // Rules of the plan give nothing new to the people that it was mined from.
    expect(cover.gained).toEqual([]);
    const given = [
      ...cover.rules.flatMap((position) => [...(suggestions[position]?.core ?? [])]),
      ...cover.profiles.flatMap((position) => [...(suggestions[position]?.cylinders ?? [])]),
    ];
    expect([...new Set([...given, ...cover.single])].sort((a, b) => a - b)).toEqual([...row]);
    covered += given.length;
  }
  expect(covered).toBeGreaterThan(0);
  const [rule] = index.rules.map((position) => suggestions[position]).filter((one) => (one?.core.length ?? 0) > 0);
  const newcomer = coverPerson(index, {
    has: (condition) => rule?.conditions.includes(condition) ?? false,
    cylinders: Int32Array.of(),
  });
  expect(newcomer.gained).toEqual(expect.arrayContaining([...(rule?.core ?? [])]));
  expect(newcomer.profiles).toEqual([]);
});
