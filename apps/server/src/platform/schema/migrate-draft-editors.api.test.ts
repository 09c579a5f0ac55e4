import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('who edited last what is pending is taken over from the audit log, where a rule does not have it', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0074-decisions' });
  const [plan, ada] = [randomUUID(), randomUUID()];
  const [inForce, edited, removed, profile, restored] = Array.from({ length: 5 }, () => randomUUID());
  const [before, since, later] = ['2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'];
  await sql`insert into admin (id, username, username_folded, password_hash, role)
    values (${ada}, 'ada', 'ada', 'none', 'superadmin')`.execute(db);
  await sql`insert into key_plan (id, name, description, takes_effect, needs_second_person)
    values (${plan}, 'City', 'City', 'on_activation', false)`.execute(db);
  await sql`insert into key_plan_version (keyplan_id, number, cause, made_by, at)
    values (${plan}, 1, 'activation', 'ada', ${since})`.execute(db);
  for (const [id, version] of [
    [inForce, 1],
    [edited, 2],
  ]) {
    await sql`insert into access_rule (id, keyplan_id, type, name, updated_by, updated_at, version)
      values (${id}, ${plan}, 'department', ${id}, 'ada', ${later}, ${version})`.execute(db);
  }
  await sql`insert into access_profile (id, keyplan_id, name) values (${profile}, ${plan}, 'Theatres')`.execute(db);
  await sql`insert into key_plan_part (keyplan_id, kind, record_id, since, record_version, changed_at, changed_by, content)
    select ${plan}::uuid, 'rule', id, 1, 1, ${since}::timestamptz, 'ada', '{}'::jsonb
    from unnest(${[inForce, edited, removed, restored]}::uuid[]) as id`.execute(db);
  const note = (at: string, by: string, action: string, target: [type: string, id: string | undefined], details = {}) =>
    sql`insert into audit_event (id, at, actor_name, action, target_type, target_id, details, details_salt, details_hash)
      values (${uuidv7()}, ${at}, ${by}, ${action}, ${target[0]}, ${target[1]}, ${JSON.stringify(details)}::jsonb, '', '')`.execute(
      db,
    );
  await note(before, 'too early', 'access_rule.deleted', ['access_rule', removed]);
  await note(later, 'ben', 'key_plan.draft_edited', ['key_plan', plan], { rules: [{ id: removed }, { id: edited }] });
  await note(since, 'cleo', 'key_plan.version_restored', ['key_plan', plan]);
  await note(later, 'dora', 'access_profile.created', ['access_profile', profile]);

  await migrate(db, { to: '0075-draft-editors' });
  const rows = await db.selectFrom('key_plan_last_edit').select(['record_id', 'admin_name', 'admin_id']).execute();
  const byRecord = new Map(rows.map(({ record_id, ...editor }) => [record_id, Object.values(editor)]));
  expect(byRecord).toEqual(
    new Map([
      [edited, ['ada', ada]],
      [removed, ['ben', null]],
      [profile, ['dora', null]],
      [restored, ['cleo', null]],
    ]),
  );
});
