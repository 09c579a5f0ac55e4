import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher';
import { createRunner } from './runner';

const sentence = 'a sentence with many words';
const turn = { lane: '192.0.2.1', isTrusted: false };

describe('createPasswordHasher', () => {
  it('knows the right password from a wrong one', async () => {
    const passwords = createPasswordHasher(createRunner());
    const hash = await passwords.hash(sentence, turn);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, sentence, turn)).toBe(true);
    expect(await passwords.verify(hash, `${sentence}.`, turn)).toBe(false);
  });

  it('does not mind how an accented letter was typed', async () => {
    const passwords = createPasswordHasher(createRunner());
    const hash = await passwords.hash('caf\u00e9 au lait in the morning', turn);
    expect(await passwords.verify(hash, 'cafe\u0301 au lait in the morning', turn)).toBe(true);
  });

  it('refuses an unknown user after as much hashing', async () => {
    const passwords = createPasswordHasher(createRunner(), { parallel: 1, waiting: 0 });
    const unknown = passwords.verify(undefined, sentence, turn);
    await expect(passwords.hash(sentence, turn)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await unknown).toBe(false);
  });

  it('refuses what does not fit into the queue, and serves the rest', async () => {
    const passwords = createPasswordHasher(createRunner(), { parallel: 1, waiting: 2 });
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

  it('does not let a flood from one network refuse another', async () => {
    const passwords = createPasswordHasher(createRunner(), { parallel: 1, waiting: 2 });
    const flood = Promise.allSettled([1, 2, 3, 4, 5].map(() => passwords.hash(sentence, turn)));
    expect(await passwords.hash(sentence, { lane: '198.51.100.7', isTrusted: false })).toContain('$argon2id$');
    expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('gives its place free when hashing fails', async () => {
    const passwords = createPasswordHasher(createRunner(), { parallel: 1, waiting: 0 });
    await expect(passwords.verify('not a hash', sentence, turn)).rejects.toThrow();
    expect(await passwords.verify(undefined, sentence, turn)).toBe(false);
  });
});
