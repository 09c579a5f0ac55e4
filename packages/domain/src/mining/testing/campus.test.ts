import { expect, test } from 'vitest';
import { rowOf } from '../access-relation';
import { generateCampus } from './campus';
import { campusOf600 } from './campus-sizes';

const campus = generateCampus({ ...campusOf600, missing: 0.05, extra: 0.05, seed: 3 });

test('the same seed gives the same campus, another one another', () => {
  expect(generateCampus({ ...campusOf600, missing: 0.05, extra: 0.05, seed: 3 })).toEqual(campus);
  expect(generateCampus({ ...campusOf600, missing: 0.05, extra: 0.05, seed: 4 }).relation).not.toEqual(campus.relation);
});

test('grants are those by rule of people with its values, without the missing ones, and extra ones', () => {
  const has = campus.attributes.map(
    ({ start, list }) =>
      (person: number, value: number) =>
        list.subarray(start[person], start[person + 1]).includes(value),
  );
  expect(campus.planted).toHaveLength(26);
  let contradictions = 0;
  for (let person = 0; person < campusOf600.people; person++) {
    const [grants, missing, extra] = [campus.relation, campus.missing, campus.extra].map(
      (relation) => new Set(rowOf(relation, person)),
    );
    for (const cylinder of extra ?? []) contradictions += Number(!grants?.has(cylinder));
    for (const { conditions, cylinders } of campus.planted) {
      if (!conditions.every(({ attribute, value }) => has[attribute]?.(person, value))) continue;
      for (const cylinder of cylinders) {
        contradictions += Number(grants?.has(cylinder) === missing?.has(cylinder) || extra?.has(cylinder));
      }
    }
  }
  expect(contradictions).toBe(0);
  const byRule = campus.relation.list.length - campus.extra.list.length + campus.missing.list.length;
  expect(campus.missing.list.length / byRule).toBeCloseTo(0.05, 2);
  expect(campus.extra.list.length / byRule).toBeCloseTo(0.05, 2);
});

test('two spellings of a department are one value, and a tenth of the departments is not known', () => {
  const [department] = campus.attributes;
  expect(department?.values).toBe(campusOf600.departments);
  expect((department?.list.length ?? 0) / campusOf600.people).toBeCloseTo(0.9, 1);
});
