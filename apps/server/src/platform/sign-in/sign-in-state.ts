import { createHmac } from 'node:crypto';
import { say } from '@key2xs/texts';
import { AppError } from '../errors';
import { deriveKey } from '../secrets/secret-key';

/** What sign-in limits need beside the database. */
export type SignInState = {
  /**
   * A name for what is counted. Keyed, because people type passwords into the username field: nobody without the secret
   * key can try out what it was made of.
   */
  subjectOf(kind: 'pair' | 'site' | 'account' | 'network' | 'session', ...parts: string[]): string;
  /**
   * Runs attempts on one subject one after the other, so that many right ones at once need one attempt only.
   * @throws AppError overloaded
   */
  inTurn<T>(subject: string, run: () => Promise<T>): Promise<T>;
};

/** Attempts on one subject that may be under way. */
const waitingLimit = 50;

export function createSignInState(master: Buffer): SignInState {
  const key = deriveKey(master, 'sign-in limits');
  // As many as there are requests under way.
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
