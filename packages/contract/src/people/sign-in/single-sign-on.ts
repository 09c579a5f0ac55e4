import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { roles } from '../../api/roles';
import { AuthorityPem } from '../../fields/authority-pem';
import { ById, Done, Instant } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { NamedRecord } from '../../fields/named-record';
import { isStorable, lineOf } from '../../fields/text';
import { AdminScope } from '../admin-scope';
import { BrowserKey, ProviderAnswer } from '../sources/provider-answer';
import { Session } from './auth';

/** Where the provider sends the browser back to, below the address of the product. */
export const singleSignOnCallback = '/auth/callback/oidc';

const issuerPattern = /^https:\/\/[^\s\p{C}\\/?#@]+(?:\/[^\s\p{C}\\?#@]*)?$/iu;

const noIssuer = fieldError({ issuer: "The issuer is an address with https://, without '?', '#' and user name." });

/** Compared as it is: a slash at the end is part of it. */
export const Issuer = z
  .string()
  .trim()
  .max(500)
  .regex(issuerPattern, { error: noIssuer, abort: true })
  .refine((text) => URL.canParse(text) && !text.includes('/.well-known/'), { error: noIssuer });

const claimName = /^[!-~]{1,100}$/;
const Claim = z
  .string()
  .trim()
  .regex(claimName, { error: fieldError({ claim: 'The name of a claim, such as preferred_username.' }) });
const Scope = z
  .string()
  .trim()
  .regex(/^[!#-[\]-~]{1,100}$/, { error: fieldError({ scopeName: 'The name of a scope, such as profile.' }) });
const Group = lineOf({ max: 300 });

const Choices = z.strictObject({
  is_enabled: z.boolean().describe('Whether the sign-in page offers it.'),
  name: lineOf({ max: 60 }).describe('What the sign-in page calls the provider.'),
  issuer: Issuer,
  client_id: lineOf({ max: 300 }),
  scopes: z.array(Scope).max(20).describe('Beside openid.'),
  authority_pem: AuthorityPem.nullable().describe('Null: an authority that browsers know as well.'),
  username_claim: Claim,
  name_claim: Claim.nullable(),
  mail_claim: Claim.nullable(),
  groups_claim: Claim.nullable().describe('Null: groups are not looked at.'),
  roles_from_groups: z
    .boolean()
    .describe('The roles of a sub-admin become those of their groups at every sign-in; other roles go.'),
  groups_give_super_admin: z
    .boolean()
    .describe('Groups may make super admins of administrators that exist. Without it no group may give that.'),
  creates_administrators: z
    .boolean()
    .describe(
      'A person whom the provider lets in and whose groups give roles becomes a sub-admin at the first sign-in.',
    ),
  created_scope: AdminScope.nullable().describe('What those that are created are limited to. Null: no limit.'),
  link_by_username: z
    .boolean()
    .describe('The first sign-in links the sub-admin whose username the provider says. Super admins link themselves.'),
  trusts_provider_mfa: z.boolean().describe('A second factor at the provider counts as one here.'),
  mfa_values: z.array(Claim).max(20).describe('Of amr or acr, any of which says that there was a second factor.'),
});

export const SingleSignOnChange = Choices.extend({
  client_secret: z
    .string()
    .min(1)
    .max(1_000)
    .refine(isStorable)
    .nullable()
    .optional()
    .describe('Left out: as it is. Null: none, for a public client.'),
  group_roles: z
    .array(z.strictObject({ group: Group, role_id: z.uuid().nullable().describe('Null: super admin.') }))
    .max(200)
    .describe('What groups give; a group may stand in several.'),
});
export type SingleSignOnChange = z.output<typeof SingleSignOnChange>;

export const SingleSignOnSettings = z.object({
  ...Choices.shape,
  issuer: z.string().describe('Empty: not set up yet.'),
  name: z.string(),
  client_id: z.string(),
  authority_pem: z.string().nullable(),
  has_client_secret: z.boolean(),
  group_roles: z.array(
    z.object({
      group: z.string(),
      role: NamedRecord.nullable().describe('Null: super admin.'),
    }),
  ),
  redirect_uri: z.string().describe('To be registered with the provider.'),
  version: z.int().describe('0: not set up yet.'),
});
export type SingleSignOnSettings = z.infer<typeof SingleSignOnSettings>;

export const singleSignOnChecks = ['address', 'issuer', 'keys', 'algorithms', 'code_flow', 'scopes', 'claims'] as const;

export const SingleSignOnTest = z.object({
  is_passed: z.boolean(),
  steps: z.array(
    z.object({
      name: z.enum(singleSignOnChecks),
      state: z.enum(['passed', 'warning', 'failed', 'skipped']).describe('After a failure the rest is skipped.'),
      message: z.string(),
    }),
  ),
});
export type SingleSignOnTest = z.infer<typeof SingleSignOnTest>;

export const SingleSignOnLink = z.object({
  id: z.uuid(),
  issuer: z.string(),
  account: z.string().describe('What the provider called the account at the last sign-in.'),
  linked_at: Instant,
  last_used_at: Instant.nullable(),
});
export type SingleSignOnLink = z.infer<typeof SingleSignOnLink>;

const Started = z.object({ authorization_url: z.string().describe('Where the browser signs in.') });
const superadmin = { allow: ['superadmin'] } as const;

export const singleSignOn = {
  offer: endpoint({
    method: 'GET',
    path: '/auth/single-sign-on',
    summary: 'Whether the sign-in page offers single sign-on',
    allow: 'public',
    audit: { none: 'read-only' },
    response: z.object({ is_enabled: z.boolean(), name: z.string() }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/auth/single-sign-on/start',
    summary: 'Start signing in at the provider',
    allow: 'public',
    audit: { none: 'no-actor-yet' },
    changes: { none: 'answered-whole' },
    body: z.strictObject({
      browser_key: BrowserKey,
      invitation_token: z.string().max(200).optional().describe('Accepts an invitation, without a password.'),
    }),
    response: Started,
    errors: ['conflict', 'too_many_attempts', 'unavailable'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/single-sign-on/finish',
    summary: 'Sign in by what the provider has answered',
    allow: 'public',
    audit: 'session.started',
    changes: ['administrators'],
    body: ProviderAnswer,
    response: Session,
    errors: [
      'invalid_credentials',
      'second_factor_needed',
      'sign_in_ended',
      'conflict',
      'too_many_attempts',
      'unavailable',
    ],
  }),
  links: endpoint({
    method: 'GET',
    path: '/auth/me/single-sign-on',
    summary: 'The accounts of the provider by which the caller signs in',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(SingleSignOnLink) }),
  }),
  startLink: endpoint({
    method: 'POST',
    path: '/auth/me/single-sign-on/start',
    stepUp: true,
    summary: 'Start linking an account of the provider with the caller',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    body: z.strictObject({ browser_key: BrowserKey }),
    response: Started,
    errors: ['conflict', 'too_many_attempts', 'unavailable'],
  }),
  finishLink: endpoint({
    method: 'POST',
    path: '/auth/me/single-sign-on/finish',
    summary: 'Link the account that the provider has answered with the caller',
    allow: roles,
    audit: 'single_sign_on.linked',
    changes: ['single-sign-on', 'administrators'],
    body: ProviderAnswer,
    response: SingleSignOnLink,
    errors: ['conflict', 'sign_in_ended', 'unavailable'],
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/auth/me/single-sign-on/:id',
    summary: 'Remove the link of the caller with an account of the provider',
    allow: roles,
    audit: 'single_sign_on.unlinked',
    changes: ['single-sign-on', 'administrators'],
    params: ById,
    response: Done,
    errors: ['not_found', 'conflict'],
  }),
  get: endpoint({
    ...superadmin,
    method: 'GET',
    path: '/settings/single-sign-on',
    summary: 'How administrators sign in at a provider of OpenID Connect',
    audit: { none: 'read-only' },
    response: SingleSignOnSettings,
  }),
  save: endpoint({
    ...superadmin,
    method: 'PUT',
    path: '/settings/single-sign-on',
    summary: 'Change how administrators sign in at a provider; signing in by password stays possible',
    audit: 'single_sign_on.updated',
    stepUp: true,
    changes: ['single-sign-on'],
    body: SingleSignOnChange,
    response: SingleSignOnSettings,
    errors: ['version_conflict'],
  }),
  test: endpoint({
    ...superadmin,
    method: 'POST',
    path: '/settings/single-sign-on/test',
    summary: 'Read what a provider says about itself, and its keys; nothing is stored',
    audit: 'single_sign_on.tested',
    changes: { none: 'answered-whole' },
    body: z.strictObject({
      issuer: Issuer,
      authority_pem: AuthorityPem.nullable(),
      scopes: Choices.shape.scopes,
      username_claim: Claim,
      groups_claim: Claim.nullable(),
    }),
    response: SingleSignOnTest,
  }),
};
