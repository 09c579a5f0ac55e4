import { z } from 'zod';
import { AccessDelta } from '../fields/access-delta';
import { Instant } from '../fields/common';
import { Person } from '../people/people';
import { NamedSubject, RuleObject, RuleType, SubjectMatch, TimeRestriction } from './rules/access-rules';

/** The content of a rule in a version. */
export const RuleContent = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: RuleType,
  is_active: z.boolean(),
  subject_match: SubjectMatch,
  subjects: z.array(NamedSubject),
  objects: z.array(RuleObject.extend({ name: z.string().describe('Of a place its path; empty for what is gone.') })),
  time_restrictions: z.array(TimeRestriction),
});
export type RuleContent = z.infer<typeof RuleContent>;

export const ProfileContent = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  cylinder_ids: z.array(z.uuid()),
  cylinder_group_ids: z.array(z.uuid()),
});
export type ProfileContent = z.infer<typeof ProfileContent>;

const changed = { change: z.enum(['added', 'changed', 'removed']), record_id: z.uuid(), name: z.string() };

/** A rule or profile that differs; `before` is null where it is added, `after` where it is removed. */
export const PlanChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    ...changed,
    before: RuleContent.nullable(),
    after: RuleContent.nullable(),
    gains: z.int().describe('People who gain some door by this rule.'),
    loses: z.int().describe('People who lose some door that this rule gave.'),
  }),
  z.object({
    kind: z.literal('profile'),
    ...changed,
    before: ProfileContent.nullable(),
    after: ProfileContent.nullable(),
  }),
]);
export type PlanChange = z.infer<typeof PlanChange>;

const Counts = { gaining: z.int().describe('People.'), losing: z.int().describe('People.') };

/** Who would gain and lose which doors by one side of a plan instead of another, and the work that it makes. */
export const PlanDelta = AccessDelta.extend({
  by_department: z
    .array(z.object({ department: z.string().nullable(), ...Counts }))
    .describe('Most first, at most 50.'),
  by_location: z
    .array(
      z.object({
        location_id: z.uuid().nullable().describe('Null: doors without a place.'),
        name: z.string().describe('With the places above, as a path.'),
        protection_class: z.int().nullable(),
        rights_gained: z.int(),
        rights_lost: z.int(),
      }),
    )
    .describe('Most first, at most 50.'),
  sensitive_locations: z.int().describe('Places of protection class 3 and 4 among them.'),
  keys_to_update: z.int().describe('Keys in the hands of these people that carry their rights.'),
  cylinders_to_visit: z.int().describe('Doors whose cylinder keeps the rights of these people’s keys.'),
  people_without_key: z.int().describe('As of keys_read_at.'),
  keys_read_at: Instant.nullable().describe(
    'When the keys of each linked key system were last read, the oldest of these times. Null: they have not all been read.',
  ),
  longest_key_list: z
    .object({ before: z.int(), after: z.int() })
    .describe(
      'Entries of the longest list of doors that a key of these people carries, by all plans; a group is one entry.',
    ),
  schedule_conflicts: z
    .object({ before: z.int(), after: z.int(), policy: z.enum(['refuse', 'union', 'intersection']) })
    .describe('People with different hours from several rules, though a key holds one schedule.'),
  people_reached: z.int().describe('People with a door by the plan before it.'),
  needs_confirmation: z.boolean().describe('So many people lose doors that an activation asks again.'),
  revision: z.string().describe('The state of the database that was asked; opaque.'),
});
export type PlanDelta = z.infer<typeof PlanDelta>;

/** A person who gains or loses doors. */
export const GainOrLoss = Person.pick({
  id: true,
  connection_id: true,
  employee_id: true,
  display_name: true,
  department: true,
  job_title: true,
}).extend({
  gained: z
    .array(z.object({ id: z.uuid(), marking: z.string(), name: z.string() }))
    .describe('Doors, by marking; at most 100.'),
  lost: z
    .array(z.object({ id: z.uuid(), marking: z.string(), name: z.string() }))
    .describe('Doors, by marking; at most 100.'),
  doors_gained: z.int(),
  doors_lost: z.int(),
});
export type GainOrLoss = z.infer<typeof GainOrLoss>;
