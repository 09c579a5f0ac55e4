import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('a reading under way keeps its progress', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0077-doors' });
  const source = randomUUID();
  await sql`insert into iam_connection (id, provider, name) values (${source}, 'csv', 'List')`.execute(db);
  await sql`insert into sync_task (id, kind, title, status, subject_id, cursor)
    values (${randomUUID()}, 'iam', 'List', 'RUNNING', ${source}, '{"reading": "done", "told": 7}')`.execute(db);
  await migrate(db);
  const { cursor } = await db.selectFrom('sync_task').select('cursor').executeTakeFirstOrThrow();
  expect(cursor).toEqual({ reading: 'done', people: 7 });
});
