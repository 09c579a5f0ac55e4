import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Turn } from '#platform/isolated/turns';
import { isAdminInForce } from '#platform/sign-in/rights';
import type { AdminRow } from './queries';

type Checked = { isRight: true; admin: AdminRow } | { isRight: false; admin: AdminRow | undefined };

/** Hashes once in every case: unknown and disabled administrators are checked against a dummy hash. */
export async function checkPassword(
  deps: Deps,
  turn: Turn,
  admin: AdminRow | undefined,
  password: string,
): Promise<Checked> {
  const known = admin && isAdminInForce(admin, deps.clock()) ? (admin.password_hash ?? undefined) : undefined;
  const isRight = await deps.passwords.verify(known, password, turn);
  return admin && isRight ? { isRight, admin } : { isRight: false, admin };
}

/** A step that was not passed, and what is said of it. */
export type Failure = { step: 'password' | 'totp' | 'recovery_code' | 'passkey' | 'enrol'; sentence: Sentence };

const wrongPassword: Failure = { step: 'password', sentence: say('signIn.wrong') };

/** Records the account if known, never the typed text: it may be a password in the wrong field. */
export async function signInFailed(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  admin: AdminRow | undefined,
  { step, sentence } = wrongPassword,
): Promise<AppError> {
  const about = { admin_id: admin?.id, details: { username: admin?.username ?? null, address, step } };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'login.failed', about));
  return new AppError('invalid_credentials', sentence);
}
