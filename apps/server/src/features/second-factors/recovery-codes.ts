import { randomInt } from 'node:crypto';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { hashToken } from '#platform/sign-in/sessions';
import { noteCredentialChange } from './events';

/** Crockford's base 32: no i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16; // 80 bits
const codesATime = 10;

/** In groups of four. */
function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? '';
}

/** However it was typed or read out. */
function plainCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return plain.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

type Hashing = Pick<Deps, 'secrets'>;

const hashCode = ({ secrets }: Hashing, adminId: string, typed: string): Buffer =>
  secrets.hash(plainCode(typed), `recovery:${adminId}`);

/** Replaces all earlier ones, used or not. */
async function replaceCodes(tx: Tx, hashing: Hashing, admin_id: string): Promise<string[]> {
  const codes = Array.from({ length: codesATime }, newCode);
  await deleteRecoveryCodes(tx, admin_id);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ admin_id, code_hash: hashCode(hashing, admin_id, code) })))
    .execute();
  return codes;
}

/** For the first second factor. @returns null where there are some already */
export const createFirstCodes = async (tx: Tx, hashing: Hashing, adminId: string): Promise<string[] | null> =>
  (await countRecoveryCodes(tx, adminId)) > 0 ? null : replaceCodes(tx, hashing, adminId);

/** Ten new ones; earlier ones end. */
export async function createRecoveryCodes(tx: Tx, hashing: Hashing, caller: Caller, adminId: string) {
  const recovery_codes = await replaceCodes(tx, hashing, adminId);
  await noteCredentialChange(tx, adminId, 'recovery_codes');
  await recordEvent(tx, caller, 'recovery_codes.created', { id: adminId });
  return { recovery_codes };
}

export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((q) => q.fn.countAll<string>().as('left'))
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Succeeds once, also across processes. */
export async function useRecoveryCode(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  adminId: string,
  typed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: deps.clock() })
    .where('admin_id', '=', adminId)
    // Those that were made before codes were hashed with a key count until they are replaced.
    .where('code_hash', 'in', [hashCode(deps, adminId, typed), hashToken(plainCode(typed))])
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRecoveryCodes(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('admin_id', '=', adminId).execute();
}
