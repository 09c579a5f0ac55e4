import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { adminFunctions, roles } from '../../api/roles';
import { ById, Done, Instant } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { visible } from '../../fields/field-words';
import { NamedScope } from '../../fields/named-scope';
import { lineOf } from '../../fields/text';
import { AdminScope } from '../admin-scope';

/** How an API token begins: by this, scanners of source code recognise one. */
export const apiTokenPrefix = 'k2x_';
/** A token in whole: the prefix, an id part by which it is listed, a secret and a checksum. */
export const apiTokenPattern = /^k2x_[0-9A-Za-z]{46}$/;
/** How many characters of a token are listed. */
export const apiTokenShownChars = 12;

/** How long a token may be valid: what a policy may say, and what it says at first. */
export const apiTokenDays = { least: 1, most: 730, default: 90 } as const;
/** How long the former secret works after a rotation. */
export const apiTokenOverlapHours = 24;
/** Of an owner. */
export const maxApiTokens = 50;

const functions = z
  .array(z.enum(adminFunctions))
  .max(adminFunctions.length)
  .nullable()
  .describe('What it may be used for, as far as its owner may do it. Null: everything, only of a super admin.');
const scopeWords = 'Limits it further than its owner is limited. Null: as its owner.';
const is_read_only = z.boolean().describe('It changes nothing, whatever its functions are.');
const expires_at = Instant.describe('At most as far ahead as the policy allows.');

export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.object({ id: z.uuid(), username: z.string(), is_service: z.boolean() }),
  shown: z.string().describe('Its first characters, by which one that was found somewhere is recognised.'),
  functions,
  scope: NamedScope.nullable().describe(scopeWords),
  is_read_only,
  created_at: Instant,
  issued_at: Instant.describe('When its present secret was issued, by its creation or a rotation.'),
  expires_at: Instant.describe('Earlier than it was created with where the policy has become shorter since.'),
  days_left: z.int().describe('Whole days until it ends; below 0 once it has.'),
  former_until: Instant.nullable().describe('Until then the secret before the last rotation works as well.'),
  last_used_at: Instant.nullable().describe('To the minute.'),
  is_usable: z.boolean().describe('Not ended, and its owner is neither suspended nor past their last day.'),
});
export type ApiToken = z.infer<typeof ApiToken>;

const Issued = z.object({
  token: ApiToken,
  secret: z.string().describe('The token itself, in this answer only: it is stored as a hash.'),
});
const List = z.object({ items: z.array(ApiToken) });

export const ApiTokenPolicy = z.strictObject({
  max_days: z
    .int()
    .min(apiTokenDays.least)
    .max(apiTokenDays.most)
    .describe('The longest time that a secret is valid. Counts for tokens that exist, too.'),
});
export type ApiTokenPolicy = z.infer<typeof ApiTokenPolicy>;

const tokenName = lineOf({ max: 100, short: fieldError({ visible }) }).describe('What it is used for.');

const superadmin = { allow: ['superadmin'] } as const;
const readOnly = { audit: { none: 'read-only' } } as const;

/** Tokens for scripts and other programs. No token can be used for any of these. */
export const apiTokens = {
  own: endpoint({
    ...readOnly,
    method: 'GET',
    path: '/api-tokens',
    summary: 'API tokens of the caller, those that end first first',
    allow: roles,
    response: List,
  }),
  all: endpoint({
    ...readOnly,
    ...superadmin,
    method: 'GET',
    path: '/api-tokens/all',
    summary: 'API tokens of all administrators and service accounts, those that end first first',
    response: List,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-tokens',
    summary: 'Create an API token; it is shown once',
    allow: roles,
    stepUp: true,
    audit: 'api_token.created',
    changes: ['api-tokens'],
    status: 201,
    isSecret: true,
    body: z.strictObject({
      name: tokenName,
      owner_id: z.uuid().optional().describe('A service account, by super admins; without one, the caller.'),
      functions,
      scope: AdminScope.nullable().default(null).describe(scopeWords),
      is_read_only: is_read_only.default(false),
      expires_at,
    }),
    response: Issued,
    errors: ['not_found', 'conflict'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api-tokens/:id/rotate',
    summary: 'Give an API token a new secret, which is shown once; the former one works for 24 hours more',
    allow: roles,
    stepUp: true,
    audit: 'api_token.rotated',
    changes: ['api-tokens'],
    status: 201,
    isSecret: true,
    params: ById,
    body: z.strictObject({ expires_at }),
    response: Issued,
    errors: ['not_found', 'conflict'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api-tokens/:id',
    summary: 'End an API token at once and delete it: an own one, or any by super admins',
    allow: roles,
    audit: 'api_token.revoked',
    changes: ['api-tokens'],
    params: ById,
    response: Done,
    errors: ['not_found'],
  }),
  policy: endpoint({
    ...readOnly,
    method: 'GET',
    path: '/api-tokens/policy',
    summary: 'How long API tokens may be valid',
    allow: roles,
    response: ApiTokenPolicy,
  }),
  changePolicy: endpoint({
    ...superadmin,
    method: 'PUT',
    path: '/api-tokens/policy',
    summary: 'Change how long API tokens may be valid; a shorter time counts for existing ones from now on',
    stepUp: true,
    audit: 'api_token_policy.updated',
    changes: ['api-tokens'],
    body: ApiTokenPolicy,
    response: ApiTokenPolicy,
  }),
};
