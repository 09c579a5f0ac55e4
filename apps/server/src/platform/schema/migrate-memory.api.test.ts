import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('the past is kept from then on, and whatever is there was there when it began', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0018-plan-versions' });
  const [house, cylinder, source, person] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state)
    values (${cylinder}, ${house}, 'C-1', 'A-1', 'Door', 'single', 'city', '', 'installed')`.execute(db);
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  await sql`
    insert into person (id, connection_id, external_id, display_name, department, source_hash)
    values (${person}, ${source}, 'E1', 'Ada', 'Ward', '')`.execute(db);
  await sql`
    insert into recorded_person (connection_id, own_reference, first_name, surname, active)
    values (${house}, ${person}, 'Ada', 'Ada', true)`.execute(db);
  const member = { connection_id: house, profile_reference: randomUUID(), person_reference: person };
  await db.insertInto('recorded_profile_member').values(member).execute();
  await migrate(db);
  const { rows } = await sql<{ known: boolean }>`
    select
      (select first_seen_at from cylinder) <= kept_since and (select created_at from recorded_person) <= kept_since
      and (select since from recorded_profile_member) <= kept_since as known
    from memory where retention_days = 730`.execute(db);
  expect(rows).toEqual([{ known: true }]);
  expect(await db.selectFrom('access_past').selectAll().execute()).toEqual([]);
  await sql`delete from key_system_connection`.execute(db);
  await sql`update person set active = false`.execute(db);
  const past = await db.selectFrom('access_past').select(['kind', 'record_id']).orderBy('kind').execute();
  expect(past).toMatchObject([
    { kind: 'cylinder', record_id: cylinder },
    { kind: 'door', record_id: cylinder },
    { kind: 'key_system', record_id: house },
    { kind: 'person', record_id: person },
    { kind: 'recorded_member', record_id: person },
    { kind: 'recorded_person' },
  ]);
});
