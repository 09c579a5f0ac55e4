import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Search } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { PersonState } from './person-state';

export const Person = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string().describe('Identity in the source; never changes.'),
  username: z.string().nullable(),
  display_name: z.string(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  email: z.string().nullable(),
  job_title: z.string().nullable(),
  department: z.string().nullable(),
  company: z.string().nullable(),
  location: z.string().nullable(),
  employee_id: z.string().nullable(),
  employee_type: z.string().nullable(),
  manager_ref: z.string().nullable(),
  groups: z.array(NamedRecord).describe('By name.'),
  active: z.boolean().describe('Whether they count for access; `state` says why not.'),
  state: PersonState,
  starts_on: z.string().nullable().describe('First day, as 2026-11-30.'),
  ends_on: z.string().nullable().describe('Last day, as 2026-11-30.'),
  suspended_at: Instant.nullable().describe('Since when the account is switched off.'),
  left_at: Instant.nullable(),
  forgotten_after: Instant.nullable().describe(
    'Until then a person who left comes back automatically under the same id.',
  ),
  created_at: Instant,
  updated_at: Instant,
});
export type Person = z.infer<typeof Person>;

const Manager = z.object({ id: z.uuid(), display_name: z.string(), state: PersonState });

export const PersonDetails = Person.extend({
  manager: Manager.nullable().describe(
    'Who `manager_ref` is: the person of the same source with this external id, else the only one with this username. Null: not among the people, or not clear.',
  ),
  reports: z.int().describe('Active people of the same source whose manager this is.'),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

export const peopleList = declareList({
  path: '/people',
  summary: 'People of all sources',
  ...openTo('view_people'),
  item: Person,
  filter: {
    search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
    connection_id: z.uuid().optional(),
    department: z.string().max(200).optional(),
    job_title: z.string().max(200).optional(),
    group_id: z.uuid().optional(),
    manager_id: z.uuid().optional().describe('People whose manager this is.'),
    active: z.stringbool().optional(),
    without_key_in: z.uuid().optional().describe('With rights recorded in this key system, and no key of it.'),
    state: PersonState.optional(),
  },
  sorts: ['display_name', 'department', 'job_title', 'employee_id', 'updated_at'],
  csv: {
    columns: [
      'external_id',
      'employee_id',
      'display_name',
      'given_name',
      'family_name',
      'username',
      'email',
      'job_title',
      'department',
      'company',
      'location',
      'employee_type',
      'active',
      'groups',
    ],
    audit: 'people.exported',
  },
});

export const people = {
  list: peopleList.page,
  exportCsv: peopleList.csv,
  get: endpoint({
    method: 'GET',
    path: '/people/:id',
    summary: 'One person',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    params: ById,
    response: PersonDetails,
    errors: ['not_found'],
  }),
};
