import type { Session } from '@key2xs/contract';
import { recordEvent } from '#platform/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { type Attempt, foldUsername, forgetFailures, withinLimits } from '#platform/login-limits';
import { endAllSessions, endSession, refreshSession, startSession } from '#platform/sessions';
import { type AdminRow, findAdmin, findAdminByUsername, updatePassword } from './queries';
import { requireStrongPassword } from './registration';

export { ensureFirstAdmin } from './first-admin';

/** A caller who is signed in, and the request's address. */
type SignedIn = { actor: Actor; caller: Caller; address: string };

type Credentials = { username: string; password: string };

const signInFailed = () => new AppError('invalid_credentials', 'The username or password is not right.');
const signInAgain = () => new AppError('unauthenticated', 'Sign in to continue.');

/**
 * Unknown, disabled and wrong get the same answer in the same time.
 * @throws AppError invalid_credentials, too_many_attempts, overloaded
 */
export async function login(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  { username, password }: Credentials,
): Promise<Session> {
  const admin = await checkPassword(deps, caller, { username, address }, password);
  return deps.db.transaction().execute(async (tx) => {
    await forgetFailures(tx, username);
    const session = await startSession(tx, deps, admin.id);
    const actor = { id: admin.id, username: admin.username, role: admin.role, session_id: session.id };
    await recordEvent(tx, { ...caller, actor, name: admin.username }, 'session.started', { id: session.id });
    return session;
  });
}

/** @throws AppError unauthenticated when another refresh has replaced this token already */
export function refresh(deps: Deps, { actor, caller }: SignedIn, token: string | undefined): Promise<Session> {
  return deps.db.transaction().execute(async (tx) => {
    const session = token && (await refreshSession(tx, deps, actor.session_id, token));
    if (!session) throw signInAgain();
    await recordEvent(tx, caller, 'session.refreshed', { id: actor.session_id });
    return session;
  });
}

export function logout(deps: Deps, { actor, caller }: SignedIn) {
  return deps.db.transaction().execute(async (tx) => {
    await endSession(tx, actor.session_id);
    await recordEvent(tx, caller, 'session.ended', { id: actor.session_id });
    return { success: true as const };
  });
}

export async function getAdmin(deps: Deps, id: string): Promise<AdminRow> {
  const admin = await findAdmin(deps.db, id);
  if (!admin) throw signInAgain();
  return admin;
}

/**
 * Ends every session of the administrator, this one too. Wrong current passwords count like failed sign-ins: a found
 * session does not help to guess on.
 * @throws AppError invalid_credentials, validation_failed, too_many_attempts, overloaded
 */
export async function changePassword(
  deps: Deps,
  { actor, caller, address }: SignedIn,
  { current_password, new_password }: { current_password: string; new_password: string },
) {
  requireStrongPassword('new_password', new_password, actor.username);
  const attempt = { username: actor.username, address };
  const admin = await checkPassword(deps, caller, attempt, current_password);
  const password_hash = await deps.passwords.hash(new_password);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await updatePassword(tx, admin.id, admin.password_hash, password_hash))) throw signInAgain();
    await forgetFailures(tx, actor.username);
    await endAllSessions(tx, admin.id);
    await recordEvent(tx, caller, 'admin.password_changed', { id: admin.id });
    return { success: true as const };
  });
}

async function checkPassword(deps: Deps, caller: Caller, attempt: Attempt, password: string): Promise<AdminRow> {
  const admin = await withinLimits(deps, attempt, async () => {
    const found = await findAdminByUsername(deps.db, foldUsername(attempt.username));
    const known = found?.disabled_at ? undefined : found;
    return (await deps.passwords.verify(known?.password_hash, password)) ? known : undefined;
  });
  if (admin) return admin;
  const details = { username: attempt.username.slice(0, 64), address: attempt.address };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'login.failed', { details }));
  throw signInFailed();
}
