import type { AdminRole, Invitation, SingleSignOnSettings } from '@key2xs/contract';

const at = '2026-03-01T06:00:00.000Z';
export const roleId = '0190c0de-0000-7000-8000-000000000090';

/** As the role that `anAdministrator` has. */
export const aRole = (fields: Partial<AdminRole> = {}): AdminRole => ({
  id: roleId,
  name: 'Key keepers',
  functions: ['view_cylinders', 'assign_keys'],
  needs_second_factor: false,
  members: 0,
  invitations: 0,
  separation_warnings: [],
  created_at: at,
  version: 3,
  ...fields,
});

export const anInvitation = (fields: Partial<Invitation> = {}): Invitation => ({
  id: '0190c0de-0000-7000-8000-000000000095',
  name: 'Zoe Lang',
  mail_address: 'zoe@city.test',
  role: 'subadmin',
  roles: [{ id: roleId, name: 'Key keepers' }],
  scope: null,
  valid_from: null,
  valid_until: null,
  status: 'open',
  invited_by: { id: '0190c0de-0000-7000-8000-000000000001', username: 'ada' },
  registered_as: null,
  created_at: at,
  expires_at: '2026-03-04T06:00:00.000Z',
  used_at: null,
  revoked_at: null,
  ...fields,
});

export const pageOf = <T>(items: T[]) => ({ items, total: items.length, limit: 50, offset: 0 });

/** Of an installation that signs in at a provider. */
export const singleSignOnSettings: SingleSignOnSettings = {
  is_enabled: true,
  name: 'City login',
  issuer: 'https://login.city.test/realm',
  client_id: 'key2xs',
  has_client_secret: true,
  scopes: ['profile', 'email'],
  authority_pem: null,
  username_claim: 'preferred_username',
  name_claim: 'name',
  mail_claim: null,
  groups_claim: 'groups',
  roles_from_groups: true,
  groups_give_super_admin: false,
  creates_administrators: false,
  created_scope: null,
  link_by_username: false,
  trusts_provider_mfa: false,
  mfa_values: ['mfa'],
  group_roles: [{ group: 'keepers', role: { id: roleId, name: 'Key keepers' } }],
  redirect_uri: 'https://keys.city.test/auth/callback/oidc',
  version: 4,
};
