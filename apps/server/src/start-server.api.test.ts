import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '#config';
import { DataFolderInUse, lockDataFolder } from '#platform/database/data-lock';
import { createServerDatabase } from '#test/database';
import { startServer } from './start-server';

const template = inject('databaseTemplate');

test.skipIf(template.kind === 'dump')('a data folder in use is refused on a PostgreSQL server too', async () => {
  if (template.kind === 'dump') return;
  const { url, drop } = await createServerDatabase(template);
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' });
  const log = pino({ level: 'silent' });

  const unlock = await lockDataFolder(dataDir);
  await expect(startServer(config, log)).rejects.toThrow(DataFolderInUse);
  unlock();
  const first = await startServer(config, log);
  await expect(startServer(config, log)).rejects.toThrow(DataFolderInUse);
  await first.stop();
  const next = await startServer(config, log);
  await next.stop();
});
