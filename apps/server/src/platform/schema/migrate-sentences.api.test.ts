import { randomUUID } from 'node:crypto';
import { told } from '@key2xs/texts/teller';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import type { Db } from '../deps';
import { migrate } from './migrate';

const [house, set, task] = [randomUUID(), randomUUID(), randomUUID()];

const why = [
  "Rule 'Night's watch' of the plan 'City's plan' reaches this person.",
  'No active rule reaches this person any more.',
  "Rule 'Ward' of the plan 'House' and 2 more rules reach this person.",
];

async function formerHouse(): Promise<Db> {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, '0010-recorded');
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into sync_task (id, kind, title, error, key_system_connection_id, status)
    values (${task}, 'key_system', 'Main house', 'The key system cannot be reached.', ${house}, 'FAILURE')`.execute(db);
  await sql`
    insert into change_set (id, kind, state, title, base, key_system_connection_id)
    values (${set}, 'key_system', 'applied', 'Key plans → Main house', '', ${house})`.execute(db);
  for (const [ordinal, text] of why.entries()) {
    await sql`
      insert into change_set_item (change_set_id, ordinal, kind, label, reference, message)
      values (${set}, ${ordinal}, 'person_create', 'Odo', '4711', ${text})`.execute(db);
    await sql`
      insert into work_item (id, connection_id, kind, signature, label, reference, what, place, why, write, ordinal)
      values (${randomUUID()}, ${house}, 'person_create', ${`person_create ${ordinal}`}, 'Odo', '4711',
        'Create the person Odo (employee number 4711).', 'Persons', ${text}, '{}', ${ordinal})`.execute(db);
  }
  return db;
}

test('sentences that were stored as texts say the same as codes, and those that are known speak other languages', async () => {
  const db = await formerHouse();
  await migrate(db, '0011-sentences');
  const entries = await db
    .selectFrom('work_item')
    .select(['what', 'place', 'why', 'search_text'])
    .orderBy('ordinal')
    .execute();
  expect(entries.map((entry) => told(entry.why))).toEqual(why);
  expect(entries.map((entry) => [told(entry.what), told(entry.place, 'de'), entry.search_text])[0]).toEqual([
    'Create the person Odo (employee number 4711).',
    'Personen',
    'odo 4711 create the person odo (employee number 4711).',
  ]);
  const items = await db.selectFrom('change_set_item').select('message').orderBy('ordinal').execute();
  expect(items.map(({ message }) => message && told(message))).toEqual(why);
  expect(items.map(({ message }) => message && told(message, 'de')).slice(0, 2)).toEqual([
    "Regel „Night's watch“ des Schlüsselplans „City's plan“ trifft auf diese Person zu.",
    'Keine aktive Regel trifft mehr auf diese Person zu.',
  ]);
  const { title } = await db.selectFrom('change_set').select('title').executeTakeFirstOrThrow();
  expect([told(title), told(title, 'de')]).toEqual(['Key plans → Main house', 'Schlüsselpläne → Main house']);
  const { error } = await db.selectFrom('sync_task').select('error').executeTakeFirstOrThrow();
  expect(error && told(error)).toBe('The key system cannot be reached.');
});
