import { createHmac } from 'node:crypto';
import { say } from '@key2xs/texts';
import { AppError } from '../errors';
import { deriveKey } from '../secrets/secret-key';

type SubjectKind =
  | 'pair'
  | 'site'
  | 'account'
  | 'network'
  | 'session'
  | 'factor'
  | 'factor-network'
  | 'passkey'
  | 'challenge'
  | 'single-sign-on'
  | 'forgotten'
  | 'forgotten-network'
  | 'request-link'
  | 'request-link-network'
  | 'links'
  | 'device';

/** In-memory state of the sign-in limits. */
export type SignInState = {
  /**
   * A keyed hash as the name of what is counted. People type passwords into the username field; without the secret key
   * they cannot be guessed from the hash.
   */
  subjectOf(kind: SubjectKind, ...parts: string[]): string;
  /**
   * Runs attempts on one subject one at a time, so that many concurrent correct ones use up one attempt only.
   * @throws AppError overloaded
   */
  inTurn<T>(subject: string, run: () => Promise<T>): Promise<T>;
};

/** Maximum number of running and waiting attempts on one subject. */
const waitingLimit = 50;

export function createSignInState(master: Buffer): SignInState {
  const key = deriveKey(master, 'sign-in limits');
  // Never more entries than open requests.
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>();

  return {
    subjectOf: (kind, ...parts) =>
      `${kind}:${createHmac('sha256', key)
        .update([kind, ...parts].join('\n'))
        .digest('base64url')}`,

    async inTurn(subject, run) {
      const turn = turns.get(subject) ?? { last: Promise.resolve(), waiting: 0 };
      if (turn.waiting >= waitingLimit) {
        throw new AppError('overloaded', say('signIn.manyAtOnce'), {
          retry_after: 2,
        });
      }
      turn.waiting++;
      turns.set(subject, turn);
      const mine = turn.last.then(run);
      turn.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        turn.waiting--;
        if (turn.waiting === 0) turns.delete(subject);
      }
    },
  };
}
