import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { roles } from '../../api/roles';
import { Instant } from '../../fields/common';
import { BrowserKey, ProviderAnswer } from '../sources/provider-answer';
import { OneTimeCode, PasskeyAssertion, PasskeyRequestOptions } from './passkeys';

/** A fresh proof of who holds the session. */
export const stepUp = {
  prove: endpoint({
    method: 'POST',
    path: '/auth/step-up',
    summary: 'Prove again who holds this session, for calls that answered step_up_needed',
    allow: roles,
    audit: 'session.proved',
    changes: { none: 'own-session' },
    body: z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('password'), password: z.string().max(1_024) }),
      z.strictObject({ method: z.literal('totp'), code: OneTimeCode }),
      z.strictObject({ method: z.literal('passkey'), response: PasskeyAssertion }),
    ]),
    response: z.object({ proved_until: Instant }),
    errors: ['invalid_credentials', 'conflict', 'too_many_attempts', 'overloaded'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/auth/step-up/passkey-options',
    summary: 'Start proving by passkey again who holds this session',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    response: z.object({ options: PasskeyRequestOptions }),
    errors: ['conflict'],
  }),
  startProvider: endpoint({
    method: 'POST',
    path: '/auth/step-up/single-sign-on/start',
    summary: 'Start signing in again at the provider, as a proof of who holds this session',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: { none: 'answered-whole' },
    body: z.strictObject({ browser_key: BrowserKey }),
    response: z.object({ authorization_url: z.string().describe('Where the browser signs in.') }),
    errors: ['conflict', 'too_many_attempts', 'unavailable'],
  }),
  finishProvider: endpoint({
    method: 'POST',
    path: '/auth/step-up/single-sign-on/finish',
    summary: 'Prove by what the provider has answered who holds this session',
    allow: roles,
    audit: 'session.proved',
    changes: { none: 'own-session' },
    body: ProviderAnswer,
    response: z.object({ proved_until: Instant }),
    errors: ['conflict', 'sign_in_ended', 'unavailable'],
  }),
};
