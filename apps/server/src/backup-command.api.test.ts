import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#config';
import { openDatabase } from '#platform/database/db';
import { migrate } from '#platform/schema/migrate';
import { loadSecretKey } from '#platform/secrets/secret-key';
import { fillDatabase, slowFile } from '#test/slow-file';
import { startServer } from './start-server';

const program = fileURLToPath(new URL('./backup-command.ts', import.meta.url));
const log = pino({ level: 'silent' });
let dataDir: string;
let recipient: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'key2xs-backup-'));
  recipient = await identityToRecipient(await generateX25519Identity());
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

function backUp(file: string) {
  const env = { PATH: process.env.PATH, KEY2XS_DATA_DIR: dataDir, KEY2XS_BACKUP_RECIPIENT: recipient };
  const child = spawn(process.execPath, ['--import', 'tsx', program, '--out', file], { env });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([output, errors, [code]]) => ({ code, output: output + errors }),
  );
  return { child, ended };
}

test('backs up the embedded database of a running server', async () => {
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir, PORT: '0', KEY2XS_SANDBOX: 'off' });
  const server = await startServer(config, log);
  const file = join(dataDir, 'running.age');
  const { code, output } = await backUp(file).ended;
  expect(output).toMatch(/running\.age: \d+ rows, \d/);
  expect(code).toBe(0);
  await server.stop();
  expect(await readdir(dataDir)).not.toContain('control.sock');
});

test('leaves neither a file nor a lock when it is told to stop', async () => {
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir });
  await loadSecretKey(config);
  const database = await openDatabase(config, log);
  await migrate(database.db);
  await fillDatabase(database.db);
  await database.close();
  const file = join(dataDir, 'stopped', 'now.age');
  const draft = await slowFile(`${file}.part`);
  const { child, ended } = backUp(file);
  await draft.begun;
  child.kill('SIGTERM');
  draft.takeAll();
  expect(await ended).toEqual({ code: 1, output: 'The backup was stopped. Nothing was written.\n' });
  expect(await readdir(join(dataDir, 'stopped'))).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('lock');
});
