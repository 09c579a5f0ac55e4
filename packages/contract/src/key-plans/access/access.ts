import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { Instant } from '../../fields/common';
import { accessDifference } from './access-difference';
import { AccessMatrixQuestion, AccessMatrixWindow } from './access-matrix';
import { AccessReason, AccessRevision } from './access-reason';
import { AccessRefusal } from './access-refusal';
import { AccessWeek, AccessWeekQuestion, personDoorList } from './access-week';
import { canOpen, foreignProfiles } from './can-open';
import {
  accessComparison,
  departmentPeopleList,
  doorPeopleList,
  groupPeopleList,
  jobTitlePeopleList,
  locationPeopleList,
  profilePeopleList,
  RecordedState,
  rulePeopleList,
  whoMayOpen,
} from './door-people';

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
        recorded: RecordedState.exclude(['differs']),
        since: Instant.nullable().describe(
          'Allowed without interruption at least since then. Null for the past, and where no rule is within its dates.',
        ),
        reasons: z.array(AccessReason),
      }),
    )
    .describe('By marking.'),
  recorded_only: z
    .array(
      z.object({
        cylinder_id: z.uuid(),
        marking: z.string(),
        name: z.string(),
        location: z.string(),
        key_system_connection_id: z.uuid(),
      }),
    )
    .nullable()
    .describe(
      'Doors that key systems still have recorded for the person and that they may not open, by marking. Null for the past.',
    ),
  unchanged_since: Instant.nullable().describe(
    'The person has had this department, job title and groups at least since then.',
  ),
  on_keys: z
    .array(
      z.object({
        key_id: z.uuid(),
        marking: z.string(),
        state: z
          .enum(['up_to_date', 'waiting', 'unknown'])
          .describe('Whether the key was updated since what is recorded for the person last changed.'),
        updated_at: Instant.nullable(),
        recorded_at: Instant.nullable().describe('When what is recorded last changed.'),
      }),
    )
    .describe('The keys that key systems have recorded as handed out to the person; none for the past.'),
  recorded: z
    .array(
      z.object({
        key_system_connection_id: z.uuid(),
        key_system_name: z.string(),
        state: z.enum(['absent', 'active', 'inactive']),
        profiles: z.array(z.string()).describe('Names of our profiles that the person is a member of there.'),
        read_at: Instant.nullable().describe('Null also when it was read after a moment in the past.'),
      }),
    )
    .describe('What each linked key system had stored for this person, as it was known at the moment.'),
});
export type AccessEvaluation = z.infer<typeof AccessEvaluation>;

const moment = {
  at: Instant.optional().describe('Now unless given. In the past, what counted then; to come, what counts now.'),
};

export const AccessCheck = z.object({
  person_id: z.uuid(),
  cylinder_id: z.uuid(),
  layer: z.literal('desired').describe('What plans and directory say, not what keys hold.'),
  at: Instant,
  as_of: AsOf,
  may_open: z.boolean().describe('Whether some rule grants it, at this moment or at another.'),
  open_now: z.boolean(),
  revision: AccessRevision,
  reasons: z.array(AccessReason).describe('By key plan and rule; empty when nothing grants it.'),
  refusal: AccessRefusal.nullable().describe('Why nothing grants it; null when something does, and unless asked for.'),
});

export type AccessCheck = z.infer<typeof AccessCheck>;

export const access = {
  check: endpoint({
    method: 'GET',
    path: '/access/check',
    summary: 'Whether a person may open a cylinder at a moment, and because of what',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    query: z.strictObject({
      person_id: z.uuid(),
      cylinder_id: z.uuid(),
      ...moment,
      explain_refusal: z.stringbool().optional().describe('Whether to say why nothing grants it, which takes longer.'),
    }),
    response: AccessCheck,
    errors: ['not_found', 'past_not_kept'],
  }),
  doorPeople: doorPeopleList.page,
  exportDoorPeople: doorPeopleList.csv,
  groupPeople: groupPeopleList.page,
  exportGroupPeople: groupPeopleList.csv,
  locationPeople: locationPeopleList.page,
  exportLocationPeople: locationPeopleList.csv,
  rulePeople: rulePeopleList.page,
  exportRulePeople: rulePeopleList.csv,
  profilePeople: profilePeopleList.page,
  exportProfilePeople: profilePeopleList.csv,
  departmentPeople: departmentPeopleList.page,
  exportDepartmentPeople: departmentPeopleList.csv,
  jobTitlePeople: jobTitlePeopleList.page,
  exportJobTitlePeople: jobTitlePeopleList.csv,
  who: whoMayOpen,
  canOpen,
  foreignProfiles,
  compare: accessComparison.page,
  exportComparison: accessComparison.csv,
  difference: accessDifference,
  personDoors: personDoorList.page,
  exportPersonDoors: personDoorList.csv,
  week: endpoint({
    method: 'GET',
    path: '/access/week',
    summary: 'When in the week of a moment a person may open doors, or people a door or those of a place, rule by rule',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    query: AccessWeekQuestion,
    response: AccessWeek,
    errors: ['not_found', 'past_not_kept'],
  }),
  matrix: endpoint({
    method: 'POST',
    path: '/access/matrix',
    summary: 'Who of these people may open which of these cylinders, and how many of these departments and job titles',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    body: AccessMatrixQuestion,
    response: AccessMatrixWindow,
    errors: ['not_found'],
  }),
  evaluate: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/evaluate-user-access/:user_id',
    summary: 'What a person of this identity source may open, and because of what',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    params: z.object({ connection_id: z.uuid(), user_id: z.uuid() }),
    query: z.strictObject(moment),
    response: AccessEvaluation,
    errors: ['not_found', 'past_not_kept'],
  }),
};
