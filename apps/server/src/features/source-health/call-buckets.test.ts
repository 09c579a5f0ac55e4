import { describe, expect, it } from 'vitest';
import { bucketOf, percentile } from './call-buckets';

const callsOf = (times: readonly number[]) => {
  const calls = new Map<number, number>();
  for (const ms of times) calls.set(bucketOf(ms), (calls.get(bucketOf(ms)) ?? 0) + 1);
  return calls;
};

describe('percentile', () => {
  it('is an eighth off at most', () => {
    const times = Array.from({ length: 10_000 }, (_, at) => 1 + at * 3);
    const sorted = times.toSorted((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      const told = percentile(callsOf(times), share) ?? 0;
      expect(Math.abs(told - exact) / exact).toBeLessThan(0.125);
    }
  });

  it('counts the slow ones that are rare', () => {
    const times = [...Array(98).fill(20), 4_000, 4_000];
    expect(percentile(callsOf(times), 0.95)).toBeLessThan(25);
    expect(percentile(callsOf(times), 0.99)).toBeGreaterThan(3_400);
  });

  it('knows nothing where no call was made', () => {
    expect(percentile(new Map(), 0.5)).toBeNull();
  });
});
