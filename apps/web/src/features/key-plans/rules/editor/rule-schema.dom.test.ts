import { describe, expect, it } from 'vitest';
import { anAccessRule } from '#data/plans/key-plans.fixture';
import type { PickedSubject } from '#lib/addresses/picked-subject';
import { i18n } from '#lib/i18n';
import {
  blankRule,
  bodyOf,
  likelyMatch,
  neverBoth,
  type RuleValues,
  ruleSchema,
  suggestedName,
  trialOf,
  valuesOf,
} from './rule-schema';

/** Made when the texts are loaded. */
const schema = () => ruleSchema(i18n.getFixedT('en', 'key-plans'));
const subject = (subject_type: PickedSubject['subject_type'], name: string): PickedSubject => ({
  subject_type,
  subject_identifier: name,
  name,
});
const stations = { object_type: 'access_profile' as const, object_identifier: 'e1', name: 'Fire stations' };
const [fire, police] = [subject('department', 'FIRE'), subject('department', 'POLICE')];
const nurse = subject('job_title', 'Nurse');

const someValues = (changes: Partial<RuleValues> = {}): RuleValues => ({
  ...blankRule,
  subjects: [fire],
  objects: [stations],
  ...changes,
});
const wrong = (changes: object) => {
  const { error } = schema().safeParse(someValues(changes));
  return error?.issues.map(({ path, message }) => [path[0], message]);
};

describe('ruleSchema', () => {
  it('requires a subject and an object, and never takes no hours at all for always', () => {
    expect(wrong({ subjects: [] })).toEqual([
      ['subjects', 'Choose at least one department, job title, group or person.'],
    ]);
    expect(wrong({ objects: [] })).toEqual([
      ['objects', 'Choose at least one access profile, group, place or cylinder.'],
    ]);
    expect(wrong({ hours: [] })).toEqual([['hours', 'Paint, type or choose hours, or choose Always.']]);
    expect(wrong({ hours: 'always' })).toBeUndefined();
  });
});

describe('a rule that is written', () => {
  it('is sent with all it says, under the suggested name where it has none', () => {
    const hours = [{ days: [1], from: '08:00', to: '12:00' }];
    expect(bodyOf(someValues({ hours, subjects: [fire, nurse], subject_match: 'all' }))).toEqual({
      subject_match: 'all',
      subjects: [
        { subject_type: 'department', subject_identifier: 'FIRE' },
        { subject_type: 'job_title', subject_identifier: 'Nurse' },
      ],
      objects: [{ object_type: 'access_profile', object_identifier: 'e1' }],
      time_restrictions: hours,
      name: 'FIRE +1: Fire stations',
      description: null,
    });
  });

  it('is asked about as a change where it is saved already', () => {
    expect(trialOf(someValues(), undefined)).toMatchObject({ kind: 'add_rule', rule: { is_active: true } });
    expect(trialOf(someValues(), 'r1')).toMatchObject({ kind: 'change_rule', rule_id: 'r1' });
  });

  it('begins with what a saved one says, and says the same again', () => {
    const monday = { days: [1], from: '08:00', to: '12:00', valid_from: null, valid_until: null };
    const rule = anAccessRule({ time_restrictions: [{ id: 'w1', ...monday }] });
    expect(bodyOf(valuesOf(rule))).toMatchObject({ name: rule.name, time_restrictions: [monday] });
    expect(valuesOf(anAccessRule()).hours).toBe('always');
  });

  it('has a name of at most 100 characters', () => {
    const long = subject('department', 'Ä'.repeat(91));
    expect(suggestedName({ subjects: [long, fire], objects: [stations] })).toHaveLength(100);
  });
});

describe('several subjects', () => {
  it.each([
    [[fire], 'any'],
    [[fire, police], 'any'],
    [[fire, nurse], 'all'],
    [[fire, police, nurse], 'any'],
    [[fire, subject('user', 'Ada')], 'any'],
    [[nurse, subject('group', 'Night shift')], 'all'],
  ])('%j are likely meant as %s', (subjects, match) => {
    expect(likelyMatch(subjects)).toBe(match);
  });

  it('of a kind that a person has only one of cannot all match', () => {
    expect(neverBoth({ subjects: [fire, police, nurse], subject_match: 'all' })).toBe('department');
    expect(neverBoth({ subjects: [fire, police], subject_match: 'any' })).toBeUndefined();
    expect(neverBoth({ subjects: [fire, nurse], subject_match: 'all' })).toBeUndefined();
  });
});
