import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '#config';

type KeySource = Pick<Config, 'secretKey' | 'dataDir'>;

const keyBytes = 32;

/**
 * The installation's master key: from the configuration, else from `secret.key` in the data folder, created at the
 * first start. Processes that start concurrently get the same key.
 * @throws ConfigError when the file is readable by others or damaged
 */
export async function loadSecretKey(source: KeySource): Promise<Buffer> {
  const known = await findSecretKey(source);
  if (known) return known;
  await createKeyFile(source.dataDir);
  const created = await findSecretKey(source);
  if (!created) throw new ConfigError([`${fileIn(source.dataDir)}: could not be created`]);
  return created;
}

/** The master key if there is one; creates none. */
export async function findSecretKey({ secretKey, dataDir }: KeySource): Promise<Buffer | undefined> {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'base64');
  const file = fileIn(dataDir);
  const handle = await open(file, 'r').catch(ignore('ENOENT'));
  if (!handle) return undefined;
  try {
    const { mode } = await handle.stat();
    // Windows has no such bits; the folder's own permissions apply.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new ConfigError([`${file}: other users of this machine may read it. Run: chmod 600 "${file}"`]);
    }
    const key = Buffer.from((await handle.readFile('utf8')).trim(), 'base64');
    if (key.length !== keyBytes) throw new ConfigError([`${file}: is damaged. Put back a copy of it`]);
    return key;
  } finally {
    await handle.close();
  }
}

/** A key for one purpose. A leaked one reveals neither the master nor the others. */
export const deriveKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `key2xs ${purpose} v1`, keyBytes));

const fileIn = (dataDir: string) => join(dataDir, 'secret.key');

async function createKeyFile(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // Unlike a rename, a link never replaces a key that another process has just created.
    await link(draft, fileIn(dataDir)).catch(ignore('EEXIST'));
  } finally {
    await rm(draft);
  }
}

const ignore = (code: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === code) return undefined;
  throw error;
};
