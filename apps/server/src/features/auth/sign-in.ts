import type { Session, SignInStep } from '@key2xs/contract';
import { type PassedStep, signInState } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Proof, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { startAttempt } from '#platform/sign-in/attempts';
import { noteDevice, rememberNetwork } from '#platform/sign-in/known-networks';
import { withinSignInLimits } from '#platform/sign-in/login-limits';
import { startSession } from '#platform/sign-in/sessions';
import { readFactorFacts } from '../second-factors/service';
import { newDevice } from './events';
import { checkPassword, signInFailed } from './password-check';
import { type AdminRow, findAdminByUsername, noteSignIn } from './queries';

/** A request to sign in, or to go on with it. */
export type SignInRequest = {
  caller: Caller;
  address: string;
  userAgent: string | undefined;
  /** Where the caller opened the product. */
  origin: string | undefined;
};

/**
 * Signs in by password. Unknown name, disabled account and wrong password get the same answer in the same time.
 * @throws AppError invalid_credentials, second_factor_needed, sign_in_ended, too_many_attempts, overloaded
 */
export async function signInByPassword(
  deps: Deps,
  request: SignInRequest,
  { username, password }: { username: string; password: string },
): Promise<Session> {
  const checked = await withinSignInLimits(deps, { username, address: request.address }, async (turn) => {
    const result = await checkPassword(deps, turn, await findAdminByUsername(deps.db, username), password);
    if (!result.isRight) return result;
    const state = signInState(['password'], await readFactorFacts(deps.db, result.admin.id));
    return { ...result, isStarted: state.is === 'step' };
  });
  if (!checked.isRight) throw await signInFailed(deps, request, checked.admin);
  return continueSignIn(deps, request, checked.admin, ['password']);
}

/**
 * What follows after the first step of a sign-in: the session, unless a second factor is needed.
 * @param passed what the administrator has proved: the password, or single sign-on with or without a second factor there
 * @throws AppError second_factor_needed, sign_in_ended
 */
export async function continueSignIn(
  deps: Deps,
  request: SignInRequest,
  admin: AdminRow,
  passed: PassedStep[],
): Promise<Session> {
  const state = signInState(passed, await readFactorFacts(deps.db, admin.id));
  if (state.is === 'step') throw await secondFactorNeeded(deps, { admin_id: admin.id, passed }, state.steps);
  return deps.db.transaction().execute((tx) => beginSession(tx, deps, request, admin, passed));
}

async function secondFactorNeeded(
  deps: Deps,
  attempt: { admin_id: string; passed: PassedStep[] },
  steps: SignInStep[],
): Promise<AppError> {
  const { token, expires_at } = await startAttempt(deps, attempt);
  const detail = say(steps.includes('enrol') ? 'signIn.enrolNeeded' : 'signIn.secondFactorNeeded');
  const sign_in = { token, expires_at: expires_at.toISOString(), steps };
  return new AppError('second_factor_needed', detail, { sign_in });
}

export const signInEnded = () => new AppError('sign_in_ended', say('signIn.ended'));

/**
 * The only function that starts a session of a sign-in. Decides again, with the administrator held: what was true at the first
 * step may have changed since.
 * @throws AppError sign_in_ended
 */
export async function beginSession(
  tx: Tx,
  deps: Deps,
  { caller, address, userAgent }: SignInRequest,
  { id, username, role, functions, scope, password_hash }: AdminRow,
  passed: readonly PassedStep[],
): Promise<Session> {
  const now = deps.clock();
  const current = await noteSignIn(tx, id, now);
  const hasSamePassword = !passed.includes('password') || current?.password_hash === password_hash;
  if (!current || !hasSamePassword) throw signInEnded();
  if (signInState(passed, await readFactorFacts(tx, id)).is !== 'session') throw signInEnded();

  const attempt = { username, address };
  const is_new_device = await noteDevice(tx, deps, { admin_id: id, attempt, userAgent });
  await rememberNetwork(tx, deps, { admin_id: id, attempt });
  const { id: sessionId, ...session } = await startSession(tx, deps, id, { address, userAgent });
  const proof: Proof = { kind: 'session', id: sessionId, proved_at: now };
  const actor: Actor = { id, username, role, functions, scope, proof, acting: null };
  const details = { address, user_agent: userAgent ?? null, steps: passed, is_new_device };
  await recordEvent(tx, { ...caller, actor, name: username }, 'session.started', { id: sessionId, details });
  if (is_new_device) {
    const client = { address, user_agent: userAgent ?? null, at: now.toISOString() };
    await emit(tx, newDevice, { admin_id: id, username, ...client });
  }
  return session;
}
