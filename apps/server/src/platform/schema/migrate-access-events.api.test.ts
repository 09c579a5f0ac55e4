import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { migrate } from './migrate';

test('access events of whatever month stay when each month gets a table, and are kept for as long as the oldest needs', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0123-request-rules' });
  const system = randomUUID();
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${system}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into access_event (connection_id, external_id, event_time, import_time, source, result)
    select ${system}::uuid, months::text, now() - make_interval(months => months), now(), 'key', 'granted'
    from unnest(array[0, 1, 7, -20]) as months`.execute(db);
  const rows = () =>
    sql<{ event: string }>`select row_to_json(access_event)::text as event from access_event order by external_id`
      .execute(db)
      .then(({ rows: all }) => all.map(({ event }) => event));
  const before = await rows();
  await migrate(db);
  expect(await rows()).toEqual(before);
  const { retention_months } = await db.selectFrom('access_event_policy').selectAll().executeTakeFirstOrThrow();
  expect([8, 9]).toContain(retention_months);
});
