import { backoff } from '#platform/jobs/backoff';

/** No source with notifications is known to allow more than a little under 29 days. */
const lifeMs = 28 * 86_400_000;
/** Of the life of a subscription, on average; not all at once. */
const renewShare = 0.5;
const jitterShare = 0.05;

const pauses = { firstMs: 60_000, maxMs: 6 * 3_600_000 };

export const wishedEnd = (now: Date): Date => new Date(now.getTime() + lifeMs);

/** @param chance from 0 to 1 */
export function renewAt(now: Date, endsAt: Date, chance: number): Date {
  const share = renewShare + (chance - 0.5) * 2 * jitterShare;
  return new Date(now.getTime() + Math.max(endsAt.getTime() - now.getTime(), 0) * share);
}

/** @param failures in a row, this one included */
export const tryAgainAt = (now: Date, failures: number): Date => new Date(now.getTime() + backoff(failures, pauses));
