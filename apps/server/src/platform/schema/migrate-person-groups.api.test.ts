import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('existing people are in no group, and a change of groups is recorded in the history like any other', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0019-memory' });
  const [source, person, group] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  await sql`
    insert into person (id, connection_id, external_id, display_name, department, source_hash)
    values (${person}, ${source}, 'E1', 'Ada', 'Ward', '')`.execute(db);
  await sql`update person set department = 'Gate'`.execute(db);
  await migrate(db);
  expect(await db.selectFrom('person').select(['id', 'group_ids']).execute()).toEqual([{ id: person, group_ids: [] }]);

  await sql`delete from access_change`.execute(db);
  await sql`insert into person_group (id, connection_id, external_id, name)
    values (${group}, ${source}, 'wardens', 'Wardens')`.execute(db);
  await sql`update person set group_ids = array[${group}::uuid]`.execute(db);
  await sql`update person set username = 'ada'`.execute(db);
  await sql`update person set group_ids = '{}'`.execute(db);
  const changes = await db.selectFrom('access_change').select(['kind', 'record_id']).execute();
  const noted = { kind: 'person', record_id: person };
  expect(changes).toEqual([noted, noted]);
  const past = await db.selectFrom('access_past').select(['content']).orderBy('until').execute();
  expect(past.map(({ content }) => [content.department, content.group_ids])).toEqual([
    ['Ward', undefined],
    ['Gate', []],
    ['Gate', [group]],
  ]);
});
