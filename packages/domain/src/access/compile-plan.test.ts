import { describe, expect, it } from 'vitest';
import { anInventory, aPerson, aPlan, aRule, department, jobTitle } from '../../test/plans';
import { compilePlan, type PlanSource, reachedPersons } from './compile-plan';
import type { PersonFacts } from './match-subjects';

const compile = (...plans: PlanSource[]) => compilePlan(plans, anInventory({}));
const matched = (rule: Parameters<typeof aRule>[0], person: Partial<PersonFacts>) =>
  compile(aPlan([aRule(rule)])).matchRules(aPerson(person)).length === 1;

describe('compilePlan', () => {
  const surgeon = { department: 'Surgery', job_title: 'Surgeon', group_ids: ['on-call'] };
  const nurseInSurgery = [department('Surgery'), jobTitle('Nurse')];

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
    expect(matched(rule, surgeon)).toBe(expected);
  });

  it('matches nobody by a blank subject', () => {
    expect(matched({ subjects: [department(' ')] }, { department: ' ' })).toBe(false);
    expect(matched({ subjects: [department('')] }, { department: null })).toBe(false);
    const withBlank = [department(''), jobTitle('Surgeon')];
    expect(matched({ subjects: withBlank, subject_match: 'all' }, surgeon)).toBe(false);
  });

  it('grants nothing by an inactive plan, an inactive rule, or to an inactive person', () => {
    expect(compile(aPlan([aRule()], { is_active: false })).rules).toEqual([]);
    expect(compile(aPlan([aRule({ is_active: false })])).rules).toEqual([]);
    expect(matched({}, { ...surgeon, active: false })).toBe(false);
  });

  it('speaks only of people from sources linked to the plan', () => {
    expect(matched({}, { ...surgeon, connection_id: 'other' })).toBe(false);
    expect(compile(aPlan([aRule()], { iam_connection_ids: [] })).matchRules(aPerson(surgeon))).toEqual([]);
  });

  it('answers rules once each and in the order of the plans', () => {
    const both = aRule({ id: 'both', subjects: [jobTitle('Surgeon'), department('Surgery')] });
    const compiled = compile(aPlan([aRule({ id: 'first' }), both]), aPlan([aRule({ id: 'last' })], { id: 'plan2' }));
    expect(compiled.matchRules(aPerson(surgeon)).map((rule) => rule.id)).toEqual(['first', 'both', 'last']);
  });

  it('lists the people of every rule, those of nobody too', () => {
    const compiled = compile(aPlan([aRule(), aRule({ id: 'r2', subjects: [jobTitle('Nurse')] })]));
    const people = [aPerson(surgeon), aPerson({ id: 'p2', department: 'surgery' }), aPerson({ id: 'p3' })];
    expect(reachedPersons(compiled, people)).toEqual(
      new Map([
        ['r1', ['p1', 'p2']],
        ['r2', []],
      ]),
    );
  });
});
