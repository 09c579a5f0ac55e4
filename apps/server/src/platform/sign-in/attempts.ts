import type { PassedStep } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '../deps';
import { isInForce } from './rights';
import { hashToken, newToken } from './sessions';

/** A sign-in whose first step was passed. Its token is good for nothing but the steps after it. */
export type Attempt = { hash: Buffer; admin_id: string; passed: PassedStep[] };

const attemptMs = 10 * 60_000;

/** Deletes those that have expired. */
export async function startAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { admin_id, passed }: Omit<Attempt, 'hash'>,
): Promise<{ token: string; expires_at: Date }> {
  const now = clock();
  const token = newToken();
  const expires_at = new Date(now.getTime() + attemptMs);
  await db.deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute();
  await db
    .insertInto('sign_in_attempt')
    .values({ token_hash: hashToken(token), admin_id, passed, expires_at })
    .execute();
  return { token, expires_at };
}

/** Undefined unless it is under way, of an administrator who may sign in. */
export async function findAttempt(db: Db, token: string, now: Date): Promise<Attempt | undefined> {
  const found = await db
    .selectFrom('sign_in_attempt')
    .innerJoin('admin', 'admin.id', 'sign_in_attempt.admin_id')
    .select(['token_hash as hash', 'admin_id', 'passed'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where(isInForce('admin', now))
    .executeTakeFirst();
  return found;
}

/** @returns false when it has ended meanwhile */
export async function addPassed(tx: Tx, { hash }: Attempt, step: PassedStep): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_attempt')
    .set({ passed: sql`array_append(passed, ${step})` })
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Succeeds once, even for concurrent calls. */
export async function takeAttempt(tx: Tx, { hash }: Attempt): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('sign_in_attempt').where('token_hash', '=', hash).executeTakeFirst();
  return numDeletedRows > 0n;
}
