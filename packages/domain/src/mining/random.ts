export type Random = {
  /** From 0 up to, without, 1. */
  next(): number;
  /** A whole number from 0 up to, without, `limit`. */
  below(limit: number): number;
};

/** Numbers that only depend on the seed (mulberry32): not for secrets. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}

/** Puts a list into random order, in place. */
export function shuffle(list: Int32Array, { below }: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    const moved = list[at] ?? 0;
    list[at] = list[other] ?? 0;
    list[other] = moved;
  }
}
