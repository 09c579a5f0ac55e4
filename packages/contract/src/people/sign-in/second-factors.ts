import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { roles } from '../../api/roles';
import { ById, Instant } from '../../fields/common';
import { OneTimeCode, PasskeyCreationOptions, PasskeyRegistration } from './passkeys';

/** From here on a screen warns that recovery codes run out. */
export const fewRecoveryCodes = 3;

export const PasskeyName = z.string().trim().min(1).max(60);

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  is_backed_up: z.boolean().describe('Kept by a password manager on several devices, not on one device alone.'),
});
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactors = z.object({
  totp: z
    .object({ created_at: Instant, last_used_at: Instant.nullable() })
    .nullable()
    .describe('An app that shows six digits; null: not set up.'),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  is_required: z.boolean().describe('The policy or a role demands a second factor, so the last one cannot be removed.'),
  has_password: z.boolean().describe('False: signs in by single sign-on or passkey only.'),
  passkeys_possible: z
    .boolean()
    .describe('False where the address of the product cannot have passkeys, such as an IP address.'),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Secret of an authenticator app, shown until a code has confirmed it. */
export const TotpSetUp = z.object({
  secret: z.string().describe('Base32, for typing.'),
  uri: z.string().describe('otpauth address, for a QR code.'),
  expires_at: Instant,
});
export type TotpSetUp = z.infer<typeof TotpSetUp>;

/** Shown once. */
export const NewRecoveryCodes = z
  .array(z.string())
  .nullable()
  .describe('Made with the first second factor; null: the earlier ones stay valid.');

export const PasskeyCreation = z.strictObject({ name: PasskeyName, response: PasskeyRegistration });

export const secondFactors = {
  list: endpoint({
    method: 'GET',
    path: '/auth/me/factors',
    summary: 'The second factors of the caller',
    allow: roles,
    audit: { none: 'read-only' },
    response: SecondFactors,
  }),
  setUpTotp: endpoint({
    method: 'POST',
    path: '/auth/me/factors/totp',
    summary: 'Start setting up an authenticator app; one in use stays until a code has confirmed the new one',
    allow: roles,
    stepUp: true,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    isSecret: true,
    response: TotpSetUp,
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/auth/me/factors/totp/confirm',
    summary: 'Confirm an authenticator app by a code that it shows',
    allow: roles,
    audit: 'second_factor.added',
    changes: ['second-factors', 'administrators'],
    isSecret: true,
    body: z.strictObject({ code: OneTimeCode }),
    response: z.object({ recovery_codes: NewRecoveryCodes }),
    errors: ['invalid_credentials', 'conflict', 'too_many_attempts'],
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/auth/me/factors/totp',
    summary: 'Remove the authenticator app',
    allow: roles,
    stepUp: true,
    audit: 'second_factor.removed',
    changes: ['second-factors', 'administrators'],
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'conflict'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/auth/me/factors/passkeys/options',
    summary: 'Start adding a passkey',
    allow: roles,
    stepUp: true,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    response: z.object({ options: PasskeyCreationOptions }),
    errors: ['conflict'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/me/factors/passkeys',
    summary: 'Add a passkey',
    allow: roles,
    audit: 'second_factor.added',
    changes: ['second-factors', 'administrators'],
    status: 201,
    isSecret: true,
    body: PasskeyCreation,
    response: z.object({ passkey: Passkey, recovery_codes: NewRecoveryCodes }),
    errors: ['invalid_credentials', 'conflict'],
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/auth/me/factors/passkeys/:id',
    summary: 'Rename a passkey',
    allow: roles,
    audit: 'second_factor.renamed',
    changes: ['second-factors'],
    params: ById,
    body: z.strictObject({ name: PasskeyName }),
    response: Passkey,
    errors: ['not_found'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/auth/me/factors/passkeys/:id',
    summary: 'Remove a passkey',
    allow: roles,
    stepUp: true,
    audit: 'second_factor.removed',
    changes: ['second-factors', 'administrators'],
    params: ById,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'conflict'],
  }),
  createRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/me/factors/recovery-codes',
    summary: 'Make ten new recovery codes, shown once; earlier ones end',
    allow: roles,
    stepUp: true,
    audit: 'recovery_codes.created',
    changes: ['second-factors'],
    isSecret: true,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['conflict'],
  }),
};
