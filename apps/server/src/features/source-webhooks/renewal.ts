import { backoff } from '#platform/jobs/backoff';

/** Just under 29 days, the longest life that any source with notifications allows. */
const lifeMs = 28 * 86_400_000;
/** The mean share of its life after which a subscription is renewed, spread so that they are not all renewed at once. */
const renewShare = 0.5;
const jitterShare = 0.05;

const pauses = { firstMs: 60_000, maxMs: 6 * 3_600_000 };

export const requestedEnd = (now: Date): Date => new Date(now.getTime() + lifeMs);

/** @param chance from 0 to 1 */
export function renewAt(now: Date, endsAt: Date, chance: number): Date {
  const share = renewShare + (chance - 0.5) * 2 * jitterShare;
  return new Date(now.getTime() + Math.max(endsAt.getTime() - now.getTime(), 0) * share);
}

/** @param failures in a row, this one included */
export const retryAt = (now: Date, failures: number): Date => new Date(now.getTime() + backoff(failures, pauses));
