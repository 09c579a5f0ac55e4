import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('rules keep what they name, and may name places besides, and nothing else', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0016-access-changes' });
  const [plan, rule, door] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into key_plan (id, name, description) values (${plan}, 'House', '')`.execute(db);
  await sql`
    insert into access_rule (id, keyplan_id, type, name, updated_by)
    values (${rule}, ${plan}, 'department', 'Ward', 'admin')`.execute(db);
  const name = (type: string, id: string) =>
    sql`
      insert into access_rule_object (id, rule_id, object_type, object_identifier)
      values (${randomUUID()}, ${rule}, ${type}, ${id})`.execute(db);
  await name('cylinder', door);
  await expect(name('location', randomUUID())).rejects.toThrow(/object_type/);
  await migrate(db);
  await name('location', randomUUID());
  await expect(name('key', randomUUID())).rejects.toThrow(/object_type/);
  const rows = await db.selectFrom('access_rule_object').select('object_type').orderBy('object_type').execute();
  expect(rows.map(({ object_type }) => object_type)).toEqual(['cylinder', 'location']);
});
