import type { Input, stepUp as stepUpCalls } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Tx } from '#platform/deps';
import { freshProofMs } from '#platform/http/request-guard';
import { withinSessionLimit } from '#platform/sign-in/login-limits';
import { proveSession } from '#platform/sign-in/sessions';
import {
  notePasskeyUse,
  requestOptions,
  requireRelyingParty,
  type UsedPasskey,
  useTotpCode,
  verifyAssertion,
} from '../second-factors/service';
import { passkeyRefused } from './passkey-sign-in';
import { checkPassword, signInFailed } from './password-check';
import { findAdmin } from './queries';

type SignedIn = { actor: Actor; caller: Caller; address: string; origin: string | undefined };
type Answer = Input<typeof stepUpCalls.prove>['body'];

const sentences = {
  password: say('signIn.wrongPassword'),
  totp: say('signIn.wrongCode'),
  passkey: say('signIn.wrongPasskey'),
};

const purposeOf = ({ proof }: Actor) => `step-up:${proof.id}` as const;

/** @throws AppError conflict */
export async function stepUpPasskeyOptions(deps: Deps, { actor, origin }: Pick<SignedIn, 'actor' | 'origin'>) {
  const party = requireRelyingParty(deps, origin);
  return { options: await requestOptions(deps, party, purposeOf(actor), actor.id) };
}

/**
 * The holder of the session proves again who they are, by the password or a second factor.
 * @throws AppError invalid_credentials, too_many_attempts, overloaded, conflict
 */
export async function stepUp(deps: Deps, call: SignedIn, answer: Answer): Promise<{ proved_until: string }> {
  const { actor, caller } = call;
  const admin = await findAdmin(deps.db, actor.id);
  const used = answer.method === 'passkey' ? await verifyOwn(deps, call, answer.response) : undefined;
  const { proved } = await withinSessionLimit(deps, actor.proof.id, async (turn) => {
    const isPassword =
      answer.method === 'password' && (await checkPassword(deps, turn, admin, answer.password)).isRight;
    const isRight = async (tx: Tx) => {
      if (answer.method === 'totp') return useTotpCode(tx, deps, actor.id, answer.code);
      return used ? notePasskeyUse(tx, deps, used) : isPassword;
    };
    const proved = await deps.db.transaction().execute(async (tx) => {
      if (!(await isRight(tx))) return undefined;
      const at = await proveSession(tx, deps, actor.proof.id);
      await recordEvent(tx, caller, 'session.proved', { id: actor.proof.id, details: { method: answer.method } });
      return at;
    });
    return { isRight: proved !== undefined, proved };
  });
  if (proved) return { proved_until: new Date(proved.getTime() + freshProofMs).toISOString() };
  await passkeyRefused(deps, caller, used);
  throw await signInFailed(deps, call, admin, { step: answer.method, sentence: sentences[answer.method] });
}

function verifyOwn(
  deps: Deps,
  { actor, origin }: SignedIn,
  response: Extract<Answer, { method: 'passkey' }>['response'],
): Promise<UsedPasskey | undefined> {
  const party = requireRelyingParty(deps, origin);
  return verifyAssertion(deps, { response, party, purpose: purposeOf(actor), owner: actor.id });
}
