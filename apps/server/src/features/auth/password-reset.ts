import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { clientNetwork } from '#platform/network/address-rules';
import { isAdminInForce } from '#platform/sign-in/rights';
import { endAccess, hashToken, newToken } from '#platform/sign-in/sessions';
import { noteCredentialChange } from '../second-factors/events';
import { resetSecondFactors } from '../second-factors/service';
import { findAdminByUsername, findOpenReset, insertReset, setPassword, takeReset } from './queries';
import { requireStrongPassword } from './registration';

const resetMs = 3_600_000;

/**
 * A token that sets a new password once, within an hour. Ends the tokens issued before for this administrator. The present
 * password and sessions stay as they are until it is used.
 * @param resetsFactors whether using it removes the second factors too
 * @returns undefined when there is no such administrator, or a disabled one
 */
export async function issueReset(
  { db, clock, newId }: Pick<Deps, 'db' | 'clock' | 'newId'>,
  caller: Caller,
  username: string,
  { resetsFactors = false } = {},
): Promise<{ username: string; token: string; expiresAt: Date } | undefined> {
  return db.transaction().execute(async (tx) => {
    const admin = await findAdminByUsername(tx, username);
    if (!admin || !isAdminInForce(admin, clock())) return undefined;
    const wanted = { admin_id: admin.id, resets_factors: resetsFactors };
    return { username: admin.username, ...(await addReset(tx, { clock, newId }, caller, wanted)) };
  });
}

/** The same in the transaction of a check whether the caller may. */
export async function addReset(
  tx: Tx,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  caller: Caller,
  wanted: { admin_id: string; resets_factors: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + resetMs);
  const row = { id: newId(), ...wanted, token_hash: hashToken(token), created_at: now, expires_at: expiresAt };
  await insertReset(tx, row);
  const details = { resets_second_factors: wanted.resets_factors };
  await recordEvent(tx, caller, 'admin.password_reset_issued', { id: wanted.admin_id, details });
  return { token, expiresAt };
}

/**
 * Ends every session of the administrator.
 * @throws AppError link_expired, validation_failed, overloaded
 */
export async function resetPassword(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  { token, new_password }: { token: string; new_password: string },
) {
  const expired = () => new AppError('link_expired', say('signIn.linkExpired'));
  const tokenHash = hashToken(token);
  const admin = await findOpenReset(deps.db, tokenHash, deps.clock()); // before hashing, which is expensive
  if (!admin) throw expired();
  const { id, username } = admin;
  await requireStrongPassword('new_password', new_password, username);
  const password_hash = await deps.passwords.hash(new_password, { lane: clientNetwork(address), isTrusted: true });
  return deps.db.transaction().execute(async (tx) => {
    const taken = await takeReset(tx, tokenHash, deps.clock());
    if (!taken) throw expired();
    await setPassword(tx, id, password_hash);
    await endAccess(tx, id);
    await noteCredentialChange(tx, id, 'password');
    if (taken.resets_factors) await resetSecondFactors(tx, id);
    const details = { resets_second_factors: taken.resets_factors };
    await recordEvent(tx, { ...caller, name: username }, 'admin.password_reset', { id, details });
    return { success: true as const, username };
  });
}
