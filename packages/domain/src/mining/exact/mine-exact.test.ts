import { expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { grantedBy } from '../testing/granted';
import { plantedRelation } from '../testing/planted';
import { mineExact } from './mine-exact';

test('finds as many profiles as were planted, proves that fewer are impossible, and changes no access', () => {
  const relation = plantedRelation({
    profiles: 60,
    people: 400,
    cylinders: 200,
    maxCylinders: 12,
    maxProfiles: 4,
    seed: 3,
  });
  const { profiles, lowerBound, proof } = runToEnd(mineExact(relation, { seed: 1 }));
  expect([profiles.length, lowerBound, proof.grants.length]).toEqual([60, 60, 60]);
  expect(grantedBy(profiles, relation)).toEqual(relation);
});
