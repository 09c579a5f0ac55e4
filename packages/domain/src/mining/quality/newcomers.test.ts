import { expect, test } from 'vitest';
import { aPerson, aPlan, aRule, cylinder, facts, jobTitle } from '../../../test/plans';
import { indexAccess } from '../../access/indexing/access-index';
import { newDoors, newPeople } from './newcomers';

test('of people who joined, names the rules of most who are like them, and leaves out those whom a rule covers', () => {
  const nurse = { department: 'Surgery', job_title: 'Nurse' };
  const staff = ['n1', 'n2', 'n3'].map((id) => aPerson({ id, ...nurse }));
  const named = (id: string) => ({ subject_type: 'user' as const, subject_identifier: id });
  const plan = aPlan([
    aRule({ id: 'r1', name: 'Ward', subjects: [named('n1'), named('n2')] }),
    aRule({ id: 'r2', name: 'Store', subjects: [named('n3')] }),
    aRule({ id: 'r3', name: 'Porters', subjects: [jobTitle('Porter')] }),
  ]);
  const people = [
    ...staff,
    aPerson({ id: 'new nurse', ...nurse }),
    aPerson({ id: 'new porter', department: 'House', job_title: 'Porter' }),
    aPerson({ id: 'new baker', department: 'Kitchen', job_title: 'Baker' }),
    aPerson({ id: 'elsewhere', ...nurse, connection_id: 'other' }),
    aPerson({ id: 'gone', ...nurse, active: false }),
  ];
  const index = indexAccess(facts({ plans: [plan], people }));
  const known = new Set(staff.map(({ id }) => id));
  const found = newPeople(index, { planId: plan.id, known, connectionIds: ['hr'] });
  expect(found).toEqual({
    count: 3,
    covered: 1,
    open: [
      { id: 'new nurse', alike: 3, rules: [{ id: 'r1', name: 'Ward', having: 2 }] },
      { id: 'new baker', alike: 0, rules: [] },
    ],
  });
});

test('of doors that were added, names the rules of most doors of the same place', () => {
  const plan = aPlan([
    aRule({ id: 'r1', name: 'Ward 3', objects: [cylinder('c1'), cylinder('c2')] }),
    aRule({ id: 'r2', name: 'Cellar', objects: [cylinder('c4')] }),
  ]);
  const placed = { c1: 'ward', c2: 'ward', c3: 'ward', new: 'ward', c4: 'cellar', other: 'roof' };
  const index = indexAccess(facts({ plans: [plan], placed }));
  const ids = ['c1', 'c2', 'c3', 'c4', 'new', 'other'];
  const found = newDoors(index, { planId: plan.id, known: new Set(['c1', 'c2', 'c3']), ids });
  expect(found).toEqual({
    count: 3,
    covered: 1,
    open: [
      { id: 'new', alike: 3, rules: [{ id: 'r1', name: 'Ward 3', having: 2 }] },
      { id: 'other', alike: 0, rules: [] },
    ],
  });
});
