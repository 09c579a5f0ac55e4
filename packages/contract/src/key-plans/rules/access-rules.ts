import { z } from 'zod';
import { Description, Instant, Name, nameFor, requiredFor, Version } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { nothingToUpdate } from '../../fields/field-words';
import { storableText } from '../../fields/text';

export const SubjectType = z.enum(['user', 'group', 'job_title', 'department']);
export type SubjectType = z.infer<typeof SubjectType>;

export const ObjectType = z.enum(['cylinder', 'cylinder_group', 'access_profile', 'location']);
export type ObjectType = z.infer<typeof ObjectType>;

/** As the specification spells them. */
export const RuleType = z.enum(['job-function', 'department', 'custom']);
/** `job_function` is how it is stored. */
const RuleTypeInAnyWords = z.enum([...RuleType.options, 'job_function'], {
  error: (issue) =>
    fieldError({ ruleType: 'Unsupported rule type: {{type}}' }, { type: String(issue.input).slice(0, 50) })(issue),
});
export const SubjectMatch = z
  .enum(['any', 'all'])
  .describe('any: one subject has to match. all: every subject has to.');
export type SubjectMatch = z.infer<typeof SubjectMatch>;

const wallClock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: fieldError({ timeOfDay: 'A time of day as HH:MM' }) });

/** One weekly window, wall-clock time at the door. `to` before `from` passes midnight; equal means the whole day. */
export const TimeRestriction = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('ISO weekdays, 1 is Monday. The day on which the window begins.'),
  from: wallClock,
  to: wallClock,
  valid_from: Instant.nullable().default(null),
  valid_until: Instant.nullable().default(null),
});
export type TimeRestriction = z.infer<typeof TimeRestriction>;

export const RuleSubject = z.object({
  subject_type: SubjectType,
  subject_identifier: z.string().describe('Person or group id, or the title or department as text.'),
});
export type RuleSubject = z.infer<typeof RuleSubject>;

/** With a display name: people and groups by name, titles and departments as in the rule. */
export const NamedSubject = RuleSubject.extend({ name: z.string() });
export type NamedSubject = z.infer<typeof NamedSubject>;

export const RuleObject = z.object({ object_type: ObjectType, object_identifier: z.uuid() });
export type RuleObject = z.infer<typeof RuleObject>;

export const AccessRule = z.object({
  id: z.uuid(),
  keyplan_id: z.uuid(),
  type: RuleType,
  name: z.string(),
  description: z.string().nullable(),
  is_active: z.boolean(),
  subject_match: SubjectMatch,
  subjects: z.array(NamedSubject.extend({ id: z.uuid() })),
  objects: z.array(
    RuleObject.extend({
      id: z.uuid(),
      name: z.string().describe('Of the cylinder, group or profile; of a place its path.'),
    }),
  ),
  time_restrictions: z.array(TimeRestriction.extend({ id: z.uuid() })).describe('Alternatives; none means always.'),
  people: z.int().describe('Active people it matches now.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
  updated_by: z.string().describe('Who changed it last.'),
});
export type AccessRule = z.infer<typeof AccessRule>;

const text = storableText(200).trim().min(1);

/** The specification's message for a required list that is empty or missing. */
const noSubjects = { error: fieldError({ subjects: 'subjects array is required and must not be empty.' }) };
const noObjects = { error: fieldError({ objects: 'objects array is required and must not be empty.' }) };

/** Limits of one rule. */
export const ruleLimits = { subjects: 500, objects: 1_000, time_restrictions: 20 } as const;
export type RulePart = keyof typeof ruleLimits;

const isById = ({ subject_type: type }: RuleSubject): boolean => type === 'user' || type === 'group';

/** A subject as a caller names it. */
export const NamedByCaller = z
  .strictObject({ subject_type: SubjectType, subject_identifier: text })
  .refine((subject) => !isById(subject) || z.uuid().safeParse(subject.subject_identifier).success, {
    path: ['subject_identifier'],
    error: fieldError({ userById: 'A user or a group is named by its id.' }),
  })
  .transform((subject) =>
    isById(subject) ? { ...subject, subject_identifier: subject.subject_identifier.toLowerCase() } : subject,
  );
const Objects = z.array(z.strictObject(RuleObject.shape), noObjects).min(1, noObjects).max(ruleLimits.objects);
const Subjects = z.array(NamedByCaller, noSubjects).min(1, noSubjects).max(ruleLimits.subjects);
const TimeRestrictions = z.array(TimeRestriction).max(ruleLimits.time_restrictions);

const common = {
  name: nameFor('creating a rule'),
  description: Description.optional(),
  objects: Objects,
  time_restrictions: TimeRestrictions.default([]),
};

const words = z.array(text, noSubjects).min(1, noSubjects).max(ruleLimits.subjects);

export const JobFunctionRuleCreate = z.strictObject({ ...common, job_titles: words });
export const DepartmentRuleCreate = z.strictObject({ ...common, departments: words });

const NamedType = RuleTypeInAnyWords.transform((type) => (type === 'job-function' ? 'job_function' : type)).describe(
  'Follows from the subjects: all job titles, all departments, or anything else. Given, it has to agree.',
);

export const AccessRuleCreate = z.strictObject({
  ...common,
  name: Name.optional().describe('Made of the subjects unless given.'),
  type: NamedType.optional(),
  is_active: z.boolean().default(true),
  subject_match: SubjectMatch.default('any'),
  subjects: Subjects,
});

export const AccessRuleUpdate = z
  .strictObject({
    name: Name,
    description: Description.nullable(),
    type: NamedType,
    is_active: z.boolean(),
    subject_match: SubjectMatch,
    subjects: Subjects,
    objects: Objects,
    time_restrictions: TimeRestrictions,
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { error: fieldError({ nothingToUpdate }) });

/** How many people and doors an unsaved rule would reach. */
export const RuleMeasure = z.strictObject({
  subject_match: SubjectMatch.default('any'),
  subjects: z.array(NamedByCaller).max(ruleLimits.subjects),
  objects: z.array(z.strictObject(RuleObject.shape)).max(ruleLimits.objects),
});

const rule = {
  name: Name,
  description: Description.nullable(),
  is_active: z.boolean(),
  subject_match: SubjectMatch,
};
const parts = {
  subjects: z.array(NamedByCaller).max(ruleLimits.subjects),
  objects: z.array(z.strictObject(RuleObject.shape)).max(ruleLimits.objects),
  time_restrictions: TimeRestrictions,
};

/** A rule in a draft, new or restored; it may match no people or open nothing. */
export const RuleWritten = z.strictObject({
  ...parts,
  time_restrictions: TimeRestrictions.default([]),
  name: Name.optional().describe('Made of the subjects unless given.'),
  description: Description.nullable().default(null),
  is_active: z.boolean().default(true),
  subject_match: SubjectMatch.default('any'),
});
export const RuleRewritten = z
  .strictObject({ ...rule, ...parts })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { error: fieldError({ nothingToUpdate }) });

const missing = (part: RulePart, action: string) => ({
  error: requiredFor(part, `${action} ${part.replace('_', ' ')}`),
});

/** The same parts, added or replaced. Replaced by nothing, a rule matches no people, opens nothing or is always valid. */
export const RulePartsAdded = {
  subjects: z.strictObject({ subjects: Subjects }),
  objects: z.strictObject({ objects: Objects }),
  time_restrictions: z.strictObject({
    time_restrictions: z
      .array(TimeRestriction, missing('time_restrictions', 'adding'))
      .min(1, missing('time_restrictions', 'adding'))
      .max(ruleLimits.time_restrictions),
  }),
};
export const RulePartsReplaced = {
  subjects: z.strictObject({
    subjects: z.array(NamedByCaller, missing('subjects', 'replacing')).max(ruleLimits.subjects),
  }),
  objects: z.strictObject({
    objects: z.array(z.strictObject(RuleObject.shape), missing('objects', 'replacing')).max(ruleLimits.objects),
  }),
  time_restrictions: z.strictObject({
    time_restrictions: z
      .array(TimeRestriction, missing('time_restrictions', 'replacing'))
      .max(ruleLimits.time_restrictions),
  }),
};
