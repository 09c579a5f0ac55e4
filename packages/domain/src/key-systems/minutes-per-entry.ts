/** Entries that one person has ticked at one moment. */
type Tick = { by: string; at: Date; count: number };

/** After a longer pause nothing is known of the time that an entry took. */
const longestPauseMs = 60 * 60_000;
const minMeasured = 10;

/**
 * How long an entry takes, from the time since the same person's tick before: the median of all entries. Null as long as there are too
 * few to tell.
 */
export function minutesPerEntry(ticks: readonly Tick[]): { minutes: number | null; measured: number } {
  const ordered = ticks.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const last = new Map<string, number>();
  const shares: { minutes: number; count: number }[] = [];
  for (const { by, at, count } of ordered) {
    const before = last.get(by);
    last.set(by, at.getTime());
    const ms = before === undefined ? Number.POSITIVE_INFINITY : at.getTime() - before;
    if (ms <= longestPauseMs && count > 0) shares.push({ minutes: ms / 60_000 / count, count });
  }
  const measured = shares.reduce((sum, { count }) => sum + count, 0);
  if (measured < minMeasured) return { minutes: null, measured };
  let passed = 0;
  const median = shares
    .toSorted((one, other) => one.minutes - other.minutes)
    .find(({ count }) => {
      passed += count;
      return passed * 2 >= measured;
    });
  return { minutes: median?.minutes ?? null, measured };
}
