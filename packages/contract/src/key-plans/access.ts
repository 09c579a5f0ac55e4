import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { Instant } from '../fields/common';
import { AccessMatrixQuestion, AccessMatrixWindow } from './access-matrix';
import { AccessReason, AccessRevision } from './access-reason';
import { doorPeopleList, groupPeopleList, locationPeopleList } from './door-people';

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
});

export type AccessCheck = z.infer<typeof AccessCheck>;

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
  groupPeople: groupPeopleList.page,
  exportGroupPeople: groupPeopleList.csv,
  locationPeople: locationPeopleList.page,
  exportLocationPeople: locationPeopleList.csv,
  matrix: endpoint({
    method: 'POST',
    path: '/access/matrix',
    summary: 'Who of these people may open which of these cylinders, and how many of these departments and job titles',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    body: AccessMatrixQuestion,
    response: AccessMatrixWindow,
    errors: ['not_found'],
  }),
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
