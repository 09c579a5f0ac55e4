import { describe, expect, it } from 'vitest';
import { i18n } from '#lib/i18n';
import { ruleSentence, type SentenceRule, whoParts } from './rule-sentence';

const t = i18n.getFixedT('en', 'key-plans');
const inDepartment = (name: string) => ({ subject_type: 'department' as const, name });
const withTitle = (name: string) => ({ subject_type: 'job_title' as const, name });
const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' };

const aRule = (changes: Partial<SentenceRule> = {}): SentenceRule => ({
  subject_match: 'any',
  subjects: [inDepartment('FIRE')],
  objects: [{ object_type: 'access_profile', name: 'Fire stations' }],
  time_restrictions: [],
  ...changes,
});

describe('ruleSentence', () => {
  it('says who may open what at any time', () => {
    expect(ruleSentence(aRule(), t)).toBe('Everyone in FIRE may open Fire stations at any time.');
  });

  it('lists several subjects as alternatives and doors together', () => {
    const rule = aRule({
      subjects: [withTitle('Nurse'), withTitle('Doctor'), withTitle('Porter')],
      objects: [
        { object_type: 'cylinder', name: 'A-1' },
        { object_type: 'cylinder_group', name: 'Ward 3' },
      ],
      time_restrictions: [weekdays],
    });
    expect(ruleSentence(rule, t)).toBe(
      'Everyone with the job title Nurse, Doctor or Porter may open A-1 and Ward 3 Mon–Fri 07:00–19:00.',
    );
  });

  it.each([
    ['en', 'Everyone in FIRE may open all doors of Ward 3 and A-1 at any time.'],
    ['de', 'Alle in FIRE dürfen jederzeit alle Türen von Ward 3 und A-1 öffnen.'],
  ] as const)('says of a place that it means all doors there, in %s', async (language, sentence) => {
    await i18n.changeLanguage(language);
    const objects = [
      { object_type: 'location' as const, name: 'Ward 3' },
      { object_type: 'cylinder' as const, name: 'A-1' },
    ];
    expect(ruleSentence(aRule({ objects }), i18n.getFixedT(language, 'key-plans'))).toBe(sentence);
    await i18n.changeLanguage('en');
  });

  it('lets kinds of subjects follow one another where all of them must match', () => {
    const rule = aRule({ subject_match: 'all', subjects: [withTitle('Nurse'), inDepartment('Surgery')] });
    expect(ruleSentence(rule, t)).toBe(
      'Everyone in Surgery with the job title Nurse may open Fire stations at any time.',
    );
  });

  it('counts what would make the sentence too long', () => {
    const rule = aRule({ subjects: ['A', 'B', 'C', 'D', 'E', 'F'].map(inDepartment) });
    expect(ruleSentence(rule, t)).toBe('Everyone in A, B, C, D or 2 more may open Fire stations at any time.');
  });

  it.each([
    ['en', ['Fire wardens'], 'Everyone in the group Fire wardens may open Fire stations at any time.'],
    ['en', ['A', 'B'], 'Everyone in the groups A or B may open Fire stations at any time.'],
    ['de', ['Brandschutz'], 'Alle in der Gruppe Brandschutz dürfen jederzeit Fire stations öffnen.'],
    ['de', ['A', 'B'], 'Alle in den Gruppen A oder B dürfen jederzeit Fire stations öffnen.'],
  ] as const)('calls groups by name, in %s %j', async (language, names, sentence) => {
    await i18n.changeLanguage(language);
    const subjects = names.map((name) => ({ subject_type: 'group' as const, name }));
    expect(ruleSentence(aRule({ subjects }), i18n.getFixedT(language, 'key-plans'))).toBe(sentence);
    await i18n.changeLanguage('en');
  });

  it('calls people by name', () => {
    const subjects = ['Ada Moss', 'Bob Reed'].map((name) => ({ subject_type: 'user' as const, name }));
    expect(ruleSentence(aRule({ subjects }), t)).toBe(
      'Everyone who is Ada Moss or Bob Reed may open Fire stations at any time.',
    );
  });

  it('leaves gaps while the rule is being written', () => {
    expect(ruleSentence(aRule({ subjects: [], objects: [] }), t)).toBe('Everyone … may open … at any time.');
  });

  it('goes on in small letters', () => {
    const everyDay = { ...weekdays, days: [1, 2, 3, 4, 5, 6, 7] };
    expect(ruleSentence(aRule({ time_restrictions: [everyDay] }), t)).toContain('stations every day 07:00–19:00.');
  });

  it('reads a window that is always open as at any time', () => {
    const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };
    expect(ruleSentence(aRule({ time_restrictions: [always] }), t)).toContain('at any time');
  });
});

describe('whoParts', () => {
  it('makes chips of the values only', () => {
    const chips = whoParts(aRule({ subjects: [inDepartment('FIRE'), inDepartment('LAW')] }), t).filter((p) => p.isChip);
    expect(chips.map(({ text }) => text)).toEqual(['FIRE', 'LAW']);
  });
});
