import { z } from 'zod';
import { type Endpoint, endpoint } from '../../api/endpoint';
import { Session } from './auth';
import { OneTimeCode, PasskeyAssertion, PasskeyCreationOptions, PasskeyRequestOptions } from './passkeys';
import { NewRecoveryCodes, PasskeyCreation, TotpSetUp } from './second-factors';

/** Dashes, spaces and case do not matter. */
const RecoveryCode = z.string().trim().min(1).max(60);

/** The token of the problem second_factor_needed. */
const ofAttempt = { sign_in_token: z.string().max(200) };

const starting = {
  method: 'POST',
  allow: 'public',
  audit: 'session.started',
  changes: { none: 'own-session' },
  response: Session,
} as const satisfies Partial<Endpoint>;

const preparing = {
  method: 'POST',
  allow: 'public',
  audit: { none: 'no-actor-yet' },
  changes: { none: 'answered-whole' },
} as const satisfies Partial<Endpoint>;

const enrolling = {
  method: 'POST',
  allow: 'public',
  audit: 'second_factor.added',
  changes: { none: 'own-session' },
  isSecret: true,
  response: z.object({ recovery_codes: NewRecoveryCodes }),
} as const satisfies Partial<Endpoint>;

const wrong = ['invalid_credentials', 'sign_in_ended', 'too_many_attempts'] as const;

/** Signing in by a passkey alone, and the steps after a password or single sign-on. */
export const signIn = {
  passkeyOptions: endpoint({
    ...preparing,
    path: '/auth/passkey/options',
    summary: 'Start signing in by a passkey alone',
    response: z.object({ options: PasskeyRequestOptions }),
    errors: ['conflict', 'too_many_attempts'],
  }),
  byPasskey: endpoint({
    ...starting,
    path: '/auth/passkey',
    summary: 'Sign in by a passkey alone',
    body: z.strictObject({ response: PasskeyAssertion }),
    errors: [...wrong, 'conflict'],
  }),
  totp: endpoint({
    ...starting,
    path: '/auth/sign-in/totp',
    summary: 'Finish a sign-in by the code of an authenticator app',
    body: z.strictObject({ ...ofAttempt, code: OneTimeCode }),
    errors: [...wrong, 'conflict'],
  }),
  recoveryCode: endpoint({
    ...starting,
    path: '/auth/sign-in/recovery-code',
    summary: 'Finish a sign-in by a recovery code',
    body: z.strictObject({ ...ofAttempt, code: RecoveryCode }),
    errors: wrong,
  }),
  secondPasskeyOptions: endpoint({
    ...preparing,
    path: '/auth/sign-in/passkey/options',
    summary: 'Start the passkey step of a sign-in',
    body: z.strictObject(ofAttempt),
    response: z.object({ options: PasskeyRequestOptions }),
    errors: ['sign_in_ended', 'conflict'],
  }),
  secondPasskey: endpoint({
    ...starting,
    path: '/auth/sign-in/passkey',
    summary: 'Finish a sign-in by a passkey',
    body: z.strictObject({ ...ofAttempt, response: PasskeyAssertion }),
    errors: [...wrong, 'conflict'],
  }),
  setUpTotp: endpoint({
    ...preparing,
    path: '/auth/sign-in/enrol/totp',
    summary: 'Start setting up an authenticator app within a sign-in that demands a second factor',
    isSecret: true,
    body: z.strictObject(ofAttempt),
    response: TotpSetUp,
    errors: ['sign_in_ended'],
  }),
  confirmTotp: endpoint({
    ...enrolling,
    path: '/auth/sign-in/enrol/totp/confirm',
    summary: 'Confirm an authenticator app within a sign-in',
    body: z.strictObject({ ...ofAttempt, code: OneTimeCode }),
    errors: [...wrong, 'conflict'],
  }),
  newPasskeyOptions: endpoint({
    ...preparing,
    path: '/auth/sign-in/enrol/passkey/options',
    summary: 'Start adding a passkey within a sign-in that demands a second factor',
    body: z.strictObject(ofAttempt),
    response: z.object({ options: PasskeyCreationOptions }),
    errors: ['sign_in_ended', 'conflict'],
  }),
  addPasskey: endpoint({
    ...enrolling,
    path: '/auth/sign-in/enrol/passkey',
    summary: 'Add a passkey within a sign-in',
    body: PasskeyCreation.extend(ofAttempt),
    errors: [...wrong, 'conflict'],
  }),
  finish: endpoint({
    ...starting,
    path: '/auth/sign-in/finish',
    summary: 'Finish a sign-in in which a second factor was set up',
    body: z.strictObject(ofAttempt),
    errors: ['sign_in_ended'],
  }),
};
