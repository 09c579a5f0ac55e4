import { describe, expect, it } from 'vitest';
import { newRule, type RuleValues, sentenceOf, suggestedName } from './rule-schema';

const station = { object_type: 'access_profile' as const, object_identifier: 'p1', name: 'Fire stations' };
const gate = { object_type: 'cylinder' as const, object_identifier: 'c1', name: 'G-1' };

const named = (...names: string[]) => names.map((name) => ({ value: name, name }));

const values = (changes: Partial<RuleValues> = {}): RuleValues => ({
  type: 'department',
  subjects: named('FIRE'),
  objects: [station],
  windows: [],
  name: '',
  description: '',
  ...changes,
});

describe('suggestedName', () => {
  it('joins subject and door', () => {
    expect(suggestedName(values())).toBe('FIRE: Fire stations');
  });

  it('counts the others', () => {
    expect(suggestedName(values({ subjects: named('FIRE', 'LAW', 'POLICE'), objects: [station, gate] }))).toBe(
      'FIRE +2: Fire stations +1',
    );
  });

  it('stays within what the API accepts', () => {
    expect(suggestedName(values({ subjects: named('X'.repeat(120)) }))).toHaveLength(100);
  });
});

describe('newRule', () => {
  it('sends departments, doors by id only, and the suggested name', () => {
    expect(newRule(values())).toEqual({
      type: 'department',
      body: {
        name: 'FIRE: Fire stations',
        description: undefined,
        departments: ['FIRE'],
        objects: [{ object_type: 'access_profile', object_identifier: 'p1' }],
        time_restrictions: [],
      },
    });
  });

  it('sends job titles for a job function and keeps a name of its own', () => {
    const rule = newRule(values({ type: 'job_function', subjects: named('Nurse'), name: 'Night nurses' }));
    expect(rule).toMatchObject({ type: 'job_function', body: { name: 'Night nurses', job_titles: ['Nurse'] } });
  });

  it('sends groups by id, under a name made of theirs', () => {
    const rule = newRule(values({ type: 'group', subjects: [{ value: 'g1', name: 'Fire wardens' }] }));
    const subjects = [{ subject_type: 'group', subject_identifier: 'g1' }];
    expect(rule).toMatchObject({ type: 'group', body: { name: 'Fire wardens: Fire stations', subjects } });
  });
});

describe('sentenceOf', () => {
  it('reads the subjects of a job function as job titles', () => {
    expect(sentenceOf(values({ type: 'job_function', subjects: named('Nurse') })).subjects).toEqual([
      { subject_type: 'job_title', name: 'Nurse' },
    ]);
  });
});
