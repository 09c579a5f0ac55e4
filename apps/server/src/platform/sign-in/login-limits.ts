import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '../deps';
import { AppError } from '../errors';
import type { Turn } from '../isolated/turns';
import { clientNetwork, clientSite } from '../network/address-rules';
import { foldUsername } from './fold-username';
import { type Attempt, isKnownNetwork, pairOf } from './known-networks';

type Limits = Pick<Deps, 'db' | 'clock' | 'signIns'>;
/** `isStarted`: right, and a step of the sign-in is still to come. */
type Checked = { isRight: boolean; isStarted?: boolean };
/** Checks one password, in the queue of the hasher. */
type Check<T> = (turn: Turn) => Promise<T>;

/** At most `attempts` on one subject within `windowMs` of the first. */
type Budget = { subject: string; attempts: number; windowMs: number };

const minuteMs = 60_000;
const ofPair = { attempts: 10, windowMs: 15 * minuteMs };
const ofSite = { attempts: 20, windowMs: 60 * minuteMs };
const ofAccount = { attempts: 100, windowMs: 60 * minuteMs };
const ofNetwork = { attempts: 50, windowMs: 15 * minuteMs };
const ofFactor = { attempts: 30, windowMs: 60 * minuteMs };
const ofChallenges = { attempts: 300, windowMs: 15 * minuteMs };
const ofSingleSignOn = { attempts: 200, windowMs: 15 * minuteMs };
const ofForgotten = { attempts: 3, windowMs: 60 * minuteMs };
const ofForgottenNetwork = { attempts: 20, windowMs: 60 * minuteMs };
const ofRequestLink = { attempts: 3, windowMs: 60 * minuteMs };
const ofRequestLinkNetwork = { attempts: 20, windowMs: 60 * minuteMs };
const ofLinks = { attempts: 60, windowMs: 15 * minuteMs };
const ofSession = { attempts: 10, windowMs: 15 * minuteMs };
const clearedAtOnce = 1_000;

/**
 * Checks a sign-in password unless too many were wrong. On this account: 10 from this network in 15 minutes, 20 from
 * this site and 100 from anywhere in an hour; on any account: 50 from this network in 15 minutes. A network from
 * which this administrator has signed in before has its own 10 and no other limit, so that attackers elsewhere cannot use
 * them up. A refused attempt is neither checked nor counted. Where a second factor is still needed, a right password forgives no
 * wrong ones.
 * @throws AppError too_many_attempts, overloaded
 */
export function withinSignInLimits<T extends Checked>(deps: Limits, attempt: Attempt, check: Check<T>): Promise<T> {
  const { subjectOf, inTurn } = deps.signIns;
  const account = foldUsername(attempt.username);
  const network = clientNetwork(attempt.address);
  const own = { ...ofPair, subject: pairOf(deps.signIns, attempt) };
  const shared = [
    { ...ofSite, subject: subjectOf('site', account, clientSite(attempt.address)) },
    { ...ofAccount, subject: subjectOf('account', account) },
    { ...ofNetwork, subject: subjectOf('network', network) },
  ];
  return inTurn(own.subject, async () => {
    const isKnown = await isKnownNetwork(deps.db, own.subject, deps.clock());
    return counted(deps, isKnown ? [own] : [own, ...shared], () => check({ lane: network, isTrusted: isKnown }));
  });
}

/**
 * Checks the password of a signed-in administrator unless 10 in this session were wrong within 15 minutes. Attempts elsewhere
 * do not count, and a stolen session does not help to guess the password.
 * @throws AppError too_many_attempts, overloaded
 */
export function withinSessionLimit<T extends Checked>(deps: Limits, sessionId: string, check: Check<T>): Promise<T> {
  const subject = deps.signIns.subjectOf('session', sessionId);
  return deps.signIns.inTurn(subject, () =>
    counted(deps, [{ ...ofSession, subject }], () => check({ lane: subject, isTrusted: true })),
  );
}

/**
 * Checks the second factor of a sign-in unless too many were wrong: 10 from this network in 15 minutes, and 30 from anywhere in an hour
 * unless this administrator has signed in from this network before. A right one forgives the wrong passwords too.
 * @throws AppError too_many_attempts, overloaded
 */
export function withinFactorLimits<T extends Checked>(
  deps: Limits,
  { admin_id, attempt }: { admin_id: string; attempt: Attempt },
  check: () => Promise<T>,
): Promise<T> {
  const { subjectOf, inTurn } = deps.signIns;
  const pair = pairOf(deps.signIns, attempt);
  const own = { ...ofPair, subject: subjectOf('factor-network', admin_id, clientNetwork(attempt.address)) };
  const shared = { ...ofFactor, subject: subjectOf('factor', admin_id) };
  return inTurn(own.subject, async () => {
    const isKnown = await isKnownNetwork(deps.db, pair, deps.clock());
    const checked = await counted(deps, isKnown ? [own] : [own, shared], check);
    if (checked.isRight) await deps.db.deleteFrom('sign_in_budget').where('subject', '=', pair).execute();
    return checked;
  });
}

/**
 * Checks a passkey that signs in alone unless 50 from this network were wrong in 15 minutes.
 * @throws AppError too_many_attempts, overloaded
 */
export function withinPasskeyLimit<T extends Checked>(
  deps: Limits,
  address: string,
  check: () => Promise<T>,
): Promise<T> {
  const subject = deps.signIns.subjectOf('passkey', clientNetwork(address));
  return counted(deps, [{ ...ofNetwork, subject }], check);
}

/** Limits the challenges that a network asks for without having signed in. @throws AppError too_many_attempts */
export async function takeChallenge({ db, clock, signIns }: Limits, address: string): Promise<void> {
  const subject = signIns.subjectOf('challenge', clientNetwork(address));
  await takeAttempt(db, clock(), [{ ...ofChallenges, subject }]);
}

/** Limits the starts and ends of single sign-on, each of which calls the provider. @throws AppError too_many_attempts */
export async function takeSingleSignOn({ db, clock, signIns }: Limits, address: string): Promise<void> {
  const subject = signIns.subjectOf('single-sign-on', clientNetwork(address));
  await takeAttempt(db, clock(), [{ ...ofSingleSignOn, subject }]);
}

/**
 * Limits the mails about a forgotten password: three an hour to an account, 20 an hour from a network.
 * @returns whether this account may be mailed; asking says nothing about that
 * @throws AppError too_many_attempts for a network
 */
export async function takeForgotten({ db, clock, signIns }: Limits, { username, address }: Attempt): Promise<boolean> {
  const network = signIns.subjectOf('forgotten-network', clientNetwork(address));
  await takeAttempt(db, clock(), [{ ...ofForgottenNetwork, subject: network }], 'mail.tooManyAsked');
  const account = { ...ofForgotten, subject: signIns.subjectOf('forgotten', foldUsername(username)) };
  return isTaken(takeAttempt(db, clock(), [account]));
}

/**
 * Limits the mails with links for requests: three an hour to a mail address, 20 an hour from a network.
 * @returns whether this mail address may be mailed; asking says nothing about that
 * @throws AppError too_many_attempts for a network
 */
export async function takeRequestLink(
  { db, clock, signIns }: Limits,
  { address, mailAddress }: { address: string; mailAddress: string },
): Promise<boolean> {
  const network = signIns.subjectOf('request-link-network', clientNetwork(address));
  await takeAttempt(db, clock(), [{ ...ofRequestLinkNetwork, subject: network }], 'mail.tooManyAsked');
  const one = { ...ofRequestLink, subject: signIns.subjectOf('request-link', mailAddress) };
  return isTaken(takeAttempt(db, clock(), [one]));
}

const isTaken = (taking: Promise<unknown>): Promise<boolean> =>
  taking.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/**
 * Makes a visit with the token of a mailed link unless 60 from this network opened nothing in 15 minutes. One that opens something is not
 * counted: a whole site may be behind one address.
 * @throws AppError too_many_attempts
 */
export async function withinLinkLimit<T>(
  { db, clock, signIns }: Limits,
  address: string,
  visit: () => Promise<T>,
): Promise<T> {
  const budget = { ...ofLinks, subject: signIns.subjectOf('links', clientNetwork(address)) };
  const taken = await takeAttempt(db, clock(), [budget], 'mail.tooManyLinks');
  const answer = await visit().catch(async (error: unknown) => {
    const hasOpened = !(error instanceof AppError && error.code === 'link_expired');
    if (hasOpened) await giveBack(db, taken);
    throw error;
  });
  await giveBack(db, taken);
  return answer;
}

/**
 * Takes an attempt from each budget before the check, so that the limit holds across concurrent requests and processes.
 * A check that could not run returns them. A right answer clears the first budget and returns the others'; one that only starts a
 * sign-in returns all and clears none.
 */
async function counted<T extends Checked>(
  { db, clock }: Limits,
  budgets: [own: Budget, ...Budget[]],
  check: () => Promise<T>,
): Promise<T> {
  const taken = await takeAttempt(db, clock(), budgets);
  const checked = await check().catch(async (error: unknown) => {
    await giveBack(db, taken);
    throw error;
  });
  if (!checked.isRight) return checked;
  if (checked.isStarted) {
    await giveBack(db, taken);
    return checked;
  }
  const [own] = budgets;
  await db.deleteFrom('sign_in_budget').where('subject', '=', own.subject).execute();
  await giveBack(
    db,
    taken.filter(({ subject }) => subject !== own.subject),
  );
  return checked;
}

type Taken = { subject: string; ends_at: Date };
type Refusal = 'signIn.tooMany' | 'mail.tooManyLinks' | 'mail.tooManyAsked';

/** One statement for all budgets; if one refuses, the others are undone. */
async function takeAttempt(
  db: Db,
  now: Date,
  budgets: Budget[],
  refusal: Refusal = 'signIn.tooMany',
): Promise<Taken[]> {
  await clearEnded(db, now);
  const isOver = sql<boolean>`sign_in_budget.ends_at <= ${now}`;
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .insertInto('sign_in_budget')
      .values(
        budgets.map(({ subject, attempts, windowMs }) => ({
          subject,
          attempts_left: attempts - 1,
          ends_at: new Date(now.getTime() + windowMs),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('subject')
          .doUpdateSet({
            attempts_left: sql`case when ${isOver} then excluded.attempts_left else sign_in_budget.attempts_left - 1 end`,
            ends_at: sql`case when ${isOver} then excluded.ends_at else sign_in_budget.ends_at end`,
          })
          .where(sql<boolean>`${isOver} or sign_in_budget.attempts_left > 0`),
      )
      .returning(['subject', 'ends_at'])
      .execute();
    if (taken.length === budgets.length) return taken;
    const used = budgets.map(({ subject }) => subject).filter((one) => !taken.some(({ subject }) => subject === one));
    throw tooManyAttempts(refusal, now, await latestEnd(tx, used));
  });
}

async function latestEnd(tx: Tx, subjects: string[]): Promise<Date | undefined> {
  const { ends_at } = await tx
    .selectFrom('sign_in_budget')
    .select((q) => q.fn.max<Date | null>('ends_at').as('ends_at'))
    .where('subject', 'in', subjects)
    .executeTakeFirstOrThrow();
  return ends_at ?? undefined;
}

function tooManyAttempts(refusal: Refusal, now: Date, freeAt = now): AppError {
  const retry_after = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1_000));
  const minutes = Math.ceil(retry_after / 60);
  return new AppError('too_many_attempts', say(refusal, { count: minutes }), { retry_after });
}

/** One statement per row: never waits for one of these rows while holding another. */
async function giveBack(db: Db, taken: Taken[]): Promise<void> {
  for (const { subject, ends_at } of taken) {
    await db
      .updateTable('sign_in_budget')
      .set((q) => ({ attempts_left: q('attempts_left', '+', 1) }))
      .where('subject', '=', subject)
      .where('ends_at', '=', ends_at) // a budget started since does not include this attempt
      .execute();
  }
}

/** Skips locked rows, so that it never waits. */
async function clearEnded(db: Db, now: Date): Promise<void> {
  const ended = db
    .selectFrom('sign_in_budget')
    .select('subject')
    .where('ends_at', '<=', now)
    .limit(clearedAtOnce)
    .forUpdate()
    .skipLocked();
  await db.deleteFrom('sign_in_budget').where('subject', 'in', ended).execute();
}
