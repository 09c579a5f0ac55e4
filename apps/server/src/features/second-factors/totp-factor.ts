import type { TotpSetUp } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { noteCredentialChange } from './events';
import { createFirstCodes } from './recovery-codes';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

type Owner = { id: string; username: string };
type Sealing = Pick<Deps, 'clock' | 'secrets'>;

const setUpMs = 15 * 60_000;

const sealedFor = (adminId: string) => `totp:${adminId}`;

/** @throws AppError conflict with the sentence when it cannot be read with the key of this installation */
function openSecret({ secrets }: Sealing, sealed: Buffer, adminId: string, unreadable: Sentence): string {
  try {
    return secrets.open(sealed, sealedFor(adminId));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new AppError('conflict', unreadable, {}, { cause: error });
  }
}

/** The app in use stays until a code has confirmed the new one. */
export async function startTotp(
  { db, clock, secrets }: Sealing & Pick<Deps, 'db'>,
  { id, username }: Owner,
): Promise<TotpSetUp> {
  const plain = newTotpSecret();
  const expires_at = new Date(clock().getTime() + setUpMs);
  await db.deleteFrom('totp_set_up').where('expires_at', '<=', clock()).execute();
  const row = { secret: secrets.seal(plain, sealedFor(id)), expires_at };
  await db
    .insertInto('totp_set_up')
    .values({ admin_id: id, ...row })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(row))
    .execute();
  return { secret: plain, uri: totpUri(plain, username), expires_at: expires_at.toISOString() };
}

/**
 * Makes the app that is being set up the one in use.
 * @returns undefined when the code is not right
 * @throws AppError conflict when the set-up has expired
 */
export async function confirmTotp(
  tx: Tx,
  sealing: Sealing,
  caller: Caller,
  { id }: Pick<Owner, 'id'>,
  code: string,
): Promise<{ recovery_codes: string[] | null } | undefined> {
  const now = sealing.clock();
  const started = await tx
    .selectFrom('totp_set_up')
    .select('secret')
    .where('admin_id', '=', id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  const expired = say('signIn.setUpExpired');
  if (!started) throw new AppError('conflict', expired);
  const step = stepOfCode(openSecret(sealing, started.secret, id, expired), code, now);
  if (step === undefined) return undefined;
  const row = { secret: started.secret, last_step: step, created_at: now, last_used_at: null };
  await tx
    .insertInto('totp_factor')
    .values({ admin_id: id, ...row })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(row))
    .execute();
  await tx.deleteFrom('totp_set_up').where('admin_id', '=', id).execute();
  const recovery_codes = await createFirstCodes(tx, sealing, id);
  await noteCredentialChange(tx, id, 'totp_added');
  await recordEvent(tx, caller, 'second_factor.added', { id, details: { kind: 'totp' } });
  return { recovery_codes };
}

/**
 * Whether the code is right and neither it nor a later one was used before, also across processes.
 * @throws AppError conflict when the app was set up under another key of this installation
 */
export async function useTotpCode(tx: Tx, sealing: Sealing, adminId: string, code: string): Promise<boolean> {
  const now = sealing.clock();
  const factor = await tx.selectFrom('totp_factor').select('secret').where('admin_id', '=', adminId).executeTakeFirst();
  if (!factor) return false;
  const secret = openSecret(sealing, factor.secret, adminId, say('signIn.appUnreadable'));
  const step = stepOfCode(secret, code, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('totp_factor')
    .set({ last_step: step, last_used_at: now })
    .where('admin_id', '=', adminId)
    .where('secret', '=', factor.secret)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
