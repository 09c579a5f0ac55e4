/** Each holds times up to a quarter longer than the one before. */
const growth = 1.25;

/** Of a time in milliseconds: 0 for up to one. */
export const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(growth)));

/** The middle of a bucket, in milliseconds: an eighth off at most. */
const middleOf = (bucket: number): number => Math.round(growth ** Math.max(bucket - 0.5, 0));

/**
 * The time, in milliseconds, that so large a share of the calls did not exceed; null when there were none.
 * @param calls numbers of calls by bucket
 */
export function percentile(calls: ReadonlyMap<number, number>, share: number): number | null {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const [bucket, count] of [...calls].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= share * all) return middleOf(bucket);
  }
  return null;
}
