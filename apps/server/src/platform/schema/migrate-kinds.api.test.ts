import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import type { Db } from '../deps';
import { migrate } from './migrate';

const [source, house, list] = [randomUUID(), randomUUID(), randomUUID()];
const tasks = { imported: randomUUID(), synced: randomUUID(), read: randomUUID(), lost: randomUUID() };

/** A house with a task of each kind, one of them without its connection, and a change set of a staff list. */
async function formerHouse(): Promise<Db> {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0011-sentences' });
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff list', 'csv')`.execute(db);
  await sql`
    insert into staff_list (id, connection_id, file_name, bytes, rows, columns)
    values (${list}, ${source}, 'staff.csv', 10, 1, '[]')`.execute(db);
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into sync_task (id, kind, status, title, iam_connection_id, key_system_connection_id) values
      (${tasks.imported}, 'directory', 'RUNNING', 'Staff list', ${source}, null),
      (${tasks.synced}, 'key_system', 'SUCCESS', 'Main house', ${source}, ${house}),
      (${tasks.read}, 'inventory', 'PENDING', 'Main house', null, ${house}),
      (${tasks.lost}, 'directory', 'PENDING', 'Nothing', null, null)`.execute(db);
  await sql`
    insert into change_set (id, kind, state, title, base, iam_connection_id, staff_list_id)
    values (${randomUUID()}, 'directory', 'ready', '{"code":"changeSet.directory","params":{"name":"Staff list"}}', '',
      ${source}, ${list})`.execute(db);
  return db;
}

test('a task that was there is over its connection, which has one at a time, whatever its kind, and still names a source', async () => {
  const db = await formerHouse();
  await migrate(db);
  const rows = await db.selectFrom('sync_task').select(['id', 'subject_id', 'named_source_id']).execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, [row.subject_id, row.named_source_id]]))).toEqual({
    [tasks.imported]: [source, null],
    [tasks.synced]: [house, source],
    [tasks.read]: [house, null],
    [tasks.lost]: [tasks.lost, null],
  });
  const start = (subject: string) =>
    sql`
    insert into sync_task (id, kind, title, subject_id) values (${randomUUID()}, 'to come', 'x', ${subject})`.execute(
      db,
    );
  await expect(start(source)).rejects.toMatchObject({ code: '23505' });
  await expect(start(house)).rejects.toMatchObject({ code: '23505' });
  await db.updateTable('sync_task').set({ status: 'SUCCESS' }).where('id', '=', tasks.imported).execute();
  await start(source);
});

test('a change set outlives the note of its staff list, and a source of any kind can be stored', async () => {
  const db = await formerHouse();
  await migrate(db);
  const sets = await db.selectFrom('change_set').selectAll().execute();
  expect(sets).toEqual([expect.objectContaining({ state: 'ready', iam_connection_id: source })]);
  expect(sets[0]).not.toHaveProperty('staff_list_id');
  await sql`insert into iam_connection (id, name, provider) values (${randomUUID()}, 'Porter', 'to come')`.execute(db);
});
