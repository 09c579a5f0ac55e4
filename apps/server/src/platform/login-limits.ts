import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clientNetwork } from './address-rules';
import type { Db, Deps } from './deps';
import { AppError } from './errors';

/** Who tries: the username as typed, known or not, and where from. */
export type Attempt = { username: string; address: string };

const windowMs = 15 * 60_000;
const accountLimit = 10;
const addressLimit = 50;
/** Attempts on one account that may wait for their turn. */
const waitingLimit = 50;

/** One username however it was typed, and without the one character that PostgreSQL cannot store. */
export const foldUsername = (username: string): string =>
  username.normalize('NFKC').replaceAll('\0', '\uFFFD').trim().toLowerCase();

/**
 * Runs one check of a password, unless the account had 10 wrong ones in 15 minutes or the address 50; a refused one is
 * not run, however right, and not counted. Attempts on one account run one after the other, so that parallel ones
 * cannot pass the limit together. A wrong one is counted in a transaction of its own: no later rollback undoes it.
 * @returns what `check` answers; undefined stands for wrong
 * @throws AppError too_many_attempts, overloaded
 */
export function withinLimits<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const subjects = { account: accountSubject(attempt.username), address: addressSubject(attempt.address) };
  return inTurn(subjects.account, async () => {
    await requireAttemptsLeft(db, clock(), subjects);
    const result = await check();
    if (result === undefined) await countFailure(db, clock(), subjects);
    return result;
  });
}

/** After the right password; what was tried from the address still counts. */
export async function forgetFailures(db: Db, username: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('subject', '=', accountSubject(username)).execute();
}

type Subjects = { account: string; address: string };

/** Hashed, because people type passwords into the username field. */
const accountSubject = (username: string) =>
  `account:${createHash('sha256').update(foldUsername(username)).digest('base64url')}`;
const addressSubject = (address: string) => `address:${clientNetwork(address)}`;

async function requireAttemptsLeft(db: Db, now: Date, { account, address }: Subjects): Promise<void> {
  const counted = await db
    .selectFrom('login_attempt')
    .select(['subject', sql<number>`count(*)::int`.as('failures'), sql<Date>`min(at)`.as('oldest')])
    .where('subject', 'in', [account, address])
    .where('at', '>', new Date(now.getTime() - windowMs))
    .groupBy('subject')
    .execute();
  const full = counted.filter(
    ({ subject, failures }) => failures >= (subject === account ? accountLimit : addressLimit),
  );
  if (full.length === 0) return;
  const freeAt = Math.max(...full.map(({ oldest }) => oldest.getTime() + windowMs));
  const retry_after = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000));
  const minutes = Math.ceil(retry_after / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new AppError('too_many_attempts', `Too many failed sign-ins. Try again in ${wait}.`, { retry_after });
}

async function countFailure(db: Db, at: Date, { account, address }: Subjects): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('login_attempt')
      .values([
        { subject: account, at },
        { subject: address, at },
      ])
      .execute();
  });
  await db
    .deleteFrom('login_attempt')
    .where('at', '<=', new Date(at.getTime() - windowMs))
    .execute();
}

const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();

/** Within this process; other processes add at most their number of attempts. */
async function inTurn<T>(subject: string, run: () => Promise<T>): Promise<T> {
  const turn = turns.get(subject) ?? { last: Promise.resolve(), waiting: 0 };
  if (turn.waiting >= waitingLimit) {
    throw new AppError('overloaded', 'Many sign-ins to this account are in progress. Try again in a few seconds.', {
      retry_after: 2,
    });
  }
  turn.waiting++;
  turns.set(subject, turn);
  const mine = turn.last.then(run);
  turn.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    turn.waiting--;
    if (turn.waiting === 0) turns.delete(subject);
  }
}
