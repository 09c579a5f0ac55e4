import { expect, test } from 'vitest';
import { relationOf, rowOf, transpose } from './access-relation';

const pairs = [
  [2, 4],
  [0, 1],
  [2, 0],
  [2, 4],
] as const;

test('lists the cylinders of each person once, ascending, and turns around', () => {
  const relation = relationOf(3, 5, pairs);
  expect([0, 1, 2].map((person) => [...rowOf(relation, person)])).toEqual([[1], [], [0, 4]]);
  const turned = transpose(relation);
  expect([0, 1, 2, 3, 4].map((cylinder) => [...rowOf(turned, cylinder)])).toEqual([[2], [0], [], [], [2]]);
  expect(transpose(turned)).toEqual(relation);
});
