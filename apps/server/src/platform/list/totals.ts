const kept = 500;

/** Caches totals by request and stamp, because counting costs far more than reading a page. */
export type Totals = { of: (key: string, count: () => Promise<number>) => Promise<number> };

export function createTotals(): Totals {
  const totals = new Map<string, number>();
  return {
    async of(key, count) {
      const known = totals.get(key);
      if (known !== undefined) return known;
      const total = await count();
      const oldest = totals.keys().next().value;
      if (totals.size >= kept && oldest !== undefined) totals.delete(oldest);
      totals.set(key, total);
      return total;
    },
  };
}
