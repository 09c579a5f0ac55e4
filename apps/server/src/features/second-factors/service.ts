import type { Tx } from '#platform/deps';
import { endAccess } from '#platform/sign-in/sessions';
import { noteCredentialChange } from './events';
import { deleteRecoveryCodes } from './recovery-codes';

export { readFactorFacts } from './facts';
export {
  creationOptions,
  findPasskeyOwner,
  hasGoneBack,
  insertPasskey,
  notePasskeyUse,
  requestOptions,
  type UsedPasskey,
  verifyAssertion,
  verifyRegistration,
} from './passkeys';
export { countRecoveryCodes, useRecoveryCode } from './recovery-codes';
export { requireRelyingParty } from './relying-party';
export { confirmTotp, startTotp, useTotpCode } from './totp-factor';

/**
 * Removes every second factor of an administrator with their recovery codes, and ends their sessions and sign-ins. If they have to
 * have one, they set it up at the next sign-in. The caller records why.
 * @returns whether there was any
 */
export async function resetSecondFactors(tx: Tx, adminId: string): Promise<boolean> {
  await endAccess(tx, adminId);
  const removed = [
    await tx.deleteFrom('totp_factor').where('admin_id', '=', adminId).executeTakeFirst(),
    await tx.deleteFrom('passkey').where('admin_id', '=', adminId).executeTakeFirst(),
  ];
  await tx.deleteFrom('totp_set_up').where('admin_id', '=', adminId).execute();
  await deleteRecoveryCodes(tx, adminId);
  const isRemoved = removed.some(({ numDeletedRows }) => numDeletedRows > 0n);
  if (isRemoved) await noteCredentialChange(tx, adminId, 'factors_reset');
  return isRemoved;
}
