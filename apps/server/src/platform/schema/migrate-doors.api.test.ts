import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

/** Two cylinders, one of them placed and described, as they were in one table; the placed one was in the hall before. */
async function formerHouse() {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0074-decisions' });
  const [house, hall, gate] = [randomUUID(), randomUUID(), randomUUID()];
  const [described, plain] = [randomUUID(), randomUUID()];
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`insert into location (id, name, type) values (${hall}, 'Hall', 'site'), (${gate}, 'Gate', 'site')`.execute(
    db,
  );
  await sql`
    insert into cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state,
      location_id, placed_by, placed_text, own_name, notes, version)
    values (${described}, ${house}, 'C-1', 'A-1', 'Door', 'single', 'city', 'Gate', 'installed',
      ${hall}, 'text', 'Gate', 'Blue door', 'Sticks', 3),
    (${plain}, ${house}, 'C-2', 'A-2', 'Door', 'single', 'city', '', 'installed', null, null, null, null, null, 1)`.execute(
    db,
  );
  await sql`update cylinder set location_id = ${gate} where id = ${described}`.execute(db);
  await sql`insert into recorded_list (connection_id, name, digest) values (${house}, 'cylinder', 'digest')`.execute(
    db,
  );
  return { db, hall, gate, described, plain };
}

test('what was said of cylinders is said of their doors, also in the past', async () => {
  const { db, hall, gate, described, plain } = await formerHouse();
  await migrate(db);
  const own = ['location_id', 'placed_by', 'placed_text', 'own_name', 'notes', 'version'] as const;
  expect(
    await db
      .selectFrom('cylinder')
      .select(['marking', ...own])
      .orderBy('marking')
      .execute(),
  ).toEqual([
    {
      marking: 'A-1',
      location_id: gate,
      placed_by: 'text',
      placed_text: 'Gate',
      own_name: 'Blue door',
      notes: 'Sticks',
      version: 3,
    },
    {
      marking: 'A-2',
      location_id: null,
      placed_by: null,
      placed_text: null,
      own_name: null,
      notes: null,
      version: 1,
    },
  ]);
  const { rows: ages } = await sql`
    select from door join key_system_cylinder as known on known.id = door.id where first_seen_at = created_at`.execute(
    db,
  );
  expect(ages).toHaveLength(2);
  expect(await db.selectFrom('recorded_list').select(['name', 'digest']).execute()).toEqual([
    { name: 'key_system_cylinder', digest: 'digest' },
  ]);
  await db.updateTable('door').set({ location_id: hall, placed_by: 'hand' }).where('id', '=', plain).execute();
  await db.updateTable('door').set({ own_name: 'Green door' }).where('id', '=', plain).execute();
  const past = await db
    .selectFrom('access_past')
    .select(['kind', 'record_id', 'content'])
    .orderBy('until')
    .orderBy('kind')
    .execute();
  expect(past).toEqual([
    { kind: 'cylinder', record_id: described, content: { group_id: null, deleted_at: null } },
    { kind: 'door', record_id: described, content: { location_id: hall } },
    { kind: 'door', record_id: plain, content: { location_id: null } },
  ]);
});

test('a view is not written, and a door is gone with its cylinder', async () => {
  const { db, described } = await formerHouse();
  await migrate(db);
  await expect(sql`update cylinder set own_name = 'x'`.execute(db)).rejects.toMatchObject({ code: '55000' });
  await db.deleteFrom('key_system_cylinder').where('id', '=', described).execute();
  expect(await db.selectFrom('door').select('version').execute()).toEqual([{ version: 1 }]);
});

test('what was said of cylinder groups is said of their groups of doors', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0099-key-rings' });
  const [system, described, plain] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${system}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into cylinder_group (id, connection_id, external_id, name, domain, own_name, notes, version)
    values (${described}, ${system}, 'G-1', 'Labs', 'city', 'Our labs', 'Two floors', 3),
      (${plain}, ${system}, 'G-2', 'Gates', 'city', null, null, 1)`.execute(db);
  await sql`insert into recorded_list (connection_id, name, digest) values (${system}, 'cylinder_group', 'd')`.execute(
    db,
  );
  await migrate(db);
  const groups = () =>
    db.selectFrom('cylinder_group').select(['name', 'own_name', 'notes', 'version']).orderBy('name').execute();
  expect(await groups()).toEqual([
    { name: 'Gates', own_name: null, notes: null, version: 1 },
    { name: 'Labs', own_name: 'Our labs', notes: 'Two floors', version: 3 },
  ]);
  expect(await db.selectFrom('recorded_list').select('name').execute()).toEqual([
    { name: 'key_system_cylinder_group' },
  ]);
  await sql`insert into key_system_cylinder_group (id, connection_id, external_id, name, domain)
    values (${randomUUID()}, ${system}, 'G-3', 'Yard', 'city')`.execute(db);
  await db.deleteFrom('key_system_cylinder_group').where('id', '=', described).execute();
  expect((await groups()).map(({ name, version }) => [name, version])).toEqual([
    ['Gates', 1],
    ['Yard', 1],
  ]);
  expect(await db.selectFrom('door_group').selectAll().execute()).toHaveLength(2);
});
