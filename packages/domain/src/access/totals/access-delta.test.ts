import { expect, test } from 'vitest';
import { addToDelta, emptyDelta } from './access-delta';

test('people count once for each of what they gain, lose and keep at other hours; rights for each of their doors', () => {
  const delta = emptyDelta();
  addToDelta(delta, 3, { gained: 2, lost: 0, otherHours: 1 });
  addToDelta(delta, 4, { gained: 1, lost: 5, otherHours: 0 });
  expect(delta).toEqual({ peopleGaining: 7, peopleLosing: 4, peopleAtOtherHours: 3, rightsGained: 10, rightsLost: 20 });
  addToDelta(delta, -4, { gained: 1, lost: 5, otherHours: 0 });
  expect(delta).toEqual({ peopleGaining: 3, peopleLosing: 0, peopleAtOtherHours: 3, rightsGained: 6, rightsLost: 0 });
});
