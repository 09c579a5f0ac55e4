import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startDatabaseProxy } from '#test/database-proxy';
import { createPool } from '../database/create-pool';
import { databaseTrouble } from '../database/database-outage';
import { toKysely } from '../database/db';
import { impatientSocket } from './impatient-socket';

const template = inject('databaseTemplate');
const url = template.kind === 'server' ? template.url : '';

// The embedded database has no network before it.
test.skipIf(template.kind === 'dump')('a connection that swallows everything is noticed, and replaced', async () => {
  const proxy = await startDatabaseProxy(url);
  const pool = createPool({ connectionString: proxy.through(url), max: 1, stream: () => impatientSocket(1_000) });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await proxy.close();
  });
  const db = toKysely(pool);
  await sql`select 1`.execute(db);
  proxy.swallow();
  const trouble = await sql`select 1`.execute(db).then(
    () => undefined,
    (error: unknown) => databaseTrouble(error)?.kind,
  );
  expect(trouble).toBe('away');
  proxy.restore();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
