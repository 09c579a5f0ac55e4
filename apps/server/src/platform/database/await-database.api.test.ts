import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startDatabaseProxy } from '#test/database-proxy';
import { awaitDatabase, DatabaseUnavailable } from './await-database';
import { createPool } from './create-pool';
import { toKysely } from './db';

const template = inject('databaseTemplate');
const url = template.kind === 'server' ? template.url : '';
const log = pino({ level: 'silent' });

async function aDatabaseBehind() {
  const proxy = await startDatabaseProxy(url);
  const pool = createPool({ connectionString: proxy.through(url), max: 1 });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await proxy.close();
  });
  return { proxy, db: toKysely(pool) };
}

describe.skipIf(template.kind === 'dump')('a server that starts before its database', () => {
  test('waits until it answers', async () => {
    const { proxy, db } = await aDatabaseBehind();
    proxy.refuse();
    const waiting = awaitDatabase(db, log, 600_000);
    await proxy.refused();
    proxy.restore();
    await waiting;
  });

  test('gives up after a while, with a line for its operator', async () => {
    const { proxy, db } = await aDatabaseBehind();
    proxy.refuse();
    const failure = await awaitDatabase(db, log, 0).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(String(failure)).toMatch(/^DatabaseUnavailable: The database cannot be used: .+\. Check DATABASE_URL, and/);
  });

  test('gives up immediately if waiting does not help', async () => {
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const pool = createPool({ connectionString: wrong.href, max: 1 });
    onTestFinished(() => pool.end());
    await expect(awaitDatabase(toKysely(pool), log, 600_000)).rejects.toThrow(/password/);
  });
});
