import { z } from 'zod';
import { declareList } from '../../api/list';
import { openTo } from '../../api/roles';
import { Instant, Search } from '../../fields/common';
import { NamedSubject, ObjectType, TimeRestriction } from '../rules/access-rules';
import { AccessReason } from './access-reason';

const Span = z.object({
  from: z.int().describe('Minute of the week by the clock there, 0 is Monday 00:00.'),
  to: z.int().describe('Exclusive; 10080 is the end of Sunday.'),
});

/** The doors and hours of one rule by one clock in the week of a moment. */
export const AccessWeekRow = AccessReason.pick({
  keyplan_id: true,
  keyplan_name: true,
  rule_id: true,
  rule_name: true,
  rule_updated_at: true,
  rule_updated_by: true,
  rule_version: true,
  rule_note: true,
  open_now: true,
  until: true,
}).extend({
  subjects: z.array(NamedSubject).describe('Of a person those that match, else all of the rule.'),
  through: z
    .array(z.object({ object_type: ObjectType, id: z.uuid(), name: z.string() }))
    .describe('What of the rule leads to these doors.'),
  doors: z.int(),
  people: z.int().describe('All people with this right.'),
  time_zone: z.string().describe('By whose clock the hours are read: of the place, else of the plan.'),
  now: z.int().describe('Minute of the week by that clock at the moment; -1 for a zone that is not known.'),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  spans: z.array(Span).describe('When it is open in the week of the moment, dates and daylight saving included.'),
});
export type AccessWeekRow = z.infer<typeof AccessWeekRow>;

export const AccessWeekQuestion = z.strictObject({
  of: z.enum(['person', 'cylinder', 'location']),
  id: z.uuid(),
  at: Instant.optional().describe('Now unless given.'),
});
export type AccessWeekQuestion = z.output<typeof AccessWeekQuestion>;

export const AccessWeek = z.object({
  of: AccessWeekQuestion.shape.of,
  id: z.uuid(),
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  at: Instant,
  as_of: z.enum(['now', 'past']),
  rows: z
    .array(AccessWeekRow)
    .describe('Most doors first. A rule over places in several time zones has a row for each.'),
  people: z
    .array(Span.extend({ people: z.int() }))
    .describe('How many people may open any of the doors from step to step of the week. Empty for a person.'),
  departments: z
    .array(z.object({ name: z.string().nullable(), people: z.int() }))
    .describe('Of those who may open any of the doors, most people first. Empty for a person.'),
});
export type AccessWeek = z.infer<typeof AccessWeek>;

/** A door that a person may open, and because of which rules. */
export const PersonDoor = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  location: z.string(),
  open_now: z.boolean(),
  reasons: z
    .array(AccessReason.pick({ keyplan_id: true, rule_id: true, rule_name: true, windows: true, open_now: true }))
    .describe('One a rule.'),
});
export type PersonDoor = z.infer<typeof PersonDoor>;

export const personDoorList = declareList({
  path: '/access/persons/:person_id/doors',
  name: 'doors-of-a-person',
  summary: 'Doors that a person may open, by the active key plans',
  ...openTo('view_people'),
  params: z.object({ person_id: z.uuid() }),
  item: PersonDoor,
  filter: {
    at: Instant.optional().describe('Now unless given.'),
    open_now: z.stringbool().optional(),
    search: Search.optional().describe('Part of marking, name or location.'),
  },
  sorts: ['marking', 'name', 'location'],
  csv: { columns: ['marking', 'name', 'location', 'open_now', 'because'], audit: 'access.exported' },
  errors: ['not_found', 'past_not_kept'],
});
