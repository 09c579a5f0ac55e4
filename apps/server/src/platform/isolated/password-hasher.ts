import { availableParallelism } from 'node:os';
import { say } from '@key2xs/texts';
import { hash, verify } from '@node-rs/argon2';
import type { Runner } from './runner';
import type { Turn } from './turns';

export type PasswordHasher = {
  /** @throws AppError overloaded */
  hash(password: string, turn: Turn): Promise<string>;
  /**
   * An undefined hash takes as long as a real one and never matches, so that timing does not reveal which usernames
   * exist.
   * @throws AppError overloaded
   */
  verify(hash: string | undefined, password: string, turn: Turn): Promise<boolean>;
};

// The default algorithm of the library is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const typicalMs = 20;
/** Hash of a discarded random password. Verifying reads the cost from the hash, so it takes as long. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$jIO0ddzTziTnD5Lh5O7KsQ$WazIOJfjwRt+6mRHRQgYAGexWjun87Df/fh1Jz5idPs`;

/** The same text for composed, decomposed, wide and narrow letters. */
const normalise = (password: string) => password.normalize('NFKC');

/**
 * Argon2id, 19 MiB and about 15 ms per password, off the event loop. At most `parallel` run and `waiting` wait, in fair
 * turns; more are refused, so that a flood of sign-ins cannot exhaust the machine.
 */
export function createPasswordHasher(
  { inTurn }: Pick<Runner, 'inTurn'>,
  { parallel = Math.max(1, Math.min(3, availableParallelism() - 1)), waiting = 64 } = {},
): PasswordHasher {
  const queue = {
    parallel,
    waiting,
    retryAfterS: Math.ceil((waiting * typicalMs) / parallel / 1_000) || 1,
    says: { busy: say('heavy.signInsBusy') },
  };
  return {
    hash: (password, turn) => inTurn(queue, turn, () => hash(normalise(password), cost)),
    verify: async (known, password, turn) => {
      const isRight = await inTurn(queue, turn, () => verify(known ?? dummyHash, normalise(password)));
      return isRight && known !== undefined;
    },
  };
}
