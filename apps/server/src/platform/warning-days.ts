import { warningDays } from '@key2xs/contract';

const dayMs = 86_400_000;

/** Whole days until then; below 0 once it has passed. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs);

/** The smallest of the days to warn at that is reached, and 0 once it has ended; undefined before the first. */
export const thresholdOf = (days: number): number | undefined =>
  days < 0 ? 0 : warningDays.findLast((one) => days <= one);
