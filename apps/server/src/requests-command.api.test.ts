import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#config';
import { openDatabase } from '#platform/database/db';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';

const program = fileURLToPath(new URL('./requests-command.ts', import.meta.url));

test('npm run requests works on the installation of its environment, and says where there is none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-requests-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const run = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, KEY2XS_DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env });
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return [code, output, errors];
  };
  expect(await run('list')).toEqual([1, '', expect.stringContaining('there is no database here')]);
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir });
  await loadSecretKey(config);
  const { db, close } = await openDatabase(config, pino({ level: 'silent' }));
  await migrate(db);
  await close();
  expect(await run('list')).toEqual([0, 'No request waits for a decision.\n', '']);
});
