import type { AdminRole, Invitation } from '@key2xs/contract';

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
