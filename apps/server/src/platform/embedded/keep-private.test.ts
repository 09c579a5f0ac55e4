import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepPrivate } from './keep-private';

it.skipIf(process.platform === 'win32')('closes a folder that was made before, with its files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key2xs-private-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'database'));
  await mkdir(join(folder, 'own'));
  const files = ['notes.txt', 'audit-end-postgresql', 'secret.key', 'database/PG_VERSION', 'own/photo.jpg'];
  for (const file of files) {
    await writeFile(join(folder, file), '');
    await chmod(join(folder, file), 0o666);
  }
  await chmod(folder, 0o777);
  keepPrivate(folder);
  const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8);
  expect(await modeOf('.')).toBe('700');
  expect(await Promise.all(files.map(modeOf))).toEqual(['600', '600', '666', '600', '666']);
});
