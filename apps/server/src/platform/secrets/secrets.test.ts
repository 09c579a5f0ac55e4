import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets, SecretUnreadable } from './secrets';

const master = Buffer.alloc(32, 7);
const secrets = createSecrets(master);
const row = '0190a000-0000-7000-8000-000000000001';
const plain = '-----BEGIN PRIVATE KEY-----\nä\n';

describe('createSecrets', () => {
  it('opens what it sealed', () => {
    expect(secrets.open(secrets.seal(plain, row), row)).toBe(plain);
    expect(createSecrets(Buffer.from(master)).open(secrets.seal('', row), row)).toBe('');
  });

  it('seals the same text differently each time and shows nothing of it', () => {
    const [one, two] = [secrets.seal(plain, row), secrets.seal(plain, row)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('PRIVATE')).toBe(false);
  });

  it('does not open under another row', () => {
    const sealed = secrets.seal(plain, row);
    expect(() => secrets.open(sealed, row.replace(/1$/, '2'))).toThrow(SecretUnreadable);
  });

  it('reports that another key is needed', () => {
    const sealed = secrets.seal(plain, row);
    expect(() => createSecrets(randomBytes(32)).open(sealed, row)).toThrow('sealed with another key');
  });

  it('hashes the same text differently for another row and under another key', () => {
    const hash = secrets.hash(plain, row);
    expect(createSecrets(Buffer.from(master)).hash(plain, row)).toEqual(hash);
    expect(secrets.hash(plain, row.replace(/1$/, '2'))).not.toEqual(hash);
    expect(createSecrets(randomBytes(32)).hash(plain, row)).not.toEqual(hash);
  });

  it('does not open after any one byte has changed or is missing', () => {
    const sealed = secrets.seal(plain, row);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => secrets.open(changed, row), `byte ${i}`).toThrow(SecretUnreadable);
      expect(() => secrets.open(sealed.subarray(0, i), row), `first ${i} bytes`).toThrow(SecretUnreadable);
    }
  });
});
