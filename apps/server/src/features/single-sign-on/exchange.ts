import type { ProviderAnswer } from '@key2xs/contract';
import * as oidc from 'openid-client';
import type { Deps } from '#platform/deps';
import { type Account, type Claims, lacksClaims, readAccount } from './account';
import { openProvider, ProviderFailure, rethrow } from './provider';
import type { StoredRequest } from './requests';
import { openSecret } from './settings/settings';
import type { SettingsRow } from './settings/settings-queries';

/** The provider as it is set up. @throws ProviderFailure; AppError conflict when the secret is unreadable */
export const openConfigured = (deps: Pick<Deps, 'outbound' | 'secrets'>, settings: SettingsRow) =>
  openProvider(deps, { ...settings, client_secret: openSecret(deps, settings) });

/**
 * Exchanges the code for an ID token, and verifies it: signature, issuer, audience, nonce and times.
 * @throws ProviderFailure; AppError conflict when the secret is unreadable
 */
export async function exchange(
  deps: Pick<Deps, 'outbound' | 'secrets'>,
  settings: SettingsRow,
  { answer, request }: { answer: ProviderAnswer & { code: string }; request: StoredRequest },
): Promise<Account> {
  const provider = await openConfigured(deps, settings);
  const { state, code, iss } = answer;
  const returned = new URL(request.redirect_uri);
  returned.search = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) }).toString();
  const checks = {
    expectedState: state, // only its hash is stored, by which the request was found
    expectedNonce: request.nonce,
    pkceCodeVerifier: request.verifier,
    idTokenExpected: true,
  };
  const tokens = await oidc.authorizationCodeGrant(provider, returned, checks).catch(rethrow);
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailure('bad_answer', 'no id token');
  return readAccount(settings, await complete(provider, settings, { claims, accessToken: tokens.access_token }));
}

/** Adds what the provider says beside the ID token, where that lacks a claim. The ID token counts. */
async function complete(
  provider: oidc.Configuration,
  settings: SettingsRow,
  { claims, accessToken }: { claims: Claims; accessToken: string },
): Promise<Claims> {
  if (!lacksClaims(settings, claims) || !provider.serverMetadata().userinfo_endpoint) return claims;
  const more = await oidc.fetchUserInfo(provider, accessToken, claims.sub).catch(rethrow);
  return { ...more, ...claims };
}
