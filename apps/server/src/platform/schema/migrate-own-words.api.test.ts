import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('cylinders and groups that were read are the key system’s, with nothing of ours yet', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0013-kinds-as-data' });
  const [house, group] = [randomUUID(), randomUUID()];
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into cylinder_group (id, connection_id, external_id, name, domain)
    values (${group}, ${house}, 'G-1', 'Labs', 'city')`.execute(db);
  // Read cylinders may share a marking: only that of a planned one must be unique.
  for (const external_id of ['C-1', 'C-2']) {
    await sql`
      insert into cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state, group_id)
      values (${randomUUID()}, ${house}, ${external_id}, 'A-1', 'Door', 'single', 'city', '', 'installed', ${group})`.execute(
      db,
    );
  }
  await migrate(db);
  const own = { own_name: null, notes: null, version: 1, is_planned: false };
  for (const [table, count] of [
    ['cylinder', 2],
    ['cylinder_group', 1],
  ] as const) {
    const rows = await db.selectFrom(table).select(['own_name', 'notes', 'version', 'is_planned']).execute();
    expect(rows).toEqual(Array(count).fill(own));
  }
});
