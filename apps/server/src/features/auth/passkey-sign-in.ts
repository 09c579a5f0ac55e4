import type { PasskeyAssertion, Session } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { takeChallenge, withinPasskeyLimit } from '#platform/sign-in/login-limits';
import { isAdminInForce } from '#platform/sign-in/rights';
import {
  findPasskeyOwner,
  hasGoneBack,
  notePasskeyUse,
  requestOptions,
  requireRelyingParty,
  type UsedPasskey,
  verifyAssertion,
} from '../second-factors/service';
import { signInFailed } from './password-check';
import { findAdmin, lockAdmin } from './queries';
import { beginSession, type SignInRequest } from './sign-in';

/** @throws AppError conflict, too_many_attempts */
export async function passkeyOptions(deps: Deps, { address, origin }: Pick<SignInRequest, 'address' | 'origin'>) {
  const party = requireRelyingParty(deps, origin);
  await takeChallenge(deps, address);
  return { options: await requestOptions(deps, party, 'sign-in') };
}

/**
 * Signs in by a passkey alone: it says who it is of, and its user was verified.
 * @throws AppError invalid_credentials, sign_in_ended, too_many_attempts, conflict
 */
export async function signInByPasskey(
  deps: Deps,
  request: SignInRequest,
  response: PasskeyAssertion,
): Promise<Session> {
  const party = requireRelyingParty(deps, request.origin);
  const { session, used } = await withinPasskeyLimit(deps, request.address, async () => {
    const used = await verifyAssertion(deps, { response, party, purpose: 'sign-in', owner: undefined });
    const admin = used && (await findAdmin(deps.db, used.row.admin_id));
    if (!used || !admin || admin.is_service || !isAdminInForce(admin, deps.clock())) return { isRight: false };
    const session = await deps.db.transaction().execute(async (tx) => {
      await lockAdmin(tx, admin.id);
      if (!(await notePasskeyUse(tx, deps, used))) return undefined;
      return beginSession(tx, deps, request, admin, ['passkey']);
    });
    return { isRight: session !== undefined, session, used };
  });
  if (session) return session;
  await passkeyRefused(deps, request.caller, used);
  const owner = await findPasskeyOwner(deps.db, response);
  const admin = owner === undefined ? undefined : await findAdmin(deps.db, owner);
  throw await signInFailed(deps, request, admin, { step: 'passkey', sentence: say('signIn.wrongPasskey') });
}

/** Records a counter that has gone back: the passkey may have been copied. */
export async function passkeyRefused(deps: Deps, caller: Caller, used: UsedPasskey | undefined): Promise<void> {
  if (!used || !hasGoneBack(used)) return;
  const { id: passkey_id, admin_id: id, counter: before } = used.row;
  const details = { reason: 'counter', passkey_id, before: Number(before), counter: used.counter };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'second_factor.refused', { id, details }));
}
