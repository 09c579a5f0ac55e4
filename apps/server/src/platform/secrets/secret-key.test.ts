import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, findSecretKey, loadSecretKey } from './secret-key';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'key2xs-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const fromFile = () => ({ secretKey: undefined, dataDir });

describe('loadSecretKey', () => {
  it('takes the configured key and makes no file', async () => {
    const key = await loadSecretKey({ secretKey: Buffer.alloc(32, 9).toString('base64'), dataDir });
    expect(key).toEqual(Buffer.alloc(32, 9));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('makes a key once, readable by its owner only', async () => {
    const key = await loadSecretKey(fromFile());
    expect(key).toHaveLength(32);
    expect(await loadSecretKey(fromFile())).toEqual(key);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('gives ten concurrent starts the same key', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => loadSecretKey(fromFile())));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it.skipIf(process.platform === 'win32')('refuses a file that others may read, and says what to do', async () => {
    await loadSecretKey(fromFile());
    await chmod(join(dataDir, 'secret.key'), 0o640);
    await expect(loadSecretKey(fromFile())).rejects.toThrow(/chmod 600/);
  });

  it('refuses a damaged file instead of replacing it', async () => {
    await writeFile(join(dataDir, 'secret.key'), 'c2hvcnQ=\n', { mode: 0o600 });
    await expect(loadSecretKey(fromFile())).rejects.toThrow(/damaged/);
  });
});

describe('findSecretKey', () => {
  it('makes none', async () => {
    expect(await findSecretKey(fromFile())).toBeUndefined();
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('deriveKey', () => {
  it('gives each purpose a key of its own', () => {
    const master = Buffer.alloc(32, 1);
    expect(deriveKey(master, 'sealing')).not.toEqual(deriveKey(master, 'audit chain'));
    expect(deriveKey(master, 'sealing')).toEqual(deriveKey(Buffer.from(master), 'sealing'));
  });
});
