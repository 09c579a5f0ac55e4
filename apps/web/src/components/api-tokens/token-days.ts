const dayMs = 86_400_000;
/** A clock here that is a little ahead must not make the longest time too long. */
const spareMs = 5 * 60_000;

export const endAfter = (days: number): string => new Date(Date.now() + days * dayMs - spareMs).toISOString();

/** A month, unless that is too long. */
export const usualDays = (maxDays: number): number => Math.min(30, maxDays);
