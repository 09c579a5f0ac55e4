import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { adminFunctions } from '../api/roles';
import { ById, DeleteResult, Instant, Reason, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate, visible } from '../fields/field-words';
import { lineOf } from '../fields/text';
import { separationWarnings } from './administrators';

const settings = {
  name: lineOf({ max: 80, short: fieldError({ visible }) }).describe('Unique without regard to case.'),
  functions: z.array(z.enum(adminFunctions)).max(adminFunctions.length),
  needs_second_factor: z.boolean().describe('Members sign in with a second factor.'),
};

/** A named set of functions. A sub-admin has the functions of all their roles. */
export const AdminRole = z.object({
  id: z.uuid(),
  name: z.string(),
  functions: z.array(z.enum(adminFunctions)),
  needs_second_factor: z.boolean(),
  members: z.int().describe('Administrators who have it.'),
  invitations: z.int().describe('Open invitations that give it.'),
  separation_warnings: z.array(z.enum(separationWarnings)).describe('Duties that two people should have.'),
  created_at: Instant,
  version: Version,
});
export type AdminRole = z.infer<typeof AdminRole>;

const write = { allow: ['superadmin'], changes: ['administrators'], stepUp: true } as const;

export const adminRoles = {
  list: endpoint({
    method: 'GET',
    path: '/admin-roles',
    summary: 'The roles of sub-admins, by name',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(AdminRole) }),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/admin-roles',
    summary: 'Create a role',
    audit: 'admin_role.created',
    status: 201,
    body: z.strictObject({ ...settings, needs_second_factor: settings.needs_second_factor.default(false) }),
    response: AdminRole,
    errors: ['conflict'],
  }),
  change: endpoint({
    ...write,
    method: 'PATCH',
    path: '/admin-roles/:id',
    summary: 'Change a role; other functions apply to its members at once',
    audit: 'admin_role.updated',
    params: ById,
    body: z
      .strictObject({ ...settings, reason: Reason })
      .partial()
      .refine((body) => Object.keys(body).some((name) => name !== 'reason'), {
        error: fieldError({ nothingToUpdate }),
      }),
    response: AdminRole,
    errors: ['conflict', 'version_conflict'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/admin-roles/:id',
    summary: 'Delete a role that no administrator and no open invitation has',
    audit: 'admin_role.deleted',
    params: ById,
    response: DeleteResult,
    errors: ['constraint_violation', 'version_conflict'],
  }),
};
