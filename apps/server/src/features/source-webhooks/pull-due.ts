/** Deliveries that come within this time of a run, or of each other, are answered by one run; */
const gatherMs = 30_000;
/** but none waits longer than this. */
const longestMs = 300_000;

type Waiting = { first_at: Date; last_at: Date; last_pull_at: Date | null };

/**
 * When the deliveries that wait are to be answered by a run: the first after a quiet time at once, the others once it is quiet
 * again.
 */
export function pullDue({ first_at, last_at, last_pull_at }: Waiting): Date {
  const isQuiet = last_pull_at === null || first_at.getTime() - last_pull_at.getTime() >= gatherMs;
  if (isQuiet) return first_at;
  return new Date(Math.min(last_at.getTime() + gatherMs, first_at.getTime() + longestMs));
}
