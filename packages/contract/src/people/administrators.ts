import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { adminFunctions, roles } from '../api/roles';
import { ById, Done, Instant, Reason, Search, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate, reason } from '../fields/field-words';
import { NamedRecord } from '../fields/named-record';
import { NamedScope } from '../fields/named-scope';
import { lineOf } from '../fields/text';
import { AdminScope } from './admin-scope';
import { MailAddress } from './notifications';
import { Session } from './sign-in/auth';

export const administratorStatuses = ['active', 'suspended', 'expired', 'not_yet'] as const;
export const secondFactorKinds = ['none', 'totp', 'passkey'] as const;
/** Duties that two people should have: who changes a plan does not also put it in force. */
export const separationWarnings = ['edits_and_activates_plans'] as const;
export type SeparationWarning = (typeof separationWarnings)[number];

export const FullName = lineOf({ max: 100 });
export const Administrator = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string().nullable().describe('Full name.'),
  mail_address: z.string().nullable(),
  role: z.enum(roles),
  roles: z.array(NamedRecord).describe('Of a sub-admin, by name; a super admin has none.'),
  functions: z
    .array(z.enum(adminFunctions))
    .describe('What the roles allow within the scope. A super admin does everything and has none listed.'),
  scope: NamedScope.nullable().describe('Null: everywhere.'),
  status: z.enum(administratorStatuses).describe('not_yet: the account begins later. Only active ones can sign in.'),
  suspended_at: Instant.nullable(),
  valid_from: Instant.nullable(),
  valid_until: Instant.nullable().describe('The account ends at this moment.'),
  last_sign_in_at: Instant.nullable(),
  second_factor: z.enum(secondFactorKinds).describe('The strongest one that is set up.'),
  linked_accounts: z
    .array(z.string())
    .describe('Accounts of the single sign-on provider that sign in as this administrator.'),
  deputy: z
    .object({ id: z.uuid(), username: z.string(), from: Instant, until: Instant })
    .nullable()
    .describe('Who acts for this administrator within the dates; also before and after them, until removed.'),
  is_service: z.boolean().describe('A service account: never signs in, its API tokens act for it.'),
  separation_warnings: z.array(z.enum(separationWarnings)).describe('Duties that two people should have.'),
  created_at: Instant,
  version: Version,
});
export type Administrator = z.infer<typeof Administrator>;

export const administratorList = declareList({
  path: '/administrators',
  summary: 'Administrators',
  allow: ['superadmin'],
  item: Administrator,
  filter: {
    search: Search.optional().describe('Part of the username, the name or the mail address.'),
    role: z.enum(roles).optional(),
    role_id: z.uuid().optional().describe('Members of this role.'),
    status: z.enum(administratorStatuses).optional(),
  },
  sorts: ['username', 'name', 'role', 'last_sign_in_at', 'valid_until', 'created_at'],
  csv: {
    columns: [
      'username',
      'name',
      'mail_address',
      'role',
      'roles',
      'functions',
      'departments',
      'places',
      'status',
      'valid_from',
      'valid_until',
      'last_sign_in_at',
      'second_factor',
      'deputy',
      'is_service',
      'created_at',
    ],
    audit: 'administrators.exported',
  },
});

/** What decides about rights. Each given field replaces the one before. */
export const rightsFields = {
  role: z.enum(roles),
  role_ids: z.array(z.uuid()).max(50).describe('Of a sub-admin; left out or empty for a super admin.'),
  scope: AdminScope.nullable().describe('Null: everywhere. A super admin has no scope.'),
  valid_from: Instant.nullable(),
  valid_until: Instant.nullable(),
};
const rightsNames = Object.keys(rightsFields);

export const AdministratorUpdate = z
  .strictObject({
    name: FullName.nullable(),
    mail_address: MailAddress.nullable(),
    ...rightsFields,
    reason: Reason,
  })
  .partial()
  .refine((body) => Object.keys(body).some((name) => name !== 'reason'), { error: fieldError({ nothingToUpdate }) })
  .refine((body) => body.reason !== undefined || !rightsNames.some((name) => name in body), {
    path: ['reason'],
    error: fieldError({ reason }),
  })
  .describe('A change of role, roles, scope or dates needs a reason and ends the sessions of the administrator.');
export type AdministratorUpdate = z.infer<typeof AdministratorUpdate>;

/** A link that works once: mailed, or else answered once. */
export const OneTimeLink = z.object({
  link: z
    .string()
    .nullable()
    .describe(
      'To pass on; shown this once. Without origin where the server does not know its own. Null: it was mailed.',
    ),
  mailed_to: z.string().nullable(),
  mail_problem: z.string().nullable().describe('Why it was not mailed although there is an address.'),
  expires_at: Instant,
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

/** What waits for one administrator. */
export const OpenWork = z.object({
  work_items: z.int().describe('Open entries of the work list that are assigned.'),
  set_ups: z.int().describe('Guided set-ups of an identity source that are not finished.'),
});
export type OpenWork = z.infer<typeof OpenWork>;

const manage = { allow: ['superadmin'], params: ById } as const;
const change = { ...manage, changes: ['administrators'] } as const;
const because = z.strictObject({ reason: Reason });

export const administrators = {
  list: administratorList.page,
  exportCsv: administratorList.csv,
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/administrators/:id',
    summary: 'An administrator',
    audit: { none: 'read-only' },
    response: Administrator,
  }),
  change: endpoint({
    ...change,
    method: 'PATCH',
    path: '/administrators/:id',
    summary: 'Change the name, the mail address or the rights of an administrator',
    audit: 'admin.updated',
    stepUp: true,
    body: AdministratorUpdate,
    response: Administrator,
    errors: ['conflict', 'version_conflict'],
  }),
  suspend: endpoint({
    ...change,
    method: 'POST',
    path: '/administrators/:id/suspend',
    summary: 'Suspend an administrator: sessions end at once, and signing in is refused',
    audit: 'admin.suspended',
    stepUp: true,
    body: because,
    response: Administrator,
    errors: ['conflict'],
  }),
  resume: endpoint({
    ...change,
    method: 'POST',
    path: '/administrators/:id/resume',
    summary: 'Let a suspended administrator sign in again',
    audit: 'admin.resumed',
    stepUp: true,
    body: because,
    response: Administrator,
    errors: ['conflict'],
  }),
  endSessions: endpoint({
    ...change,
    method: 'POST',
    path: '/administrators/:id/end-sessions',
    summary: 'End every session of an administrator, and those that act for them',
    audit: 'admin.sessions_ended',
    body: because,
    response: z.object({ ended: z.int() }),
  }),
  sendPasswordReset: endpoint({
    ...manage,
    method: 'POST',
    path: '/administrators/:id/password-reset',
    summary: 'Send an administrator a link that sets a new password once, within an hour',
    audit: 'admin.password_reset_issued',
    changes: { none: 'never-read' },
    stepUp: true,
    isSecret: true,
    response: OneTimeLink,
    errors: ['conflict'],
  }),
  resetSecondFactors: endpoint({
    ...change,
    method: 'POST',
    path: '/administrators/:id/second-factors/reset',
    summary: 'Remove every second factor of an administrator who has lost them; sessions end',
    audit: 'admin.second_factors_reset',
    stepUp: true,
    body: because,
    response: Administrator,
    errors: ['conflict'],
  }),
  unlinkSingleSignOn: endpoint({
    ...manage,
    method: 'POST',
    path: '/administrators/:id/single-sign-on/unlink',
    summary: 'Remove every link of an administrator with accounts of the single sign-on provider; sessions end',
    audit: { each: 'single_sign_on.unlinked' },
    changes: ['administrators', 'single-sign-on'],
    stepUp: true,
    body: because,
    response: Administrator,
    errors: ['conflict'],
  }),
  openWork: endpoint({
    ...manage,
    method: 'GET',
    path: '/administrators/:id/open-work',
    summary: 'What waits for an administrator',
    audit: { none: 'read-only' },
    response: OpenWork,
  }),
  handOver: endpoint({
    ...manage,
    method: 'POST',
    path: '/administrators/:id/hand-over',
    summary: 'Hand everything that waits for an administrator over to another one',
    audit: 'admin.work_handed_over',
    changes: ['administrators', 'work-list', 'entra-setups'],
    stepUp: true,
    body: z.strictObject({ to_id: z.uuid(), reason: Reason }),
    response: z.object({
      from: z.object({ before: OpenWork, after: OpenWork }),
      to: z.object({ before: OpenWork, after: OpenWork }),
    }),
    errors: ['conflict'],
  }),
  setDeputy: endpoint({
    ...change,
    method: 'PUT',
    path: '/administrators/:id/deputy',
    summary: 'Name who acts for an administrator between two dates; replaces the deputy before',
    audit: 'admin.deputy_set',
    stepUp: true,
    body: z.strictObject({ deputy_id: z.uuid(), from: Instant, until: Instant, reason: Reason }),
    response: Administrator,
    errors: ['conflict'],
  }),
  removeDeputy: endpoint({
    ...change,
    method: 'DELETE',
    path: '/administrators/:id/deputy',
    summary: 'Remove the deputy of an administrator; sessions of the deputy for them end',
    audit: 'admin.deputy_removed',
    response: Done,
  }),
  view: endpoint({
    ...manage,
    method: 'POST',
    path: '/administrators/:id/view',
    summary:
      'See the product as a sub-admin for 15 minutes: a second session that only reads; the sub-admin is informed',
    audit: 'admin.viewed',
    changes: { none: 'own-session' },
    stepUp: true,
    isSecret: true,
    status: 201,
    body: because,
    response: Session,
    errors: ['conflict'],
  }),
};
