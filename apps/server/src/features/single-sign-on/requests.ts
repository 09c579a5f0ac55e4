import { say } from '@key2xs/texts';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import type { SettingsRow } from './settings/settings-queries';

const requestMs = 10 * 60_000;

/** What is begun: a sign-in, a link, or another proof of who holds a session. */
export type Purpose = 'sign-in' | 'link' | 'proof';

const Sealed = z.object({
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.enum(['sign-in', 'link', 'proof']).optional(),
});

/** A sign-in that has begun at the provider. Only the browser with its key can end it, once. */
export type StoredRequest = z.output<typeof Sealed> & {
  redirect_uri: string;
  invitation_hash: Buffer | null;
  begun_at: Date;
};

type New = {
  browser_key: string;
  redirect_uri: string;
  settings: SettingsRow;
  purpose: Purpose;
  /** Who links an account; null: a sign-in. */
  adminId: string | null;
  /** Of the token of an invitation that the sign-in accepts. */
  invitationHash: Buffer | null;
};

/** Stores a request. @returns where the browser signs in */
export async function storeRequest(
  { db, clock, newId, secrets }: Pick<Deps, 'db' | 'clock' | 'newId' | 'secrets'>,
  provider: oidc.Configuration,
  { browser_key, redirect_uri, settings, purpose, adminId, invitationHash }: New,
): Promise<string> {
  const now = clock();
  const id = newId();
  const state = newToken();
  const secret = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), purpose };
  await db.deleteFrom('single_sign_on_request').where('expires_at', '<=', now).execute();
  await db
    .insertInto('single_sign_on_request')
    .values({
      id,
      state_hash: hashToken(state),
      browser_hash: hashToken(browser_key),
      sealed: secrets.seal(JSON.stringify(secret), id),
      redirect_uri,
      settings_version: settings.version,
      admin_id: adminId,
      invitation_hash: invitationHash,
      expires_at: new Date(now.getTime() + requestMs),
    })
    .execute();
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri,
    scope: [...new Set(['openid', ...settings.scopes])].join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(secret.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: secret.nonce,
    ...(purpose === 'proof' && { prompt: 'login', max_age: '0' }), // a session at the provider is no proof
  });
  return url.href;
}

type Answered = {
  state: string;
  browser_key: string;
  settings: SettingsRow;
  purpose: Purpose;
  adminId: string | null;
};

/**
 * Succeeds once, even for concurrent calls. The answer is the same for whatever does not fit: another browser, another
 * administrator, another purpose, other settings, too late, never begun, or sealed under another key of the installation.
 * @throws AppError sign_in_ended
 */
export async function takeRequest(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  db: Db,
  { state, browser_key, settings, purpose, adminId }: Answered,
): Promise<StoredRequest> {
  const taken = await db
    .deleteFrom('single_sign_on_request')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser_key))
    .where('settings_version', '=', settings.version)
    .where('admin_id', adminId === null ? 'is' : '=', adminId)
    .where('expires_at', '>', clock())
    .returning(['id', 'sealed', 'redirect_uri', 'invitation_hash', 'expires_at'])
    .executeTakeFirst();
  const secret = taken && openSealed(secrets, taken);
  if (!secret || (secret.purpose ?? purpose) !== purpose) {
    throw new AppError('sign_in_ended', say('singleSignOn.again'));
  }
  const { redirect_uri, invitation_hash, expires_at } = taken;
  return { ...secret, redirect_uri, invitation_hash, begun_at: new Date(expires_at.getTime() - requestMs) };
}

/** Undefined where it was sealed under another key. */
function openSealed(secrets: Deps['secrets'], { id, sealed }: { id: string; sealed: Buffer }) {
  try {
    return Sealed.parse(JSON.parse(secrets.open(sealed, id)));
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
