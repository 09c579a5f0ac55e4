import { describe, expect, it } from 'vitest';
import { aPerson, aPlan, aRule, cylinder, department, facts, jobTitle } from '../../../test/plans';
import { mayOpen } from '../answers/ask-access';
import { indexAccess, putRule } from './access-index';
import type { PersonFacts } from './match-subjects';

const nurseInSurgery = [department('Surgery'), jobTitle('Nurse')];
const surgeon = { department: 'Surgery', job_title: 'Surgeon', group_ids: ['on-call'] };
const opens = (rule: Parameters<typeof aRule>[0], person: Partial<PersonFacts>, plan?: Parameters<typeof aPlan>[1]) =>
  mayOpen(indexAccess(facts({ plans: [aPlan([aRule(rule)], plan)], people: [aPerson(person)] })), {
    person: 0,
    cylinder: 0,
  });

describe('indexAccess', () => {
  it.each([
    ['a department', { subjects: [department('Surgery')] }, true],
    ['a title', { subjects: [jobTitle('Surgeon')] }, true],
    ['a group', { subjects: [{ subject_type: 'group' as const, subject_identifier: 'on-call' }] }, true],
    ['the person', { subjects: [{ subject_type: 'user' as const, subject_identifier: 'p1' }] }, true],
    ['text that differs in case and spaces', { subjects: [department(' SURGERY ')] }, true],
    ['one of several subjects', { subjects: nurseInSurgery }, true],
    ['a department of that name only', { subjects: [jobTitle('Surgery')] }, false],
    ['an id in another case', { subjects: [{ subject_type: 'user' as const, subject_identifier: 'P1' }] }, false],
    ['not all subjects where all have to', { subjects: nurseInSurgery, subject_match: 'all' as const }, false],
    ['all subjects', { subjects: [department('surgery'), jobTitle('surgeon')], subject_match: 'all' as const }, true],
    ['no subject at all', { subjects: [], subject_match: 'all' as const }, false],
  ])('matches by %s', (_, rule, expected) => {
    expect(opens(rule, surgeon)).toBe(expected);
  });

  it('matches no people by a blank subject', () => {
    expect(opens({ subjects: [department(' ')] }, { department: ' ' })).toBe(false);
    expect(opens({ subjects: [department('')] }, { department: null })).toBe(false);
    expect(opens({ subjects: [department(''), jobTitle('Surgeon')], subject_match: 'all' }, surgeon)).toBe(false);
  });

  it('grants nothing by an inactive plan, an inactive rule, to an inactive person, or to people of another source', () => {
    expect(opens({}, surgeon)).toBe(true);
    expect(opens({}, surgeon, { is_active: false })).toBe(false);
    expect(opens({ is_active: false }, surgeon)).toBe(false);
    expect(opens({}, { ...surgeon, active: false })).toBe(false);
    expect(opens({}, { ...surgeon, connection_id: 'other' })).toBe(false);
    expect(opens({}, surgeon, { iam_connection_ids: [] })).toBe(false);
  });

  it('grows beyond its initial number of rules', () => {
    const cylinders = [cylinder('c1'), cylinder('c2')];
    const people = [aPerson(), aPerson({ id: 'p2', ...surgeon })];
    const index = indexAccess(facts({ plans: [aPlan([aRule({ objects: cylinders, is_active: false })])], people }));
    for (let i = 0; i < 200; i++) putRule(index, aRule({ id: `r${i}`, objects: cylinders, is_active: i === 199 }));
    expect(mayOpen(index, { person: 1, cylinder: 1 })).toBe(true);
    expect(mayOpen(index, { person: 0, cylinder: 1 })).toBe(false);
  });
});
