import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { fillDatabase, slowFile } from '#test/slow-file';
import { openBackup } from '../backup/read-backup';
import { loadSecretKey } from '../secrets/secret-key';
import { backUpByServer } from './ask-server';
import { controlPath, openControl } from './control-socket';

let recoveryKey: string;
let recipient: string;

beforeAll(async () => {
  recoveryKey = await generateX25519Identity();
  recipient = await identityToRecipient(recoveryKey);
});

/** With an administrator, and `save`, which asks it for a backup. */
async function aServer(app: TestApp, databaseUrl?: string) {
  const { dataDir } = app.deps.config;
  await app.as('superadmin').token();
  await loadSecretKey(app.deps.config);
  const close = await openControl({ ...app.deps, config: { ...app.deps.config, databaseUrl } });
  onTestFinished(close);
  const file = join(dataDir, app.deps.newId(), 'now.age');
  const save = () => backUpByServer(dataDir, { file, recipient, signal: new AbortController().signal });
  return { dataDir, file, save, close };
}

test('the running server writes a backup for a command, and only its user may ask', async ({ app }) => {
  const { dataDir, file, save } = await aServer(app);
  expect((await stat(controlPath(dataDir))).mode & 0o777).toBe(0o600);
  const written = await save();
  const { parts } = await openBackup(file, recoveryKey);
  let rows = 0;
  for await (const part of parts) if ('lines' in part) rows += part.lines.length;
  expect(rows).toBeGreaterThan(0);
  expect(written).toEqual({ rows, bytes: (await stat(file)).size });
});

test('a server on PostgreSQL hands out no backup: its data folder does not open the database', async ({ app }) => {
  const { file, save } = await aServer(app, 'postgres://key2xs@db.test/key2xs');
  await expect(save()).rejects.toThrow('does not take this command');
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a backup whose server stops leaves no file, and a server that is stopped takes no command', async ({ app }) => {
  const { file, save, close } = await aServer(app);
  await fillDatabase(app.db);
  const draft = await slowFile(`${file}.part`);
  const saving = save();
  saving.catch(() => undefined); // awaited below
  await draft.begun;
  await close();
  draft.takeAll();
  await expect(saving).rejects.toThrow('Nothing was written');
  expect(await readdir(dirname(file))).toEqual([]);
  expect(await save()).toBeUndefined();
});

test('a command that is killed frees the database', async ({ app }) => {
  const { dataDir } = await aServer(app);
  await fillDatabase(app.db);
  const asking = request({ socketPath: controlPath(dataDir), method: 'POST', path: '/backup' });
  asking.end(JSON.stringify({ recipient }));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  answer.destroy();
  // Waits for the transaction that reads.
  await app.db.transaction().execute(async (tx) => {
    await tx.schema
      .alterTable('admin')
      .alterColumn('username', (column) => column.setNotNull())
      .execute();
  });
});
