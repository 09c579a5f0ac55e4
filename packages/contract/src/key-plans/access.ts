import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { Instant, Search } from '../fields/common';
import { Person } from '../people/people';
import { ObjectType, RuleSubject, TimeRestriction } from './access-rules';

/** Why one door opens: the rule, the subject that matched, and the way from the rule to the door. */
export const AccessReason = z.object({
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  rule_updated_at: Instant,
  rule_updated_by: z.string(),
  matched: z.array(RuleSubject).describe('The subjects of the rule that this person matches.'),
  path: z
    .array(z.object({ object_type: ObjectType, id: z.uuid(), name: z.string() }))
    .describe('From what the rule names down to the cylinder, e.g. profile, group, cylinder.'),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  open_now: z.boolean().describe('Whether the moment is inside one of the windows.'),
  until: Instant.nullable().describe('When `open_now` is next another; null when it stays as it is.'),
});
export type AccessReason = z.infer<typeof AccessReason>;

const AsOf = z
  .enum(['now', 'past'])
  .describe('Whether people, doors and rules are those of the present, or those of a moment that has passed.');

export const AccessEvaluation = z.object({
  person_id: z.uuid(),
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  at: Instant,
  as_of: AsOf,
  grants: z
    .array(
      z.object({
        cylinder_id: z.uuid(),
        marking: z.string(),
        name: z.string(),
        location: z.string(),
        key_system_connection_id: z.uuid(),
        open_now: z.boolean(),
        reasons: z.array(AccessReason),
      }),
    )
    .describe('By marking.'),
  recorded: z
    .array(
      z.object({
        key_system_connection_id: z.uuid(),
        key_system_name: z.string(),
        state: z.enum(['absent', 'active', 'inactive']),
        profiles: z.array(z.string()).describe('Names of the profiles the person is a member of there.'),
        read_at: Instant.nullable().describe('Null also when it was read after a moment in the past.'),
      }),
    )
    .describe('What each linked key system had stored for this person, as it was known at the moment.'),
});
export type AccessEvaluation = z.infer<typeof AccessEvaluation>;

const moment = {
  at: Instant.optional().describe('Now unless given. In the past, what counted then; to come, what counts now.'),
};
const Revision = z.string().describe('The state of the database that was asked; opaque.');

export const AccessCheck = z.object({
  person_id: z.uuid(),
  cylinder_id: z.uuid(),
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  at: Instant,
  as_of: AsOf,
  may_open: z.boolean().describe('Whether some rule grants it, at this moment or at another.'),
  open_now: z.boolean(),
  revision: Revision,
  reasons: z.array(AccessReason).describe('By key plan and rule; empty when nothing grants it.'),
});

export type AccessCheck = z.infer<typeof AccessCheck>;

/** Somebody who may open a door, and because of which rules. */
export const DoorPerson = Person.pick({
  id: true,
  connection_id: true,
  connection_name: true,
  employee_id: true,
  display_name: true,
  department: true,
  job_title: true,
}).extend({
  open_now: z.boolean(),
  reasons: z.array(
    AccessReason.pick({
      keyplan_id: true,
      keyplan_name: true,
      rule_id: true,
      rule_name: true,
      windows: true,
      open_now: true,
      until: true,
    }),
  ),
});
export type DoorPerson = z.infer<typeof DoorPerson>;

export const doorPeopleList = declareList({
  path: '/access/cylinders/:cylinder_id/people',
  name: 'people-of-a-cylinder',
  summary: 'People who may open a cylinder, by the active key plans',
  allow: ['superadmin'],
  params: z.object({ cylinder_id: z.uuid() }),
  item: DoorPerson,
  filter: {
    ...moment,
    search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
    department: z.string().max(200).optional(),
    job_title: z.string().max(200).optional(),
    open_now: z.stringbool().optional().describe('Only those within their hours at the moment, or only the others.'),
  },
  sorts: ['display_name', 'department', 'job_title', 'employee_id'],
  csv: {
    columns: ['employee_id', 'display_name', 'department', 'job_title', 'open_now', 'because'],
    audit: 'access.exported',
  },
  errors: ['not_found', 'past_not_kept'],
});

export const access = {
  check: endpoint({
    method: 'GET',
    path: '/access/check',
    summary: 'Whether a person may open a cylinder at a moment, and because of what',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: z.strictObject({ person_id: z.uuid(), cylinder_id: z.uuid(), ...moment }),
    response: AccessCheck,
    errors: ['not_found', 'past_not_kept'],
  }),
  doorPeople: doorPeopleList.page,
  exportDoorPeople: doorPeopleList.csv,
  evaluate: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/evaluate-user-access/:user_id',
    summary: 'What a person of this identity source may open, and because of what',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: z.object({ connection_id: z.uuid(), user_id: z.uuid() }),
    query: z.strictObject(moment),
    response: AccessEvaluation,
    errors: ['not_found', 'past_not_kept'],
  }),
};
