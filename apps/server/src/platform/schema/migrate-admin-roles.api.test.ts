import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { functionsOf } from '../sign-in/rights';
import { migrate } from './migrate';

test('sub-admins keep their functions as roles, one for each set of them, and the usual role is the oldest', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0078-reading-progress' });
  const add = (username: string, functions: readonly string[], role = 'subadmin') =>
    sql`insert into admin (id, username, username_folded, password_hash, role, functions)
      values (${randomUUID()}, ${username}, ${username}, 'none', ${role}, ${[...functions]}::text[])`.execute(db);
  const usual = ['assign_keys', 'request_keys', 'user_audits', 'view_cylinders'];
  await add('ada', usual, 'superadmin');
  await add('ben', [...usual].reverse());
  await add('cleo', ['view_cylinders']);
  await add('dora', ['view_cylinders']);
  await add('egon', []);
  await sql`insert into session (id, admin_id, token_hash, created_at, expires_at, ends_at)
    select gen_random_uuid(), id, 'hash', '2026-03-01T08:00:00Z', now(), now() from admin where username = 'ada'`.execute(
    db,
  );

  await migrate(db, { to: '0079-administrators' });
  const { rows } = await sql<{ username: string; functions: string[] }>`
    select username, ${functionsOf('admin')} as functions from admin order by username`.execute(db);
  expect(rows).toEqual([
    { username: 'ada', functions: [] },
    { username: 'ben', functions: usual },
    { username: 'cleo', functions: ['view_cylinders'] },
    { username: 'dora', functions: ['view_cylinders'] },
    { username: 'egon', functions: [] },
  ]);
  const roles = await db.selectFrom('admin_role').select('name').orderBy('created_at').orderBy('name').execute();
  expect(roles.map(({ name }) => name)).toEqual(['Sub-Admin', 'Sub-Admin 2', 'Sub-Admin 3']);
  const [session] = await db.selectFrom('session').select('proved_at').execute();
  expect(session?.proved_at).toEqual(new Date('2026-03-01T08:00:00Z'));
});
