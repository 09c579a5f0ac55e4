/** One run answers all deliveries within this time of each other or of the last run; */
const gatherMs = 30_000;
/** but no delivery waits longer than this. */
const maxWaitMs = 300_000;

type Waiting = { first_at: Date; last_at: Date; last_pull_at: Date | null };

/**
 * When a run should answer the waiting deliveries: at once for the first after a quiet period, otherwise at the next quiet period.
 */
export function pullDue({ first_at, last_at, last_pull_at }: Waiting): Date {
  const isQuiet = last_pull_at === null || first_at.getTime() - last_pull_at.getTime() >= gatherMs;
  if (isQuiet) return first_at;
  return new Date(Math.min(last_at.getTime() + gatherMs, first_at.getTime() + maxWaitMs));
}
