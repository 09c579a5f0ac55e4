import type { ProviderAnswer, Session } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { takeSingleSignOn } from '#platform/sign-in/login-limits';
import { hashToken } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { continueSignIn, type SignInRequest } from '../auth/service';
import type { Account } from './account';
import { admit } from './admit';
import { exchange, openConfigured } from './exchange';
import { type Call, notAdmitted, recordingFailure, signInRefused } from './failures';
import { type Purpose, storeRequest, takeRequest } from './requests';
import { redirectUri } from './settings/settings';
import { findSettings, type SettingsRow } from './settings/settings-queries';

/** What the sign-in page offers. */
export async function getOffer({ db }: { db: Db }) {
  const settings = await findSettings(db);
  return { is_enabled: settings?.is_enabled ?? false, name: settings?.is_enabled ? settings.name : '' };
}

/** @throws AppError conflict while it is switched off */
async function requireSettings(db: Db): Promise<SettingsRow> {
  const settings = await findSettings(db);
  if (!settings?.is_enabled) throw new AppError('conflict', say('singleSignOn.off'));
  return settings;
}

type Start = {
  browser_key: string;
  invitation_token?: string | undefined;
  purpose: Purpose;
  adminId: string | null;
};

/**
 * Where the browser signs in. With an administrator, to link an account with them or as a proof.
 * @throws AppError conflict, too_many_attempts, unavailable
 */
export async function start(
  deps: Deps,
  call: Call,
  { browser_key, invitation_token, purpose, adminId }: Start,
): Promise<{ authorization_url: string }> {
  const settings = await requireSettings(deps.db);
  await takeSingleSignOn(deps, call.address);
  const redirect_uri = redirectUri(deps, call);
  const open = () => openConfigured(deps, settings);
  const provider = await recordingFailure(deps, call, { stage: 'start', run: open });
  const invitationHash = invitation_token === undefined ? null : hashToken(invitation_token);
  const request = { browser_key, redirect_uri, settings, purpose, adminId, invitationHash };
  return { authorization_url: await storeRequest(deps, provider, request) };
}

/**
 * Signs in by what the provider has answered. Identity is issuer and subject.
 * @throws AppError invalid_credentials, second_factor_needed, sign_in_ended, conflict, too_many_attempts, unavailable
 */
export async function finish(
  deps: Deps,
  call: SignInRequest & { reader: Reader },
  answer: ProviderAnswer,
): Promise<Session> {
  const settings = await requireSettings(deps.db);
  await takeSingleSignOn(deps, call.address);
  const { account, invitationHash } = await verifyAnswer(deps, call, {
    settings,
    answer,
    purpose: 'sign-in',
    adminId: null,
  });
  const admission = await deps.db.transaction().execute(async (tx) => {
    const decided = await admit(
      tx,
      { deps, settings, caller: call.caller, language: call.reader.language, invitationHash },
      account,
    );
    if (decided.is === 'refused') {
      const { reason, adminId } = decided;
      const { label, issuer } = account;
      const details = {
        stage: 'finish',
        reason,
        admin_id: adminId ?? null,
        account: label,
        issuer,
        address: call.address,
      };
      await recordEvent(tx, call.caller, 'single_sign_on.failed', { details });
    }
    return decided;
  });
  if (admission.is === 'refused') throw notAdmitted(admission.reason);
  const passed = account.hasSecondFactor
    ? (['single_sign_on', 'provider_factor'] as const)
    : (['single_sign_on'] as const);
  return continueSignIn(deps, call, admission.admin, [...passed]);
}

type Verified = { account: Account; invitationHash: Buffer | null; startedAt: Date };
type Answered = { settings: SettingsRow; answer: ProviderAnswer; purpose: Purpose; adminId: string | null };

/**
 * The account that the provider has answered, verified. Uses up the request.
 * @throws AppError invalid_credentials, sign_in_ended, conflict, unavailable
 */
export const verifyAnswer = (
  deps: Deps,
  call: Call,
  { settings, answer, purpose, adminId }: Answered,
): Promise<Verified> =>
  recordingFailure(deps, call, {
    stage: 'finish',
    run: async () => {
      const { state, browser_key, code, error } = answer;
      const request = await takeRequest(deps, deps.db, { state, browser_key, settings, purpose, adminId });
      if (error === 'access_denied') throw signInRefused(say('singleSignOn.declined'));
      if (code === undefined || error !== undefined) throw signInRefused(say('singleSignOn.refusedThere'));
      const account = await exchange(deps, settings, { answer: { ...answer, code }, request });
      return { account, invitationHash: request.invitation_hash, startedAt: request.begun_at };
    },
  });

export { requireSettings };
