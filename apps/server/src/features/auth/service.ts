import type { Session } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Turn } from '#platform/isolated/turns';
import { rememberNetwork } from '#platform/sign-in/known-networks';
import { withinSessionLimit, withinSignInLimits } from '#platform/sign-in/login-limits';
import { endAllSessions, endSession, refreshSession, startSession } from '#platform/sign-in/sessions';
import { type AdminRow, findAdmin, findAdminByUsername, updatePassword } from './queries';
import { requireStrongPassword } from './registration';

export { issueReset } from './password-reset';

/** A caller who is signed in, and the request's address. */
type SignedIn = { actor: Actor; caller: Caller; address: string };

type Credentials = { username: string; password: string };

const signInAgain = () => new AppError('unauthenticated', say('signIn.first'));

/**
 * Unknown name, disabled account and wrong password get the same answer in the same time.
 * @throws AppError invalid_credentials, too_many_attempts, overloaded
 */
export async function login(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  { username, password }: Credentials,
): Promise<Session> {
  const attempt = { username, address };
  const checked = await withinSignInLimits(deps, attempt, async (turn) =>
    check(deps, turn, await findAdminByUsername(deps.db, username), password),
  );
  if (!checked.isRight) throw await signInFailed(deps, { caller, address }, checked.admin);
  const { admin } = checked;
  return deps.db.transaction().execute(async (tx) => {
    await rememberNetwork(tx, deps, { admin_id: admin.id, attempt });
    const session = await startSession(tx, deps, admin.id);
    const { id, username, role, functions } = admin;
    const actor: Actor = { id, username, role, functions, scope: null, proof: { kind: 'session', id: session.id } };
    await recordEvent(tx, { ...caller, actor, name: username }, 'session.started', { id: session.id });
    return session;
  });
}

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

export async function getAdmin(deps: Deps, id: string): Promise<AdminRow> {
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
  requireStrongPassword('new_password', new_password, actor.username);
  const checked = await withinSessionLimit(deps, actor.proof.id, async (turn) =>
    check(deps, turn, await findAdmin(deps.db, actor.id), current_password),
  );
  if (!checked.isRight) throw await signInFailed(deps, { caller, address }, checked.admin);
  const { admin } = checked;
  const turn = { lane: actor.proof.id, isTrusted: true };
  const password_hash = await deps.passwords.hash(new_password, turn);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await updatePassword(tx, admin.id, admin.password_hash, password_hash))) throw signInAgain();
    await endAllSessions(tx, admin.id);
    await recordEvent(tx, caller, 'admin.password_changed', { id: admin.id });
    return { success: true as const };
  });
}

type Checked = { isRight: true; admin: AdminRow } | { isRight: false; admin: AdminRow | undefined };

/** Hashes once in every case: unknown and disabled administrators are checked against a dummy hash. */
async function check(deps: Deps, turn: Turn, admin: AdminRow | undefined, password: string): Promise<Checked> {
  const known = admin?.disabled_at ? undefined : admin?.password_hash;
  const isRight = await deps.passwords.verify(known, password, turn);
  return admin && isRight ? { isRight, admin } : { isRight: false, admin };
}

/** Records the account if known, never the typed text: it may be a password in the wrong field. */
async function signInFailed(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  admin: AdminRow | undefined,
): Promise<AppError> {
  const details = { username: admin?.username ?? null, address };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'login.failed', { details }));
  return new AppError('invalid_credentials', say('signIn.wrong'));
}
