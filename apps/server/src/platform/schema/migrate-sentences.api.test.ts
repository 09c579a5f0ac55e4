import { randomUUID } from 'node:crypto';
import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
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
  await migrate(db, { to: '0010-recorded' });
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

test('sentences stored as texts keep their wording as codes, and known ones are translated', async () => {
  const db = await formerHouse();
  await migrate(db, { to: '0011-sentences' });
  const entries = await db
    .selectFrom('work_item')
    .select(['what', 'place', 'why', 'search_text'])
    .orderBy('ordinal')
    .execute();
  expect(entries.map((entry) => renderSentence(entry.why))).toEqual(why);
  expect(
    entries.map((entry) => [renderSentence(entry.what), renderSentence(entry.place, 'de'), entry.search_text])[0],
  ).toEqual([
    'Create the person Odo (employee number 4711).',
    'Personen',
    'odo 4711 create the person odo (employee number 4711).',
  ]);
  const items = await db.selectFrom('change_set_item').select('message').orderBy('ordinal').execute();
  expect(items.map(({ message }) => message && renderSentence(message))).toEqual(why);
  expect(items.map(({ message }) => message && renderSentence(message, 'de')).slice(0, 2)).toEqual([
    "Regel „Night's watch“ des Schlüsselplans „City's plan“ trifft auf diese Person zu.",
    'Keine aktive Regel trifft mehr auf diese Person zu.',
  ]);
  const { title } = await db.selectFrom('change_set').select('title').executeTakeFirstOrThrow();
  expect([renderSentence(title), renderSentence(title, 'de')]).toEqual([
    'Key plans → Main house',
    'Schlüsselpläne → Main house',
  ]);
  const { error } = await db.selectFrom('sync_task').select('error').executeTakeFirstOrThrow();
  expect(error && renderSentence(error)).toBe('The key system cannot be reached.');
});

const steps = [
  { name: 'connect', state: 'passed', message: 'A connection to cliq.test can be made.' },
  { name: 'domain', state: 'failed', message: 'The key system has no domain of that name.' },
  { name: 'read', state: 'skipped', message: '' },
];

async function houseWithTests(): Promise<Db> {
  const db = await formerHouse();
  await migrate(db, { to: '0011-sentences' });
  const test = JSON.stringify({ certificate_id: set, status_message: steps[1]?.message, steps });
  const running = JSON.stringify({ certificate_id: set, status_message: '', steps: [] });
  await sql`update key_system_connection set error_message = ${steps[1]?.message}, last_test = ${test}`.execute(db);
  await sql`
    insert into client_certificate (id, connection_id, state, info, sealed, last_test)
    values (${set}, ${house}, 'standby', '{}', '', ${running})`.execute(db);
  return db;
}

test('connection tests stored as texts keep their wording as codes', async () => {
  const db = await houseWithTests();
  await migrate(db, { to: '0012-stored-sentences' });
  const { error_message, last_test } = await db
    .selectFrom('key_system_connection')
    .select(['error_message', 'last_test'])
    .executeTakeFirstOrThrow();
  const tell = (sentence: Sentence | null | undefined, language: 'en' | 'de' = 'en') =>
    sentence && renderSentence(sentence, language);
  expect(tell(error_message)).toBe(steps[1]?.message);
  expect(tell(last_test?.status_message)).toBe(steps[1]?.message);
  expect(last_test?.steps.map(({ message }) => tell(message) ?? '')).toEqual(steps.map(({ message }) => message));
  expect(tell(last_test?.steps[0]?.message, 'de')).toBe('Eine Verbindung zu cliq.test kommt zustande.');
  const standby = await db.selectFrom('client_certificate').select('last_test').executeTakeFirstOrThrow();
  expect(standby.last_test).toEqual({ certificate_id: set, status_message: null, steps: [] });
});

test('unreadable rows keep their problem as the message of their item', async () => {
  const db = await formerHouse();
  await migrate(db, { to: '0011-sentences' });
  const details = [
    'external_id E;1; stands in an earlier row too; that row counts',
    'given_name is longer than 500 characters; external_id is missing',
    'a sentence that is no longer used',
  ];
  for (const [at, detail] of details.entries()) {
    await sql`
      insert into change_set_item (change_set_id, ordinal, kind, label, reference, detail)
      values (${set}, ${10 + at}, 'problem', ${at === 1 ? 'Line 7' : 'Odo'}, ${`line ${at + 6}`}, ${detail})`.execute(
      db,
    );
  }
  const removals = JSON.stringify(['Ward', 'No department'].map((label) => ({ label, count: 3 })));
  await sql`update change_set set kind = 'directory', largest_removals = ${removals}`.execute(db);
  await migrate(db, { to: '0012-stored-sentences' });
  const items = await db
    .selectFrom('change_set_item')
    .selectAll()
    .where('kind', '=', 'problem')
    .orderBy('ordinal')
    .execute();
  expect(items.map(({ label, reference, detail }) => [label, reference, detail])).toEqual([
    ['Odo', '6', null],
    ['', '7', null],
    ['Odo', '8', null],
  ]);
  expect(items.map(({ message }) => message && renderSentence(message))).toEqual([
    'the unique ID E;1; is also in an earlier row; that row is used',
    'given_name: longer than 500 characters; the unique ID is missing',
    details[2],
  ]);
  expect(items.map(({ message }) => message && renderSentence(message, 'de')).slice(0, 2)).toEqual([
    'die eindeutige Kennung E;1; steht auch in einer früheren Zeile; diese gilt',
    'given_name: länger als 500 Zeichen; die eindeutige Kennung fehlt',
  ]);
  const { largest_removals } = await db.selectFrom('change_set').select('largest_removals').executeTakeFirstOrThrow();
  expect(largest_removals.map(({ label }) => label)).toEqual(['Ward', '']);
});
