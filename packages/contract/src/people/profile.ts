import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { adminFunctions, roles } from '../api/roles';
import { ById, Done, Instant } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { NamedScope } from '../fields/named-scope';

const OwnSession = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  started_at: Instant,
  renewed_at: Instant.describe('When its token was last exchanged; while it is used, about every half hour.'),
  ends_at: Instant.describe('The latest time to which it can be extended.'),
  acts_as: z.enum(['deputy', 'view']).nullable().describe('Whether it acts for another administrator.'),
});
export type OwnSession = z.infer<typeof OwnSession>;

const OwnAction = z.object({
  id: z.uuid(),
  at: Instant,
  action: z.string().describe('From the catalogue of audit actions, as `noun.past_participle`.'),
  actor_name: z.string().nullable().describe('Null: without a session.'),
  is_own: z.boolean().describe('Whether the caller did it; otherwise it was done to the account.'),
});
export type OwnAction = z.infer<typeof OwnAction>;

export const profile = {
  get: endpoint({
    method: 'GET',
    path: '/profile',
    summary: 'The account of the caller, with functions and scope',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({
      id: z.uuid(),
      username: z.string(),
      name: z.string().nullable(),
      mail_address: z.string().nullable().describe('Where mails of this product go.'),
      role: z.enum(roles),
      roles: z.array(NamedRecord),
      functions: z
        .array(z.enum(adminFunctions))
        .describe('What the roles allow within the scope; a super admin does everything.'),
      scope: NamedScope.nullable().describe('Null: everywhere.'),
      has_password: z.boolean(),
      created_at: Instant,
      last_sign_in_at: Instant.nullable(),
      valid_until: Instant.nullable(),
    }),
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/profile/sessions',
    summary: 'The sessions of the caller that are not over, the newest first',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(OwnSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/profile/sessions/:id',
    summary: 'End a session of the caller',
    allow: roles,
    audit: 'session.ended',
    changes: ['profile'],
    params: ById,
    response: Done,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/profile/sessions/end-others',
    summary: 'End every session of the caller but this one',
    allow: roles,
    audit: 'session.others_ended',
    changes: ['profile'],
    response: z.object({ ended: z.int() }),
  }),
  listActions: endpoint({
    method: 'GET',
    path: '/profile/actions',
    summary: 'What the caller did and what was done to the account, the newest first; without renewals of a session',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject({ before: z.uuid().optional().describe('The `next` of the page before.') }),
    response: z.object({ items: z.array(OwnAction), next: z.uuid().nullable().describe('Null: there are no more.') }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/profile/data',
    summary: 'All that is stored about the caller, as a JSON file without secrets',
    allow: roles,
    audit: 'profile.downloaded',
    produces: 'file',
    response: z.looseObject({ made_at: Instant }),
  }),
};
