import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('a source keeps its name, and a name may have one character', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0022-person-names' });
  const add = (name: string) =>
    sql`insert into iam_connection (id, name, provider) values (${randomUUID()}, ${name}, 'csv')`.execute(db);
  await add('Head office');
  await expect(add('A')).rejects.toThrow('iam_connection_name_check');
  await migrate(db);
  await add('A');
  await expect(add('')).rejects.toThrow('iam_connection_name_check');
  const sources = await db.selectFrom('iam_connection').select('name').orderBy('name').execute();
  expect(sources.map(({ name }) => name)).toEqual(['A', 'Head office']);
});
