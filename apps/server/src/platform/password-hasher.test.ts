import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher';

const sentence = 'a sentence with many words';
const turn = { lane: '192.0.2.1', isTrusted: false };

describe('createPasswordHasher', () => {
  it('knows the right password from a wrong one', async () => {
    const passwords = createPasswordHasher();
    const hash = await passwords.hash(sentence, turn);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, sentence, turn)).toBe(true);
    expect(await passwords.verify(hash, `${sentence}.`, turn)).toBe(false);
  });

  it('does not mind how an accented letter was typed', async () => {
    const passwords = createPasswordHasher();
    const hash = await passwords.hash('caf\u00e9 au lait in the morning', turn);
    expect(await passwords.verify(hash, 'cafe\u0301 au lait in the morning', turn)).toBe(true);
  });

  it('says no for an unknown user, in the time of a real check', async () => {
    const passwords = createPasswordHasher();
    const hash = await passwords.hash(sentence, turn);
    expect(await passwords.verify(undefined, sentence, turn)).toBe(false);
    // The quickest of several, so that a busy machine does not decide.
    const quickest = async (known: string | undefined) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const start = performance.now();
        await passwords.verify(known, sentence, turn);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    expect((await quickest(undefined)) / (await quickest(hash))).toBeGreaterThan(0.5);
  });

  it('refuses what does not fit into the queue, and serves the rest', async () => {
    const passwords = createPasswordHasher({ parallel: 1, waiting: 2 });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => passwords.hash(sentence, turn)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { code: 'overloaded', extra: { retry_after: 1 } } });
    expect(await passwords.hash(sentence, turn)).toContain('$argon2id$');
  });

  it('gives its place free when hashing fails', async () => {
    const passwords = createPasswordHasher({ parallel: 1, waiting: 0 });
    await expect(passwords.verify('not a hash', sentence, turn)).rejects.toThrow();
    expect(await passwords.verify(undefined, sentence, turn)).toBe(false);
  });
});
