import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '#config';
import { createServerDatabase } from '#test/database';
import { claimJob, insertJob, renewLease } from '../jobs/job-rows';
import { runMigrations } from '../schema/run-migrations';
import { openDatabase } from './db';

const template = inject('databaseTemplate');

async function open(limits?: Parameters<typeof openDatabase>[2]) {
  if (template.kind === 'dump') throw new Error('no server');
  const { url, drop } = await createServerDatabase(template);
  onTestFinished(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = readConfig({ KEY2XS_DATA_DIR: dataDir, DATABASE_URL: url });
  const database = await openDatabase(config, pino({ level: 'silent' }), limits);
  onTestFinished(() => database.close());
  return database;
}

test.skipIf(template.kind === 'dump')('a lease is renewed while requests use all connections', async () => {
  const { pool, leases } = await open();
  const requests = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  const id = { kind: 'test.lease', key: 'a' };
  await insertJob(leases, id);
  const job = await claimJob(leases, id, 10_000);
  const isRenewed = job && (await renewLease(leases, job, 10_000));
  for (const client of requests) client.release();
  expect([pool.totalCount, isRenewed]).toEqual([10, true]);
});

test.skipIf(template.kind === 'dump')('limits of requests do not hold for migrations', async () => {
  const database = await open({ statementMs: 500, silenceMs: 1_000 });
  await expect(sql`select pg_sleep(2)`.execute(database.db)).rejects.toThrow(/statement timeout/);

  const { db, close } = database.openUnlimited();
  await sql`delete from kysely_migration`.execute(db);
  await runMigrations(db, {
    '1-slow': {
      up: async (tx) => {
        await sql`select pg_sleep(1.5)`.execute(tx);
      },
    },
  });
  const { rows } = await sql`select name from kysely_migration`.execute(db);
  expect(rows).toEqual([{ name: '1-slow' }]);
  await close();
});
