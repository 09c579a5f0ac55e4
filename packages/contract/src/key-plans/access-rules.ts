import { z } from 'zod';
import { Description, Instant, Name, Version } from '../fields/common';
import { storableText } from '../fields/text';

export const SubjectType = z.enum(['user', 'group', 'job_title', 'department']);
export type SubjectType = z.infer<typeof SubjectType>;

export const ObjectType = z.enum(['cylinder', 'cylinder_group', 'access_profile']);
export type ObjectType = z.infer<typeof ObjectType>;

export const RuleType = z.enum(['job_function', 'department', 'custom']);
export const SubjectMatch = z
  .enum(['any', 'all'])
  .describe('any: one subject has to match. all: every subject has to.');

const wallClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time of day as HH:MM');

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
  subjects: z.array(RuleSubject.extend({ id: z.uuid() })),
  objects: z.array(
    RuleObject.extend({ id: z.uuid(), name: z.string().describe('Of the cylinder, group or profile.') }),
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
const common = {
  name: Name,
  description: Description.optional(),
  objects: z
    .array(z.strictObject(RuleObject.shape))
    .min(1, 'objects array is required and must not be empty.')
    .max(1_000),
  time_restrictions: z.array(TimeRestriction).max(20).default([]),
};

export const JobFunctionRuleCreate = z.strictObject({
  ...common,
  job_titles: z.array(text).min(1, 'subjects array is required and must not be empty.').max(500),
});
export const DepartmentRuleCreate = z.strictObject({
  ...common,
  departments: z.array(text).min(1, 'subjects array is required and must not be empty.').max(500),
});
