import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCliqSandbox, startEntraSandbox } from '@key2xs/drivers/sandbox';
import { pino } from 'pino';
import { test as base, inject } from 'vitest';
import { readConfig } from '#config';
import { type Database, openDatabase } from '#platform/database/db';
import { expect, startApp, type TestApp } from './app';
import { createServerDatabase } from './database';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy';

const template = inject('databaseTemplate');

/** Only a PostgreSQL server can be unavailable while the product runs. */
export const isEmbeddedRun = template.kind === 'dump';

export type Behind = {
  /** A server that reaches its database through the proxy. */
  app: TestApp;
  proxy: DatabaseProxy;
  /** The same database, bypassing the proxy. */
  direct: Database;
  /** A second server on the same database, with the same sandbox and secret key, bypassing the proxy. */
  startSecond(): Promise<TestApp>;
};

/** `test` with a server of this file behind a proxy. Its database is emptied before each test. */
export const test = base.extend<{
  $file: { running: Behind & { reset(): Promise<void> } };
  $test: { behind: Behind };
}>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: -- vitest reads the fixtures a function needs from this pattern
    async ({}, use) => {
      if (template.kind === 'dump') throw new Error('There is no proxy before the embedded database.');
      const stops: (() => Promise<unknown>)[] = [];
      const { url, drop } = await createServerDatabase(template);
      const proxy = await startDatabaseProxy(url);
      const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-data-'));
      const sandbox = await startCliqSandbox({ port: 0 });
      const entra = await startEntraSandbox({ port: 0 });
      stops.push(drop, proxy.close, () => rm(dataDir, { recursive: true }), sandbox.close, entra.close);
      const open = async (databaseUrl: string) => {
        const config = { ...readConfig({ KEY2XS_DATA_DIR: dataDir }), databaseUrl };
        const database = await openDatabase(config, pino({ level: process.env.TEST_LOG ?? 'silent' }));
        stops.push(database.close);
        return database;
      };
      const start = async (databaseUrl: string) => {
        const running = await startApp(await open(databaseUrl), { databaseUrl, sandbox, entra, dataDir });
        stops.push(running.stop);
        return running;
      };
      const { app, reset } = await start(proxy.through(url));
      const direct = await open(url);
      await use({ app, proxy, direct, startSecond: async () => (await start(url)).app, reset });
      proxy.restore();
      for (const stop of stops.reverse()) await stop();
    },
    { scope: 'file' },
  ],
  behind: async ({ running: { reset, ...behind } }, use) => {
    const { app, proxy } = behind;
    proxy.restore();
    proxy.cut(); // connections left over from an earlier test
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(200);
    await reset();
    await use(behind);
  },
});
