import { expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { relationOfRows } from '../access-relation';
import { inputOf, someInput } from '../testing/mining-input';
import { driftingProfiles } from './findings/drifting-profiles';
import { grantsOf } from './grants-of';
import { minePlan } from './mine-plan';
import type { MiningSettings } from './mining-input';
import { chooseAmong, maxChoices, planChoices, transitionTo } from './plan-choices';
import { namePartsOf } from './suggestion-place';

const settings: MiningSettings = { seed: 1, mode: 'rules_first', generosity: 0, minPeople: 3, maxSuggestions: 100 };

test('of plans to choose from none is as good as another and worse in one figure', () => {
  const input = someInput(2, 36, 20);
  const all = runToEnd(planChoices({ input, settings, today: [] }));
  const choices = chooseAmong(all);
  expect(choices).toContain(all[0]);
  expect(all.length).toBeGreaterThan(maxChoices);
  expect(choices.length).toBeGreaterThan(1);
  expect(choices.length).toBeLessThanOrEqual(maxChoices);
  expect(choices.map(({ profiles }) => profiles)).toEqual(
    choices.map(({ profiles }) => profiles).sort((a, b) => a - b),
  );
  for (const one of choices) {
    for (const other of choices) {
      if (other === one || one === all[0] || other === all[0]) continue;
      const figures = ['profiles', 'links', 'single', 'additions'] as const;
      const isWorseNowhere =
        figures.every((figure) => one[figure] <= other[figure]) &&
        one.transition.people.length <= other.transition.people.length;
      expect(isWorseNowhere).toBe(false);
    }
  }
});

test('a part of a plan leaves the rights of the other suggestions single', () => {
  const input = someInput(2, 36, 20);
  const [whole, ...others] = runToEnd(planChoices({ input, settings, today: [] }));
  const parts = others.filter(({ part }) => part !== null);
  expect(parts.length).toBeGreaterThan(0);
  for (const { part, suggestions, single, transition } of parts) {
    expect(suggestions).toEqual(whole?.suggestions.slice(0, part?.suggestions));
    const left = whole?.suggestions.slice(part?.suggestions) ?? [];
    expect(single).toBe((whole?.single ?? 0) + left.reduce((sum, { explained }) => sum + explained, 0));
    expect(transition.people.length).toBeLessThanOrEqual(whole?.transition.people.length ?? 0);
  }
});

test('from a plan to itself nothing changes; people of another profile do', () => {
  const input = someInput(2, 36, 20);
  const plan = runToEnd(minePlan(input, settings, { proves: false }));
  const today = plan.suggestions.flatMap((suggestion) => grantsOf(input.relation, suggestion, true));
  expect(transitionTo(input, plan, today).people).toEqual(Int32Array.of());
  const gone = today[0];
  expect(transitionTo(input, plan, today.slice(1)).people).toEqual(gone?.people);
});

test('a profile drifts where most of its people share a value and some do not', () => {
  const values = [0, 0, 0, 0, 1, 0];
  const start = Int32Array.from({ length: values.length + 1 }, (_, n) => n);
  const department = { name: 'department' as const, values: 2, start, list: Int32Array.from(values), keys: ['a', 'b'] };
  const input = { attributes: [department], relation: relationOfRows(1, [[0], [0], [0], [0], [0], [0]]) };
  const profile = (...people: number[]) => ({ people: Int32Array.from(people), cylinders: Int32Array.of(0) });
  expect(driftingProfiles(input, [profile(0, 1, 2, 3, 5), profile(0, 1, 2, 3, 4), profile(3, 4)])).toEqual([
    { profile: 1, condition: { attribute: 0, value: 0 }, people: 4 },
  ]);
});

test('a name has the closest place of all cylinders', () => {
  const paths = [['Hospital', 'Surgery', 'Ward 3'], ['Hospital', 'Surgery'], ['Hospital', 'Laboratory'], []];
  const placeOf = (...cylinders: number[]) =>
    namePartsOf({ conditions: [], cylinders: Int32Array.from(cylinders) }, (cylinder) => paths[cylinder] ?? []).place;
  expect(placeOf(0)).toEqual(['Hospital', 'Surgery', 'Ward 3']);
  expect(placeOf(0, 1)).toEqual(['Hospital', 'Surgery']);
  expect(placeOf(0, 1, 2)).toEqual(['Hospital']);
  expect(placeOf(0, 3)).toEqual([]);
});

test('without people there is nothing to choose from', () => {
  const input = inputOf(relationOfRows(2, []));
  const [only, ...more] = chooseAmong(runToEnd(planChoices({ input, settings, today: [] })));
  expect([only?.profiles, more]).toEqual([0, []]);
});
