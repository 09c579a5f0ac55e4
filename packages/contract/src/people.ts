import { z } from 'zod';
import { ById, Instant, Search, sortBy } from './common';
import { endpoint } from './endpoint';
import { listOf, pagingFields } from './paging';

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
  active: z.boolean().describe('False once the source no longer lists the person.'),
  left_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Person = z.infer<typeof Person>;

export const PersonFilter = z.strictObject({
  search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
  connection_id: z.uuid().optional(),
  department: z.string().max(200).optional(),
  job_title: z.string().max(200).optional(),
  active: z.stringbool().optional(),
  sort: sortBy('display_name', 'department', 'job_title', 'employee_id', 'updated_at').optional(),
});
export const PersonListQuery = PersonFilter.extend(pagingFields);
export type PersonListQuery = z.infer<typeof PersonListQuery>;

export const people = {
  list: endpoint({
    method: 'GET',
    path: '/people',
    summary: 'People of all sources; by name unless sorted otherwise',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    query: PersonListQuery,
    response: listOf(Person),
  }),
  get: endpoint({
    method: 'GET',
    path: '/people/:id',
    summary: 'One person',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    params: ById,
    response: Person,
    errors: ['not_found'],
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/people.csv',
    summary: 'The filtered people as CSV',
    allow: ['superadmin'],
    audit: 'people.exported',
    produces: 'csv',
    query: PersonFilter,
    response: z.string(),
  }),
};
