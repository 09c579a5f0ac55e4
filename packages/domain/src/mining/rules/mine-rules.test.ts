import { describe, expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { relationOf, rowOf } from '../access-relation';
import type { Generosity } from '../plan/mining-input';
import { generateCampus } from '../testing/campus';
import { campusOf600 } from '../testing/campus-sizes';
import { scoreRules } from '../testing/score-rules';
import { mineRules } from './mine-rules';
import { cylinderUse, type RulesInput } from './mined-rules';
import { attributeOf } from './person-attribute';

const inputOf = (
  { relation, attributes }: Pick<RulesInput, 'relation' | 'attributes'>,
  generosity: Generosity = 2,
): RulesInput => ({
  relation,
  attributes,
  policy: { mayAdd: () => true, addsAtAll: new Uint8Array(relation.cylinders).fill(1) },
  generosity,
  minPeople: 3,
});
const mine = (input: RulesInput) => runToEnd(mineRules(input, { seed: 1 }));

/** Cylinders 0 to 3 belong to the first ten of twenty people, 4 to 7 to the others. */
const twoTeams = {
  relation: relationOf(
    20,
    8,
    Array.from({ length: 80 }, (_, i) => [i >> 2, (i >= 40 ? 4 : 0) + (i & 3)] as const),
  ),
  attributes: [
    attributeOf(
      'department',
      Array.from({ length: 20 }, (_, i) => [i < 10 ? 'Surgery' : 'Laundry']),
    ),
  ],
};

describe('a campus of planted rules', () => {
  const noises = [
    [0, 0],
    [0.01, 0.02],
    [0.05, 0.05],
  ] as const;
  test.each(noises)('is found again with %f missing and %f extra', (missing, extra) => {
    const campus = generateCampus({ ...campusOf600, missing, extra, seed: 1 });
    const result = mine(inputOf(campus));
    const score = scoreRules(campus, result);
    expect(score.recall).toBeGreaterThanOrEqual(missing > 0.01 ? 0.9 : 0.97);
    expect(score.precision).toBeGreaterThanOrEqual(missing > 0.01 ? 0.9 : 0.93);
    expect(score.missingRecall).toBeGreaterThanOrEqual(0.95);
    expect(score.missingPrecision).toBeGreaterThanOrEqual(0.8);
    expect(score.extraRecall).toBeGreaterThanOrEqual(0.95);
    if (extra > 0) expect(score.extraPrecision).toBeGreaterThanOrEqual(0.95);
    const distractors = new Set([3, 4]);
    expect(
      result.rules.flatMap((rule) => rule.conditions.filter(({ attribute }) => distractors.has(attribute))),
    ).toEqual([]);
  });

  test('gives the same rules for the same seed, and of its grants none is explained and extra', () => {
    const campus = generateCampus({ ...campusOf600, missing: 0.05, extra: 0.05, seed: 2 });
    const result = mine(inputOf(campus));
    expect(mine(inputOf(campus))).toEqual(result);
    const { relation } = campus;
    const explained = new Set(
      result.rules.flatMap(({ people, cylinders, lacking }) =>
        [...cylinders].flatMap((cylinder, i) => {
          const lack = new Set(lacking.list.subarray(lacking.start[i], lacking.start[i + 1]));
          return [...people]
            .filter((person) => !lack.has(person))
            .map((person) => person * relation.cylinders + cylinder);
        }),
      ),
    );
    const extra = keysOf(result.extra);
    expect(explained.size).toBe(result.explained);
    expect(extra.filter((grant) => explained.has(grant))).toEqual([]);
    const held = new Set(keysOf(relation));
    expect([...explained, ...extra].filter((grant) => !held.has(grant))).toEqual([]);
  });

  test('has usable rules at any moment', () => {
    const campus = generateCampus({ ...campusOf600, missing: 0.01, extra: 0.02, seed: 1 });
    let [last, steps] = [0, 0];
    for (const { share, soFar } of mineRules(inputOf(campus), { seed: 1 })) {
      expect(share).toBeGreaterThanOrEqual(last);
      last = share;
      const { rules, explained, extra } = soFar();
      for (const { people, cylinders, figures } of rules) {
        expect(figures.explained + figures.additions).toBe(people.length * cylinders.length);
      }
      expect(explained + extra.list.length).toBeLessThanOrEqual(campus.relation.list.length);
      steps++;
    }
    expect(steps).toBeGreaterThan(5);
  });
});

describe('a rule', () => {
  test('says what an explanation needs', () => {
    const [rule] = mine(inputOf(twoTeams)).rules;
    expect(rule).toMatchObject({
      conditions: [{ attribute: 0, value: 0 }],
      people: Int32Array.from({ length: 10 }, (_, i) => i),
      cylinders: Int32Array.of(0, 1, 2, 3),
      figures: { support: 10, complete: 10, explained: 40, additions: 0, confidence: 1, recall: 1, lift: 2 },
    });
  });

  test('lists who lacks a cylinder, and the policy and the generosity say whether it can be added', () => {
    const pairs = Array.from({ length: 400 }, (_, i) => [i >> 2, i & 3] as const).filter(
      ([person, cylinder]) => person !== 7 || cylinder,
    );
    const input = inputOf(
      {
        relation: relationOf(200, 4, pairs),
        attributes: [
          attributeOf(
            'department',
            Array.from({ length: 200 }, (_, i) => [i < 100 ? 'A' : 'B']),
          ),
        ],
      },
      2,
    );
    const useOf = (changed: Partial<RulesInput>) => mine({ ...input, ...changed }).rules.map(({ use }) => [...use]);
    const { complete, additions, refused } = cylinderUse;
    const [rule] = mine(input).rules;
    expect(rule?.cylinders).toEqual(Int32Array.of(0, 1, 2, 3));
    expect(rule?.lacking).toEqual({ start: Int32Array.of(0, 1, 1, 1, 1), list: Int32Array.of(7) });
    expect(useOf({})).toEqual([[additions, complete, complete, complete]]);
    expect(useOf({ generosity: 0 })).toEqual([[refused, complete, complete, complete]]);
    const mayAdd = (person: number) => person !== 7;
    expect(useOf({ policy: { ...input.policy, mayAdd } })).toEqual([[refused, complete, complete, complete]]);
    expect(useOf({ policy: { ...input.policy, addsAtAll: new Uint8Array(4) } })).toEqual([
      [refused, complete, complete, complete],
    ]);
  });

  test('counts two spellings as one department, and finds nothing extra of who has the profile without a department', () => {
    const texts = Array.from({ length: 20 }, (_, i) =>
      i === 4 ? [] : [i < 10 ? (i % 2 ? 'Surgery' : ' SURGERY ') : 'Laundry'],
    );
    const { rules, extra } = mine(inputOf({ ...twoTeams, attributes: [attributeOf('department', texts)] }));
    expect(rules.map(({ people }) => people.length)).toEqual([10, 9]);
    expect(extra.list.length).toBe(0);
  });

  test('has three conditions when no two of them are enough', () => {
    const bit = (person: number, at: number) => (person >> at) & 1;
    const values = (name: string, at: number) =>
      attributeOf(
        name,
        Array.from({ length: 160 }, (_, i) => [`${name} ${bit(i, at)}`]),
      );
    const pairs = Array.from({ length: 160 }, (_, i) => i)
      .filter((person) => bit(person, 0) && bit(person, 1) && bit(person, 2))
      .flatMap((person) => [0, 1, 2].map((cylinder) => [person, cylinder] as const));
    const attributes = [values('department', 0), values('job_title', 1), values('group', 2)];
    const { rules } = mine(inputOf({ relation: relationOf(160, 3, pairs), attributes }));
    const yes = (at: number) => attributes[at]?.labels.findIndex((label) => label.endsWith('1'));
    expect(rules).toMatchObject([
      {
        conditions: [0, 1, 2].map((attribute) => ({ attribute, value: yes(attribute) })),
        figures: { support: 20 },
      },
    ]);
  });

  test('is for all who have everything, by their most general attribute', () => {
    const pairs = Array.from({ length: 600 }, (_, i) => [Math.floor(i / 10), i % 10] as const);
    const shift = attributeOf(
      'shift',
      Array.from({ length: 60 }, (_, i) => [`${i % 3}`]),
    );
    const type = attributeOf(
      'type',
      Array.from({ length: 60 }, () => ['staff']),
    );
    const { rules, explained } = mine(inputOf({ relation: relationOf(60, 10, pairs), attributes: [shift, type] }));
    expect(rules.map(({ conditions, cylinders }) => [conditions, cylinders.length])).toEqual([
      [[{ attribute: 1, value: 0 }], 10],
    ]);
    expect(explained).toBe(600);
  });
});

test.each([
  ['no_people', relationOf(0, 3, []), ['A'], undefined],
  ['no_cylinders', relationOf(2, 0, []), ['A', 'A'], undefined],
  ['no_grants', relationOf(2, 3, []), ['A', 'A'], undefined],
  ['no_attributes', relationOf(2, 3, [[0, 1]]), [], { mode: 'exact' }],
  ['groups_too_small', relationOf(1, 3, [[0, 1]]), ['A'], { mode: 'exact' }],
  ['groups_too_small', relationOf(3, 3, [[0, 1]]), ['A', 'A', 'B'], { minPeople: 2 }],
  ['no_pattern', relationOf(4, 3, [[0, 1]]), ['A', 'A', 'A', 'B'], { mode: 'exact' }],
])('without rules says %s and the nearest setting', (code, relation, values, nearest) => {
  const texts = Array.from({ length: relation.people }, (_, i) => (values[i] ? [values[i]] : []));
  const { rules, extra, reason } = mine(inputOf({ relation, attributes: [attributeOf('department', texts)] }));
  expect(rules).toEqual([]);
  expect(extra).toEqual(relation);
  expect(reason).toEqual(nearest ? { code, nearest } : { code });
});

const keysOf = (relation: RulesInput['relation']): number[] =>
  Array.from({ length: relation.people }, (_, person) =>
    [...rowOf(relation, person)].map((cylinder) => person * relation.cylinders + cylinder),
  ).flat();
