import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('the known editors of pending changes are kept, and what is in force has no editors', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0033-unsettled-people' });
  const [plan, ada, ben] = [randomUUID(), randomUUID(), randomUUID()];
  const rules = { inForce: randomUUID(), edited: randomUUID(), added: randomUUID() };
  for (const [id, name] of [
    [ada, 'ada'],
    [ben, 'ben'],
  ]) {
    await sql`insert into admin (id, username, username_folded, password_hash, role)
      values (${id}, ${name}, ${name}, 'none', 'superadmin')`.execute(db);
  }
  await sql`insert into key_plan (id, name, description, takes_effect, needs_second_person, edited_by)
    values (${plan}, 'City', 'City', 'on_activation', true, ${ben})`.execute(db);
  for (const [id, version] of [
    [rules.inForce, 1],
    [rules.edited, 2],
    [rules.added, 1],
  ]) {
    await sql`insert into access_rule (id, keyplan_id, type, name, updated_by, version)
      values (${id}, ${plan}, 'department', ${id}, 'ada', ${version})`.execute(db);
  }
  await sql`insert into key_plan_part (keyplan_id, kind, record_id, since, record_version, changed_at, changed_by, content)
    select ${plan}::uuid, 'rule', id, 1, 1, now(), 'ada', '{}'::jsonb
    from unnest(${[rules.inForce, rules.edited]}::uuid[]) as id`.execute(db);
  await migrate(db);
  const kept = await db.selectFrom('key_plan_editor').selectAll().execute();
  const said = kept.map(({ record_id, admin_id }) => `${record_id} ${admin_id}`).sort();
  const expected = [rules.edited, rules.added].flatMap((id) => [`${id} ${ada}`, `${id} ${ben}`]).sort();
  expect(said).toEqual(expected);
});
