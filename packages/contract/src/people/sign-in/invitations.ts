import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { declareList } from '../../api/list';
import { roles } from '../../api/roles';
import { ById, Done, Instant, Search } from '../../fields/common';
import { NamedRecord } from '../../fields/named-record';
import { NamedScope } from '../../fields/named-scope';
import { FullName, OneTimeLink, rightsFields } from '../administrators';
import { MailAddress } from '../notifications';

export const invitationStatuses = ['open', 'used', 'expired', 'revoked'] as const;

const Invitation = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  mail_address: z.string().nullable(),
  role: z.enum(roles),
  roles: z.array(NamedRecord),
  scope: NamedScope.nullable(),
  valid_from: Instant.nullable(),
  valid_until: Instant.nullable(),
  status: z.enum(invitationStatuses),
  invited_by: z.object({ id: z.uuid(), username: z.string() }),
  registered_as: z.object({ id: z.uuid(), username: z.string() }).nullable().describe('Of a used one, where known.'),
  created_at: Instant,
  expires_at: Instant,
  used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const invitationList = declareList({
  path: '/invitations',
  summary: 'Invitations of administrators',
  allow: ['superadmin'],
  item: Invitation,
  filter: {
    search: Search.optional().describe('Part of the name or the mail address.'),
    status: z.enum(invitationStatuses).optional(),
  },
  sorts: ['created_at', 'expires_at', 'name'],
  usual: '-created_at',
  csv: {
    columns: [
      'name',
      'mail_address',
      'role',
      'roles',
      'departments',
      'places',
      'valid_from',
      'valid_until',
      'status',
      'invited_by',
      'registered_as',
      'created_at',
      'expires_at',
      'used_at',
      'revoked_at',
    ],
    audit: 'invitations.exported',
  },
});

/** A sub-admin without `role_ids` gets the oldest role. */
export const InvitationCreate = z.strictObject({
  role: rightsFields.role,
  role_ids: rightsFields.role_ids.optional().describe('Of a sub-admin; the oldest role unless given.'),
  scope: rightsFields.scope.default(null),
  name: FullName.nullable().default(null),
  mail_address: MailAddress.nullable().default(null),
  valid_from: rightsFields.valid_from.default(null),
  valid_until: rightsFields.valid_until.default(null),
});

/** The link leads to `/invitation#<token>`; after the #, neither a proxy nor an access log sees the token. */
export const invitations = {
  invite: endpoint({
    method: 'POST',
    path: '/auth/invitations',
    summary: 'Invite an administrator; the link works once, within 72 hours',
    allow: ['superadmin'],
    audit: 'admin.invited',
    changes: ['administrators'],
    status: 201,
    stepUp: true,
    isSecret: true,
    body: InvitationCreate,
    response: OneTimeLink.extend({
      id: z.uuid(),
      role: z.enum(roles),
      invitation_token: z.string().describe('Shown this once.'),
    }),
    errors: ['conflict'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/auth/invitations/check',
    summary: 'What an invitation gives; the same refusal for whatever token opens none',
    allow: 'public',
    audit: { none: 'read-only' },
    body: z.strictObject({ token: z.string().max(200) }),
    response: z.object({
      name: z.string().nullable(),
      role: z.enum(roles),
      roles: z.array(z.string()).describe('Names.'),
      expires_at: Instant,
    }),
    errors: ['link_expired'],
  }),
  list: invitationList.page,
  exportCsv: invitationList.csv,
  resend: endpoint({
    method: 'POST',
    path: '/invitations/:id/resend',
    summary: 'A new link for 72 hours; the old one stops working',
    allow: ['superadmin'],
    audit: 'invitation.resent',
    changes: ['administrators'],
    stepUp: true,
    isSecret: true,
    params: ById,
    response: OneTimeLink,
    errors: ['conflict'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/:id',
    summary: 'Revoke an invitation that has not been used',
    allow: ['superadmin'],
    audit: 'invitation.revoked',
    changes: ['administrators'],
    params: ById,
    response: Done,
    errors: ['conflict'],
  }),
};
