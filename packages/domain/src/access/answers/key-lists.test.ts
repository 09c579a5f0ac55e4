import { expect, it } from 'vitest';
import { aPerson, aPlan, aRule, cylinder, department, facts, group, location, profile } from '../../../test/plans';
import { indexAccess } from '../indexing/access-index';
import { keyListLengths } from './key-lists';

it('counts a group as one entry, and the contents of profiles and places once each', () => {
  const ada = aPerson({ department: 'surgery' });
  const objects = [cylinder('c1'), group('g1'), profile('f1'), location('house')];
  const rules = [
    aRule({ id: 'r1', subjects: [department('surgery')], objects }),
    aRule({ id: 'r2', subjects: [department('surgery')], objects: [cylinder('c1'), cylinder('c9')] }),
    aRule({ id: 'r3', subjects: [department('surgery')], objects: [cylinder('c8')], is_active: false }),
  ];
  const index = indexAccess(
    facts({
      plans: [aPlan(rules)],
      people: [ada],
      groups: { g1: ['c5', 'c6', 'c7'], g2: ['c3'] },
      profiles: { f1: [['c1', 'c2'], ['g2']] },
      locations: { house: [null], floor: ['house'] },
      placed: { c2: 'floor', c4: 'house' },
    }),
  );
  // c1, g1, c2, g2, c4 by the first rule; c9 by the second.
  expect(keyListLengths(index)(index.people.rowOf[0] ?? 0)).toBe(6);
  expect(keyListLengths(index)(0)).toBe(0);
});
