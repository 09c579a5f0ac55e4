import type { Session } from '@key2xs/contract';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Proof } from '#platform/deps';
import { rememberNetwork } from '#platform/sign-in/known-networks';
import { withinSignInLimits } from '#platform/sign-in/login-limits';
import { startSession } from '#platform/sign-in/sessions';
import { checkPassword, signInFailed } from './password-check';
import { type AdminRow, findAdminByUsername } from './queries';

type Request = { caller: Caller; address: string };

/** What each step of a sign-in is answered with. The first step says who signs in. */
export type StepAnswers = { password: { username: string; password: string } };

/** Where a sign-in stands: at the step that needs an answer next, or at its end. */
type SignInState = { is: 'step'; step: keyof StepAnswers } | { is: 'session'; session: Session };

/**
 * Checks the answers step by step; the session starts after the last step. A wrong answer ends the attempt.
 * @throws AppError invalid_credentials, too_many_attempts, overloaded
 */
export async function signIn(deps: Deps, request: Request, answers: Partial<StepAnswers>): Promise<SignInState> {
  if (!answers.password) return { is: 'step', step: 'password' };
  const admin = await passPassword(deps, request, answers.password);
  return { is: 'session', session: await beginSession(deps, request, admin) };
}

/** Unknown name, disabled account and wrong password get the same answer in the same time. */
async function passPassword(
  deps: Deps,
  request: Request,
  { username, password }: StepAnswers['password'],
): Promise<AdminRow> {
  const checked = await withinSignInLimits(deps, { username, address: request.address }, async (turn) =>
    checkPassword(deps, turn, await findAdminByUsername(deps.db, username), password),
  );
  if (!checked.isRight) throw await signInFailed(deps, request, checked.admin);
  return checked.admin;
}

function beginSession(deps: Deps, { caller, address }: Request, admin: AdminRow): Promise<Session> {
  const { id, username, role, functions, scope } = admin;
  return deps.db.transaction().execute(async (tx) => {
    await rememberNetwork(tx, deps, { admin_id: id, attempt: { username, address } });
    const session = await startSession(tx, deps, id);
    const proof: Proof = { kind: 'session', id: session.id, proved_at: deps.clock() };
    const actor: Actor = { id, username, role, functions, scope, proof, acting: null };
    await recordEvent(tx, { ...caller, actor, name: username }, 'session.started', { id: session.id });
    return session;
  });
}
