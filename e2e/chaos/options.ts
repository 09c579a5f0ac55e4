import { parseArgs } from 'node:util';

export type ChaosOptions = {
  /** Restarts of PostgreSQL, fast and immediate in turn. */
  restarts: number;
  /** Times all connections to it are cut. */
  cuts: number;
  /** `kill -9` of the product. */
  kills: number;
  /** The same seed gives the same order and pauses. */
  seed: number;
};

/** @throws TypeError for an unknown option */
export function readOptions(args: string[]): ChaosOptions {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { restarts: number, cuts: number, kills: number, seed: number } });
  return {
    restarts: Number(values.restarts ?? 4),
    cuts: Number(values.cuts ?? 4),
    kills: Number(values.kills ?? 4),
    seed: Number(values.seed ?? Date.now() % 100_000),
  };
}

/** A generator of numbers from 0 to 1, seeded (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
