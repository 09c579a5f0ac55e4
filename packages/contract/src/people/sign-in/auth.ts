import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { adminFunctions, roles } from '../../api/roles';
import { Instant } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { RestoredBackup } from '../../installation';

/** Combining marks follow a letter. Refuses invisible letters. */
const usernamePattern = /^(?!.*\p{Default_Ignorable_Code_Point})(?:[\p{L}\p{N}]\p{M}*|[._@-])+$/u;

export const Username = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(3)
  .max(64)
  .regex(usernamePattern, { error: fieldError({ username: 'Letters, digits, dots, hyphens, underscores and @ only' }) })
  .describe('Normalised to NFKC. Compared without regard to case.');

/** NIST SP 800-63B-4: 15 characters where the password is the only factor; no composition rules. */
export const NewPassword = z
  .string()
  .min(15, { error: fieldError({ password: 'At least 15 characters; a sentence works well' }) })
  .max(256)
  .describe('Any Unicode; normalised to NFKC before hashing.');

export const Session = z.object({
  access_token: z.string().describe('Opaque; send it as a bearer token.'),
  token_type: z.literal('bearer'),
  expires_in: z.int().describe('Seconds until the token ends unless it is refreshed.'),
  recovery_codes_left: z.int().optional().describe('Only after a sign-in with a recovery code.'),
});
export type Session = z.infer<typeof Session>;

export const Admin = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  functions: z
    .array(z.enum(adminFunctions))
    .describe('What a sub-admin has been given to do; a super admin does everything.'),
  created_at: Instant,
});
export type Admin = z.infer<typeof Admin>;

/** The administrator for whom a session acts: as their deputy, or to see what they see, which only reads. */
export const Acting = z.object({
  as: z.enum(['deputy', 'view']),
  id: z.uuid(),
  username: z.string(),
  ends_at: Instant.describe('Then this session is over.'),
});
export type Acting = z.infer<typeof Acting>;

export const Me = Admin.extend({
  acting: Acting.nullable(),
  is_demo: z.literal(true).optional().describe('All people, doors and keys of this installation are made up.'),
  restored_backup: RestoredBackup.optional().describe('While the installation is paused after it was restored.'),
});
export type Me = z.infer<typeof Me>;

export const Registration = z.strictObject({
  username: Username,
  password: NewPassword,
  invitation_token: z.string().max(200).optional().describe('Needed once there is an administrator.'),
});

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in and receive an access token',
    allow: 'public',
    audit: 'session.started',
    changes: { none: 'own-session' },
    encoding: 'form',
    body: z.strictObject({
      username: z.string().max(256),
      password: z.string().max(1_024),
      grant_type: z.literal('password').optional(),
    }),
    response: Session,
    errors: ['invalid_credentials', 'second_factor_needed', 'sign_in_ended', 'too_many_attempts', 'overloaded'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create the first super admin, or an administrator with an invitation',
    allow: 'public',
    audit: 'admin.registered',
    changes: ['administrators'],
    status: 201,
    body: Registration,
    response: Admin,
    errors: ['registration_closed', 'conflict', 'overloaded'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a live access token for a fresh one',
    allow: roles,
    audit: 'session.refreshed',
    changes: { none: 'own-session' },
    response: Session,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session at once',
    allow: roles,
    audit: 'session.ended',
    changes: { none: 'own-session' },
    response: z.object({ success: z.literal(true) }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    summary: 'Who is signed in, and for whom the session acts; role and functions are those that the session has',
    allow: roles,
    audit: { none: 'read-only' },
    response: Me,
  }),
  createStreamTicket: endpoint({
    method: 'POST',
    path: '/auth/stream-tickets',
    summary: 'Create a ticket that opens one stream within a minute, so that no access token stands in an address',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    status: 201,
    isSecret: true,
    response: z.object({ ticket: z.string(), expires_in: z.int().describe('Seconds.') }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the own password; every session of this administrator ends',
    allow: roles,
    audit: 'admin.password_changed',
    changes: { none: 'own-session' },
    body: z.strictObject({ current_password: z.string().max(1_024), new_password: NewPassword }),
    response: z.object({ success: z.literal(true) }),
    errors: ['invalid_credentials', 'too_many_attempts', 'overloaded'],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/password/forgotten',
    summary: 'Ask for a mail with a one-time link to set a new password; the answer is the same for every name',
    allow: 'public',
    audit: 'admin.password_forgotten',
    changes: { none: 'never-read' },
    body: z.strictObject({ username: z.string().max(256) }),
    response: z.object({
      success: z.literal(true),
      is_mail_configured: z.boolean().describe('Without a mail server no link can be sent.'),
    }),
    errors: ['too_many_attempts', 'overloaded'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password by a one-time link; every session of this administrator ends',
    allow: 'public',
    audit: 'admin.password_reset',
    changes: { none: 'own-session' },
    body: z.strictObject({ token: z.string().max(200), new_password: NewPassword }),
    response: z.object({ success: z.literal(true), username: z.string() }),
    errors: ['link_expired', 'overloaded'],
  }),
};
