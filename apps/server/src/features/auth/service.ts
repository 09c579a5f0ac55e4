import type { Session } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { withinSessionLimit } from '#platform/sign-in/login-limits';
import { endAccess, endSession, holdSession, refreshSession } from '#platform/sign-in/sessions';
import { noteCredentialChange } from '../second-factors/events';
import { checkPassword, signInFailed } from './password-check';
import { type AdminRow, deleteOpenResets, findAdmin, updatePassword } from './queries';
import { requireStrongPassword } from './registration';

export { linkOfForgotten } from './forgotten-password';
export { issueReset } from './password-reset';
export { type AdminRow, findAdmin, findAdminByUsername, insertAdmin } from './queries';
export { addAdmin, addInvited } from './registration';
export { continueSignIn, type SignInRequest } from './sign-in';

/** A caller who is signed in, and the request's address. */
type SignedIn = { actor: Actor; caller: Caller; address: string };

const signInAgain = () => new AppError('unauthenticated', say('signIn.first'));

/** @throws AppError unauthenticated when another refresh has replaced this token already */
export function refresh(deps: Deps, { actor, caller }: SignedIn, token: string | undefined): Promise<Session> {
  return deps.db.transaction().execute(async (tx) => {
    const session = token && (await refreshSession(tx, deps, actor.proof.id, token));
    if (!session) throw signInAgain();
    await recordEvent(tx, caller, 'session.refreshed', { id: actor.proof.id });
    return session;
  });
}

export function logout(deps: Deps, { actor, caller }: SignedIn) {
  return deps.db.transaction().execute(async (tx) => {
    await endSession(tx, actor.proof.id);
    await recordEvent(tx, caller, 'session.ended', { id: actor.proof.id });
    return { success: true as const };
  });
}

export async function getAdmin(deps: Pick<Deps, 'db'>, id: string): Promise<AdminRow> {
  const admin = await findAdmin(deps.db, id);
  if (!admin) throw signInAgain();
  return admin;
}

/**
 * Ends every session of the administrator, including this one.
 * @throws AppError invalid_credentials, validation_failed, too_many_attempts, overloaded
 */
export async function changePassword(
  deps: Deps,
  { actor, caller, address }: SignedIn,
  { current_password, new_password }: { current_password: string; new_password: string },
) {
  await requireStrongPassword('new_password', new_password, actor.username);
  const checked = await withinSessionLimit(deps, actor.proof.id, async (turn) =>
    checkPassword(deps, turn, await findAdmin(deps.db, actor.id), current_password),
  );
  if (!checked.isRight) throw await signInFailed(deps, { caller, address }, checked.admin);
  const { admin } = checked;
  const turn = { lane: actor.proof.id, isTrusted: true };
  const password_hash = await deps.passwords.hash(new_password, turn);
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, deps.clock());
    if (admin.password_hash === null || !(await updatePassword(tx, admin.id, admin.password_hash, password_hash)))
      throw signInAgain();
    await endAccess(tx, admin.id);
    await deleteOpenResets(tx, admin.id);
    await noteCredentialChange(tx, admin.id, 'password');
    await recordEvent(tx, caller, 'admin.password_changed', { id: admin.id });
    return { success: true as const };
  });
}
