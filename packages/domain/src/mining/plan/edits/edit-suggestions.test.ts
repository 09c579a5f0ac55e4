import { expect, test } from 'vitest';
import { runToEnd } from '../../../run-to-end';
import { someInput } from '../../testing/mining-input';
import { minePlan } from '../mine-plan';
import type { MinedPlan } from '../mined-plan';
import type { MiningSettings } from '../mining-input';
import { planOf } from '../plan-of';
import type { SuggestionDraft } from '../suggest';
import {
  changeConditions,
  mergeSuggestions,
  pinSuggestion,
  splitSuggestion,
  takeOutCylinders,
} from './edit-suggestions';

const input = someInput(1, 36, 20);
const settings: MiningSettings = { seed: 1, mode: 'rules_first', generosity: 2, minPeople: 3, maxSuggestions: 100 };
const plan = runToEnd(minePlan(input, settings));
const wide = plan.suggestions.find(({ kind, cylinders }) => kind === 'rule' && cylinders.length > 1);
const id = wide?.id ?? '';
const cylinders = wide?.cylinders.slice(0, 1) ?? Int32Array.of();

const after = (suggestions: readonly SuggestionDraft[] | null): MinedPlan =>
  planOf(input, settings, suggestions ?? [], plan);
const placed = ({ figures }: MinedPlan): number =>
  figures.by_rules + figures.by_profiles + figures.on_request + figures.single;

test('a split in two and its merger explain what the suggestion did', () => {
  const split = splitSuggestion(plan.suggestions, id, { id: 'second', cylinders });
  const two = after(split);
  expect(two.suggestions).toHaveLength(plan.suggestions.length + 1);
  expect(two.suggestions.find((suggestion) => suggestion.id === 'second')).toMatchObject({
    people: wide?.people,
    cylinders,
  });
  expect(two.figures.single).toBe(plan.figures.single);
  expect(after(mergeSuggestions(split ?? [], id, ['second']))).toMatchObject({
    suggestions: plan.suggestions,
    rights: plan.rights,
  });
  expect(splitSuggestion(plan.suggestions, id, { id: 'second', cylinders: Int32Array.of() })).toBeNull();
  const other = plan.suggestions.find((suggestion) => suggestion.kind !== wide?.kind)?.id ?? '';
  expect(mergeSuggestions(plan.suggestions, id, [other])).toBeNull();
});

test('cylinders taken out stay single rights, and say so', () => {
  const fewer = after(takeOutCylinders(plan.suggestions, id, cylinders));
  expect(placed(fewer)).toBe(plan.figures.rights);
  expect(fewer.figures.single).toBeGreaterThan(plan.figures.single);
  expect(fewer.suggestions.find((suggestion) => suggestion.id === id)?.cylinders).not.toContain(cylinders[0]);
  expect(fewer.figures.lower_bound).toBeLessThanOrEqual(plan.figures.lower_bound);
});

test('other conditions give other people, and the sums stay equal', () => {
  const changed = after(changeConditions(input, plan.suggestions, id, [{ attribute: 1, value: 0 }]));
  expect(placed(changed)).toBe(plan.figures.rights);
  expect(changed.suggestions.find((suggestion) => suggestion.id === id)?.people).not.toEqual(wide?.people);
  expect(changeConditions(input, plan.suggestions, id, [{ attribute: 1, value: 99 }])).toBeNull();
});

test('a pin changes nothing else', () => {
  expect(after(pinSuggestion(plan.suggestions, id, true)).figures).toEqual(plan.figures);
  expect(pinSuggestion(plan.suggestions, 'unknown', true)).toBeNull();
});
