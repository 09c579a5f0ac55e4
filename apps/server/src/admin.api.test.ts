import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#config';
import { openDatabase } from '#platform/database/db';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';
import { foldUsername } from '#platform/sign-in/fold-username';

const program = fileURLToPath(new URL('./admin.ts', import.meta.url));
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'key2xs-admin-'));
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir });
  await loadSecretKey(config);
  const { db, close } = await openDatabase(config, pino({ level: 'silent' }));
  await migrate(db);
  const names = { username: 'Ada', username_folded: foldUsername('Ada') };
  const id = '01980000-0000-7000-8000-000000000001';
  await db
    .insertInto('admin')
    .values({ id, ...names, password_hash: 'unknown', role: 'superadmin' })
    .execute();
  await close();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function admin(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, KEY2XS_DATA_DIR: dataDir, KEY2XS_PUBLIC_URL: 'https://keys.example' };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, output: output + errors };
}

describe('npm run admin', () => {
  test('prints a link of one administrator', async () => {
    const { code, output } = await admin('reset', 'ada');
    expect(output).toMatch(
      /^Ada sets a new password at this address, once, until \S+:\nhttps:\/\/keys\.example\/reset-password#\S{40,}\n$/,
    );
    expect(code).toBe(0);
  });

  test('prints a link that also removes the second factors, on request', async () => {
    const { code, output } = await admin('reset', 'ada', '--second-factor');
    expect(output).toMatch(
      /^Ada sets a new password and removes the second factors at this address, once, until \S+:\n/,
    );
    expect(code).toBe(0);
  });

  test.each([
    [['reset', 'nobody'], 1, 'There is no active administrator "nobody"'],
    [['reset'], 2, 'Usage: npm run admin -- reset <username> [--second-factor]'],
  ])('answers %j with %i', async (args, expected, said) => {
    const { code, output } = await admin(...args);
    expect(output).toContain(said);
    expect(code).toBe(expected);
  });
});
