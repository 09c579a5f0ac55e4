import type { Output, ProviderAnswer, stepUp } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { freshProofMs } from '#platform/http/request-guard';
import { proveSession } from '#platform/sign-in/sessions';
import type { Call } from './failures';
import { findIdentity } from './identities';
import { asConflict } from './links';
import { requireSettings, start, verifyAnswer } from './sign-in';

type SignedIn = Call & { actor: Actor };

/** Clocks of the provider and of this server differ by this at most. */
const skewMs = 30_000;

/** Where the holder of a session signs in again. @throws AppError conflict, too_many_attempts, unavailable */
export const startProof = (deps: Deps, call: SignedIn, browser_key: string) =>
  start(deps, call, { browser_key, purpose: 'proof', adminId: call.actor.id });

/**
 * Another sign-in at the provider counts as proof, if it says that it was after this was begun, and it is of a linked account.
 * @throws AppError conflict, sign_in_ended, unavailable
 */
export async function finishProof(
  deps: Deps,
  call: SignedIn,
  answer: ProviderAnswer,
): Promise<Output<typeof stepUp.finishProvider>> {
  const { actor, caller } = call;
  const settings = await requireSettings(deps.db);
  const verified = { settings, answer, purpose: 'proof' as const, adminId: actor.id };
  const { account, startedAt } = await verifyAnswer(deps, call, verified).catch(asConflict);
  const { authenticatedAt } = account;
  if (!authenticatedAt || authenticatedAt.getTime() < startedAt.getTime() - skewMs) {
    throw new AppError('conflict', say('singleSignOn.noFreshProof'));
  }
  const proved = await deps.db.transaction().execute(async (tx) => {
    const identity = await findIdentity(tx, account);
    if (identity?.admin_id !== actor.id) throw new AppError('conflict', say('singleSignOn.otherAccount'));
    const at = await proveSession(tx, deps, actor.proof.id);
    await recordEvent(tx, caller, 'session.proved', { id: actor.proof.id, details: { method: 'single_sign_on' } });
    return at;
  });
  return { proved_until: new Date(proved.getTime() + freshProofMs).toISOString() };
}
