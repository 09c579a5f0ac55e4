import { privacy } from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { heldParts, partNames, readPart } from './held-parts';

const query = { purpose: 'request_of_person' } as const;

/** A holder, whose key was handed on by someone else. */
async function aHolder(app: TestApp) {
  const { id: connection_id } = await aConnection(app);
  const manager = { external_id: 'M-1', display_name: 'Bo Made-Up', email: 'bo@city.test' };
  const other = await aPerson(app, { connection_id, ...manager });
  const person = await aPerson(app, {
    ...{ connection_id, display_name: 'Ada Made-Up', department: 'Labs', manager_ref: 'M-1' },
    attributes: JSON.stringify({ phone: '12' }),
  });
  const { id: system } = await aKeySystem(app);
  const key_id = await aKey(app, system, { marking: 'K1' });
  const [at, newId] = [app.deps.clock(), app.deps.newId];
  await app.db
    .insertInto('key_assignment')
    .values({ id: newId(), key_id, person_id: person.id, handed_out_at: at })
    .execute();
  const reason = 'Bo Made-Up (BO@city.test) asked for Ada Made-Up';
  const happened = { happening: 'handed_out' as const, actor_name: 'admin', due_at: null, receipt_id: null, reason };
  await app.db
    .insertInto('key_history')
    .values({ id: newId(), key_id, at, person_id: person.id, holder_identity: null, ...happened })
    .execute();
  return { id: person.id, other: other.id };
}

const rowsOf = (text: string, part: string) =>
  JSON.parse(text).parts.find((one: { part: string }) => one.part === part)?.rows ?? [];

test('has what is held about one person, and of others only what they are', async ({ app }) => {
  const { id, other } = await aHolder(app);
  const { call } = app.as('superadmin');
  const { text } = await call(privacy.json, { params: { id }, query });
  expect(rowsOf(text, 'person')).toMatchObject([{ name: 'Ada Made-Up', department: 'Labs', values: { phone: '12' } }]);
  expect(rowsOf(text, 'keys_held')).toMatchObject([{ key: 'K1' }]);
  expect(rowsOf(text, 'key_history')).toMatchObject([
    { kind: 'handed_out', reason: '(someone else) ((someone else)) asked for Ada Made-Up' },
  ]);
  expect(text).not.toMatch(/bo made-up|bo@city|M-1/i);
  expect(JSON.parse(text).left_out).toContainEqual(
    expect.objectContaining({ part: 'receipts', why: 'scanned_receipts' }),
  );
  const theirs = await call(privacy.json, { params: { id: other }, query });
  expect(rowsOf(theirs.text, 'keys_held')).toEqual([]);
  expect(theirs.text).not.toContain('Ada Made-Up');
  const pdf = await call(privacy.pdf, { params: { id }, query });
  expect(pdf.text).toMatch(/^%PDF/);
  const recorded = await app.db
    .selectFrom('audit_event')
    .select(['target_id', 'details'])
    .where('action', '=', 'person_file.downloaded')
    .orderBy('id')
    .execute();
  expect(recorded).toEqual([
    { target_id: id, details: { purpose: query.purpose, format: 'json' } },
    { target_id: other, details: { purpose: query.purpose, format: 'json' } },
    { target_id: id, details: { purpose: query.purpose, format: 'pdf' } },
  ]);
});

/** Tables with people that are in no part, and why. */
const notHeld: Record<string, string> = {
  access_event: 'a part of its own, which keeps to the privacy of places',
  access_event_look: 'administrators, who save their own data in the profile',
  admin: 'the same',
  admin_scope: 'the same',
  invitation: 'the same',
  key_extension: 'the same',
  mail_delivery: 'the same',
  notification_settings: 'the same',
  source_event: 'the same',
  key_reminder: 'its mails are listed with the keys that they remind of',
  key_request_link_mail: 'waits for minutes',
};

test('every part can be read, and every table that names a person is in one', async ({ app }) => {
  const { id } = await aHolder(app);
  for (const name of partNames) await readPart(app.db, name, id);
  const { rows } = await sql<{ name: string }>`
    select distinct relation.relname as name from pg_attribute as own join pg_class as relation on relation.oid = own.attrelid
    where relation.relkind in ('r', 'p') and not relation.relispartition and own.attnum > 0 and not own.attisdropped
      and relation.relnamespace = current_schema()::regnamespace
      and own.attname ~ '(^|_)(person_id|own_reference|person_reference|owner_person_id|deputy_person_id|reviewer_id|giver_id|holder_identity|person_identity|reserved_for|decided_by_id|deputy_for_id|deputy_id|email|mail_address|surname|family_name|display_name|person_name|giver_name|label|asked_by|actor_name)$'
    order by 1`.execute(app.db);
  const known = new Set<string>([...Object.values(heldParts).map(({ table }) => table), ...Object.keys(notHeld)]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
