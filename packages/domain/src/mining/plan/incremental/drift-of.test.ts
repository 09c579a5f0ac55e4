import { expect, test } from 'vitest';
import { runToEnd } from '../../../run-to-end';
import { relationOfRows, rowOf } from '../../access-relation';
import { randomOf } from '../../random';
import { generateCampus } from '../../testing/campus';
import { campusOf600 } from '../../testing/campus-sizes';
import { inputOf } from '../../testing/mining-input';
import { minePlan } from '../mine-plan';
import type { MinedCondition, MiningAttribute } from '../mining-input';
import { indexPlan } from './cover-person';
import { driftOf } from './drift-of';

const settings = { seed: 1, mode: 'rules_first', generosity: 0, minPeople: 3, maxSuggestions: 5_000 } as const;
const changes = 1_000;

test('after 1,000 random changes a plan that stays as it is covers as much as a new one, and needs no more profiles', () => {
  const campus = generateCampus({ ...campusOf600, missing: 0, extra: 0, seed: 5 });
  const random = randomOf(7);
  const attributes = campus.attributes.map(({ labels: keys, ...one }) => ({ ...one, keys }) as MiningAttribute);
  const before = runToEnd(minePlan(inputOf(campus.relation, { attributes }), settings, { proves: false }));
  const rows = Array.from({ length: campusOf600.people }, (_, person) => [...rowOf(campus.relation, person)]);
  const values = attributes.map(({ start, list }) =>
    rows.map((_, person) => [...list.subarray(start[person], start[person + 1])]),
  );
  for (let n = 0; n < changes; n++) {
    const person = random.below(rows.length);
    const other = random.below(rows.length);
    const kind = random.below(10);
    // Mostly people join as, or become, what others are; some rights come and go by themselves.
    if (kind < 4) {
      rows.push([...(rows[other] ?? [])]);
      for (const of of values) of.push([...(of[other] ?? [])]);
    } else if (kind < 7) {
      rows[person] = [...(rows[other] ?? [])];
      for (const of of values) of[person] = [...(of[other] ?? [])];
    } else if (kind < 9) {
      rows[person] = [];
      for (const of of values) of[person] = [];
    } else {
      rows[person] = [...new Set([...(rows[person] ?? []), random.below(campusOf600.cylinders)])];
    }
  }
  const relation = relationOfRows(campusOf600.cylinders, rows);
  const now = attributes.map((attribute, n) => ({ ...attribute, ...packed(values[n] ?? []) }));
  const has = (person: number, { attribute, value }: MinedCondition) =>
    values[attribute]?.[person]?.includes(value) ?? false;
  const drift = driftOf(indexPlan(before.suggestions), relation, has);
  const anew = runToEnd(minePlan(inputOf(relation, { attributes: now }), settings));
  expect(drift.covered / drift.rights).toBeGreaterThan(anew.figures.coverage - 0.01);
  expect(drift.gained).toBe(0);
  const [kept, fresh] = [drift.rules + drift.profiles, anew.suggestions.length];
  expect(kept).toBeLessThanOrEqual(fresh * 1.02);
  expect(kept - anew.figures.lower_bound).toBeLessThanOrEqual((fresh - anew.figures.lower_bound) * 1.02);
});

function packed(values: readonly number[][]) {
  const start = new Int32Array(values.length + 1);
  values.forEach((list, person) => {
    start[person + 1] = (start[person] ?? 0) + list.length;
  });
  return { start, list: Int32Array.from(values.flat()) };
}
