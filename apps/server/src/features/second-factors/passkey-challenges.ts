import type { Db, Deps } from '#platform/deps';
import { hashToken, newToken } from '#platform/sign-in/sessions';

/** What a challenge is for, and whose: one made for another purpose, session or sign-in is not taken. */
export type Purpose = 'sign-in' | `${'second' | 'enrol'}:${string}` | `${'add' | 'step-up'}:${string}`;

/** As long as browsers give people to answer. */
export const challengeMs = 5 * 60_000;

/** @returns 256 random bits; only their hash is stored. Deletes those that have expired. */
export async function createChallenge({ db, clock }: Pick<Deps, 'db' | 'clock'>, purpose: Purpose): Promise<string> {
  const now = clock();
  const challenge = newToken();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashToken(challenge), purpose, expires_at: new Date(now.getTime() + challengeMs) })
    .execute();
  return challenge;
}

/** Succeeds once, even for concurrent calls, and whatever becomes of the answer. */
export async function takeChallenge(db: Db, now: Date, purpose: Purpose, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
