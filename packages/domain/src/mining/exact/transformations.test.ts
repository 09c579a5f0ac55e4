import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyPlan } from '../../../../../tools/lib/verify-plan/verify-plan.mjs';
import { runToEnd } from '../../run-to-end';
import { type AccessRelation, relationOfRows, transpose } from '../access-relation';
import { minedPlanFile } from '../file/mined-plan-file';
import { randomOf, shuffle } from '../random';
import { mineExact } from './mine-exact';

const numRuns = Number(process.env.KEY2XS_CASES ?? 20);

type Rows = number[][];

/** Few people and cylinders, so that a minimum is always proven; some equal, some that many have. */
const someRows: fc.Arbitrary<Rows> = fc
  .record({ cylinders: fc.integer({ min: 1, max: 9 }), people: fc.integer({ min: 1, max: 9 }) })
  .chain(({ cylinders, people }) =>
    fc.array(fc.uniqueArray(fc.nat(cylinders - 1), { maxLength: cylinders }), { minLength: people, maxLength: people }),
  );

const relationOfAll = (rows: Rows): AccessRelation => relationOfRows(Math.max(-1, ...rows.flat()) + 1, rows);

/** The fewest profiles, once the checker agrees that it is an exact cover and that there are no fewer. */
function minimum(relation: AccessRelation): number {
  const { profiles, lowerBound, proof } = runToEnd(mineExact(relation, { seed: 1 }));
  const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  const file = minedPlanFile({
    people: ids(relation.people),
    cylinders: ids(relation.cylinders),
    relation,
    profiles: profiles.map((profile, at) => ({ id: String(at), ...profile })),
    proof,
  });
  expect(verifyPlan(JSON.stringify(file)).failures).toEqual([]);
  expect(lowerBound).toBe(profiles.length);
  return profiles.length;
}

const minimumOf = (rows: Rows) => minimum(relationOfAll(rows));

function shuffled(count: number, seed: number): Int32Array {
  const numbers = Int32Array.from({ length: count }, (_, number) => number);
  shuffle(numbers, randomOf(seed));
  return numbers;
}

const property = (check: (rows: Rows, n: number) => void) =>
  fc.assert(
    fc.property(someRows, fc.nat(1_000), (rows, n) => check(rows, n)),
    { numRuns },
  );

test('proves the minimum of anything small', () => {
  property((rows) => {
    minimumOf(rows);
  });
});

test('has as many profiles with people and cylinders in another order, and with sides swapped', () => {
  property((rows, n) => {
    const before = minimumOf(rows);
    const [people, cylinders] = [shuffled(rows.length, n), shuffled(9, n + 1)];
    const others = Array.from(people, (person) => (rows[person] ?? []).map((cylinder) => cylinders[cylinder] ?? 0));
    expect(minimumOf(others)).toBe(before);
    expect(minimum(transpose(relationOfAll(rows)))).toBe(before);
  });
});

test('needs no more for a person or a cylinder that is like another', () => {
  property((rows, n) => {
    const before = minimumOf(rows);
    expect(minimumOf([...rows, rows[n % rows.length] ?? []])).toBe(before);
    const cylinder = rows.flat()[n % Math.max(1, rows.flat().length)] ?? 0;
    expect(minimumOf(rows.map((row) => (row.includes(cylinder) ? [...row, 20] : row)))).toBe(before);
  });
});

test('adds up for two parts that have nothing in common, and needs exactly one more for a grant apart', () => {
  fc.assert(
    fc.property(someRows, someRows, (rows, others) => {
      const both = minimumOf(rows) + minimumOf(others);
      expect(minimumOf([...rows, ...others.map((row) => row.map((cylinder) => cylinder + 10))])).toBe(both);
      expect(minimumOf([...rows, [30]])).toBe(minimumOf(rows) + 1);
    }),
    { numRuns },
  );
});

test('needs no more for a person who has what two profiles give, and never more without a person', () => {
  property((rows, n) => {
    const relation = relationOfAll(rows);
    const { profiles } = runToEnd(mineExact(relation, { seed: 1 }));
    const given = (at: number) => [...(profiles[at % Math.max(1, profiles.length)]?.cylinders ?? [])];
    expect(minimumOf([...rows, [...new Set([...given(n), ...given(n + 1)])]])).toBe(profiles.length);
    expect(minimumOf(rows.filter((_, at) => at !== n % rows.length))).toBeLessThanOrEqual(profiles.length);
  });
});
