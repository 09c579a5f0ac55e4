/** The clock of a sandbox. It can be advanced, never set back. */
export type SandboxClock = {
  now(): Date;
  /** How far it is ahead of its base clock. */
  aheadMs(): number;
  advance(ms: number): void;
};

export function createClock(real: () => Date = () => new Date()): SandboxClock {
  let ahead = 0;
  return {
    now: () => new Date(real().getTime() + ahead),
    aheadMs: () => ahead,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('A clock is put ahead by a number of milliseconds that is not negative.');
      ahead += ms;
    },
  };
}
