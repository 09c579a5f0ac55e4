import { type AccessRule, fitLine, SubjectMatch, type SubjectType, TimeRestriction } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { WeekHours } from '#components/week/week-list';
import type { TrialEdit } from '#data/plans/plan-versions';
import { PickedDoor } from '#lib/addresses/picked-door';
import { PickedSubject } from '#lib/addresses/picked-subject';
import type { SentenceRule } from '../rule-sentence';

const Window = TimeRestriction.extend({
  valid_from: TimeRestriction.shape.valid_from.optional(),
  valid_until: TimeRestriction.shape.valid_until.optional(),
});

/** Form values of a rule. An empty name means the suggested one. */
export const ruleSchema = (t: TFunction<'key-plans'>) =>
  z.object({
    subjects: z.array(PickedSubject).min(1, t('errors.subjects')),
    subject_match: SubjectMatch,
    objects: z.array(PickedDoor).min(1, t('errors.objects')),
    hours: z.union([z.literal('always'), z.array(Window).min(1, t('errors.hours'))]),
    name: z.string().trim().max(100, t('errors.nameLength')),
    description: z.string().trim().max(2_000, t('errors.descriptionLength')),
  });

export type RuleValues = z.output<ReturnType<typeof ruleSchema>>;

export const blankRule: RuleValues = {
  subjects: [],
  subject_match: 'any',
  objects: [],
  hours: 'always',
  name: '',
  description: '',
};

/** What the form of a saved rule begins with. */
export function valuesOf(rule: AccessRule): RuleValues {
  const { subjects, subject_match, objects, time_restrictions, name, description } = rule;
  return {
    subjects: subjects.map(({ id: _, ...subject }) => subject),
    subject_match,
    objects: objects.map(({ id: _, ...object }) => object),
    hours: time_restrictions.length === 0 ? 'always' : time_restrictions.map(({ id: _, ...window }) => window),
    name,
    description: description ?? '',
  };
}

const windowsOf = (hours: WeekHours) => (hours === 'always' ? [] : hours);

/** Converts the form's values for `ruleSentence`. */
export const sentenceOf = ({ subjects, subject_match, objects, hours }: RuleValues): SentenceRule => ({
  subject_match,
  subjects,
  objects,
  time_restrictions: windowsOf(hours),
});

/** First subject and first door, with how many more of each: `FIRE +1: Fire stations`. At most 100 characters. */
export function suggestedName({ subjects, objects }: Pick<RuleValues, 'subjects' | 'objects'>): string {
  const short = (names: readonly string[]) => `${names[0] ?? ''}${names.length > 1 ? ` +${names.length - 1}` : ''}`;
  return fitLine(`${short(subjects.map((one) => one.name))}: ${short(objects.map((one) => one.name))}`, 100);
}

/** A department and a job title are meant together, `in Surgery with the title Nurse`; several of a kind, or a person, as alternatives. */
export function likelyMatch(subjects: readonly PickedSubject[]): SubjectMatch {
  const kinds = subjects.map(({ subject_type }) => subject_type);
  const isOneOfEach = new Set(kinds).size === kinds.length;
  return kinds.length > 1 && isOneOfEach && !kinds.includes('user') ? 'all' : 'any';
}

/** The kind of which several subjects must match at once, though a person has only one: such a rule matches no people. */
export function neverBoth({ subjects, subject_match }: Pick<RuleValues, 'subjects' | 'subject_match'>) {
  if (subject_match === 'any') return undefined;
  const count = (type: SubjectType) => subjects.filter(({ subject_type }) => subject_type === type).length;
  return (['department', 'job_title', 'user'] as const).find((type) => count(type) > 1);
}

type RuleParts = Pick<RuleValues, 'subjects' | 'subject_match' | 'objects'>;

/** Subjects and objects of the rule as the server expects them. */
export const partsOf = ({ subjects, subject_match, objects }: RuleParts) => ({
  subject_match,
  subjects: subjects.map(({ subject_type, subject_identifier }) => ({ subject_type, subject_identifier })),
  objects: objects.map(({ object_type, object_identifier }) => ({ object_type, object_identifier })),
});

/** The rule as an edit writes it. */
export const bodyOf = (values: RuleValues) => ({
  ...partsOf(values),
  time_restrictions: windowsOf(values.hours),
  name: values.name || suggestedName(values),
  description: values.description || null,
});

/** The rule as an edit to preview before it is saved; `ruleId` is the changed rule, if any. */
export function trialOf(values: RuleValues, ruleId: string | undefined): TrialEdit {
  const rule = { ...partsOf(values), time_restrictions: windowsOf(values.hours) };
  if (ruleId !== undefined) return { kind: 'change_rule', rule_id: ruleId, rule };
  return { kind: 'add_rule', rule: { ...rule, is_active: true } };
}
