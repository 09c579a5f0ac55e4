import { warningDays } from '@key2xs/contract';

const dayMs = 86_400_000;

/** Whole days until then; below 0 once it has passed. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs);

/** The smallest reached warning threshold in days, 0 after the end, undefined before the first threshold. */
export const thresholdOf = (days: number): number | undefined =>
  days < 0 ? 0 : warningDays.findLast((one) => days <= one);
