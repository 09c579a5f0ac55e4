import { fitLine, TimeRestriction } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { NewRule } from '#data/access-rules';
import type { TrialEdit } from '#data/plan-versions';
import { PickedDoor } from '../doors/picked-door';
import type { SentenceRule } from './rule-sentence';

const { days, from, to } = TimeRestriction.shape;

const windowSchema = (t: TFunction<'key-plans'>) =>
  z.object({
    days: z.array(z.int()).min(1, t('errors.days')).pipe(days),
    from: z
      .string()
      .regex(/^\d\d:\d\d/, t('errors.hours'))
      .pipe(from),
    to: z
      .string()
      .regex(/^\d\d:\d\d/, t('errors.hours'))
      .pipe(to),
  });

/** What a rule of the form is about. */
export const ruleTypes = ['department', 'job_function', 'group'] as const;

/** Form values of a rule. An empty name means the suggested one. */
export const ruleSchema = (t: TFunction<'key-plans'>) =>
  z.object({
    type: z.enum(ruleTypes),
    subjects: z.array(z.object({ value: z.string(), name: z.string() })).min(1, t('errors.subjects')),
    objects: z.array(PickedDoor).min(1, t('errors.objects')),
    windows: z.array(windowSchema(t)),
    name: z.string().trim().max(100, t('errors.nameLength')),
    description: z.string().trim().max(2_000, t('errors.descriptionLength')),
  });

export type RuleValues = z.output<ReturnType<typeof ruleSchema>>;

const subjectTypes = { department: 'department', job_function: 'job_title', group: 'group' } as const;

/** Converts the form's values for `ruleSentence`. */
export function sentenceOf({ type, subjects, objects, windows }: RuleValues): SentenceRule {
  return {
    subject_match: 'any',
    subjects: subjects.map(({ name }) => ({ subject_type: subjectTypes[type], name })),
    objects,
    time_restrictions: windows,
  };
}

/** First subject and first door, with how many more of each: `FIRE +1: Fire stations`. At most 100 characters. */
export function suggestedName({ subjects, objects }: Pick<RuleValues, 'subjects' | 'objects'>): string {
  const short = (names: readonly string[]) => `${names[0] ?? ''}${names.length > 1 ? ` +${names.length - 1}` : ''}`;
  return fitLine(`${short(subjects.map((one) => one.name))}: ${short(objects.map((one) => one.name))}`, 100);
}

/** The rule as an edit whose effect is asked before it is saved. */
export function trialOf(values: RuleValues): TrialEdit {
  const { objects, time_restrictions } = newRule(values).body;
  const subject_type = subjectTypes[values.type];
  const subjects = values.subjects.map(({ value }) => ({ subject_type, subject_identifier: value }));
  return {
    kind: 'add_rule',
    rule: { is_active: true, subject_match: 'any', subjects, objects, time_restrictions },
  };
}

/** The request body for the rule. */
export function newRule(values: RuleValues): NewRule {
  const body = {
    name: values.name || suggestedName(values),
    description: values.description || undefined,
    objects: values.objects.map(({ object_type, object_identifier }) => ({ object_type, object_identifier })),
    time_restrictions: values.windows,
  };
  const chosen = values.subjects.map(({ value }) => value);
  switch (values.type) {
    case 'department':
      return { type: 'department', body: { ...body, departments: chosen } };
    case 'job_function':
      return { type: 'job_function', body: { ...body, job_titles: chosen } };
    case 'group': {
      const subjects = chosen.map((id) => ({ subject_type: 'group' as const, subject_identifier: id }));
      return { type: 'group', body: { ...body, subjects } };
    }
  }
}
