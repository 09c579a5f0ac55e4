import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createPool } from './create-pool';
import { toKysely } from './db';

const template = inject('databaseTemplate');

// The embedded database cuts off sleeping transactions instead; its own tests show that the process survives it.
test.skipIf(template.kind === 'dump')(
  'a connection that breaks inside a transaction ends that, nothing else',
  async () => {
    const pool = createPool({ connectionString: template.kind === 'server' ? template.url : '' });
    pool.on('error', () => undefined); // one that breaks while idle
    onTestFinished(() => pool.end());
    const db = toKysely(pool);
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  },
);

test.skipIf(template.kind === 'dump')('the server compiles no statement of it', async () => {
  const pool = createPool({ connectionString: template.kind === 'server' ? template.url : '' });
  onTestFinished(() => pool.end());
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
});
