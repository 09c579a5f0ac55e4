import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { adminFunctions } from '../../api/roles';
import { Instant } from '../../fields/common';
import { NamedRecord } from '../../fields/named-record';
import { NamedScope } from '../../fields/named-scope';
import { AdminScope } from '../admin-scope';
import { Username } from './auth';

export const ServiceAccount = z.object({
  id: z.uuid(),
  username: z.string(),
  roles: z.array(NamedRecord),
  functions: z.array(z.enum(adminFunctions)).describe('What the roles allow within the scope.'),
  scope: NamedScope.nullable().describe('Null: everywhere.'),
  valid_until: Instant.nullable(),
  suspended_at: Instant.nullable(),
  created_at: Instant,
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** Accounts that never sign in and only have API tokens. Changed, suspended and resumed like other administrators. */
export const serviceAccounts = {
  list: endpoint({
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    method: 'GET',
    path: '/service-accounts',
    summary: 'Service accounts, by name',
    response: z.object({ items: z.array(ServiceAccount) }),
  }),
  create: endpoint({
    allow: ['superadmin'],
    method: 'POST',
    path: '/service-accounts',
    summary: 'Create a service account',
    stepUp: true,
    audit: 'service_account.created',
    changes: ['api-tokens', 'administrators'],
    status: 201,
    body: z.strictObject({
      username: Username.describe('Stands in the audit log as who acted.'),
      role_ids: z.array(z.uuid()).min(1).max(50),
      scope: AdminScope.nullable().default(null).describe('Null: everywhere.'),
      valid_until: Instant.nullable().default(null).describe('From then on its tokens do not work. Null: no end.'),
    }),
    response: ServiceAccount,
    errors: ['conflict'],
  }),
};
