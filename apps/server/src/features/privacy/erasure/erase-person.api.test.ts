import { audit, auth, people, privacy } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { sealAllPending } from '#platform/audit/audit-chain';
import { expect, type TestApp, test } from '#test/app';
import { aFullHouse } from '#test/factories/full-house';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { textsOfPages } from '#test/pdf-texts';
import { eraseDueReceipts } from './erase-person';

const canary = { name: 'Zora Quillfeather', mail: 'zora.canary@city.test', number: 'CANARY-4711' };
const reason = 'Asked for by Zora Quillfeather';
const superadmin = (app: TestApp) => app.as('superadmin');

/** The tables in which something is found, whatever the type of the column. */
async function tablesWith({ db }: TestApp, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
    order by 1`.execute(db);
  const found: string[] = [];
  const wanted = texts.flatMap((text) => [text.toLowerCase(), Buffer.from(text).toString('hex')]);
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} as own
      where exists (select from unnest(${wanted}::text[]) as one where strpos(lower(own::text), one) > 0) limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const allOf = [canary.name, 'Quillfeather', canary.mail, canary.number];

/** A house in which every table that can has the person's name, mail address or number. */
async function aHouseWithCanary(app: TestApp) {
  const house = await aFullHouse(app);
  const { db, deps } = app;
  const { person, source, system } = house;
  const words = `Told by ${canary.name} (${canary.number}), ${canary.mail.toUpperCase()}`;
  await db
    .updateTable('person')
    .set({
      display_name: canary.name,
      given_name: 'Zora',
      family_name: 'Quillfeather',
      email: canary.mail,
      employee_id: canary.number,
      attributes: JSON.stringify({ phone: canary.number }),
    })
    .where('id', '=', person)
    .execute();
  await sql`update recorded_person set first_name = 'Zora', surname = 'Quillfeather', email = ${canary.mail}, employee_id = ${canary.number} where own_reference = ${person}`.execute(
    db,
  );
  await sql`update key_history set reason = ${words} where person_id = ${person}`.execute(db);
  await sql`update key_case_entry set note = ${words}`.execute(db);
  await sql`update key_case set report = ${JSON.stringify({ circumstances: words })}`.execute(db);
  await sql`update key_request set reason = ${words}, asked_by = ${canary.name}, is_by_link = true`.execute(db);
  await sql`update possession_check_person set mail_address = ${canary.mail}, also_has = ${words}`.execute(db);
  await sql`update possession_check_key set note = ${words}`.execute(db);
  await sql`update access_review_item set reason = ${words}`.execute(db);
  await sql`update change_set_item set label = ${canary.name}, reference = ${canary.number},
    after = ${JSON.stringify({ given_name: 'Zora', department: 'Law', employee_id: canary.number })} where person_id = ${person}`.execute(
    db,
  );
  await sql`update change_set set largest_removals = ${JSON.stringify([{ label: canary.name, count: 2 }])}`.execute(db);
  await sql`update access_rule set name = ${`Access of ${canary.name}`} where id = ${house.rule}`.execute(db);
  await sql`update generator_finding set sentence = ${JSON.stringify({ code: 'a', params: { name: canary.name } })}`.execute(
    db,
  );
  await sql`update source_told set people = ${[canary.number]}::text[]`.execute(db);
  await sql`update key_ring set name = ${canary.name}`.execute(db);
  await sql`update key_receipt set person_name = ${canary.name}, statement = ${words}`.execute(db);
  await sql`update work_item set label = ${canary.name}, what = ${JSON.stringify(say('asWritten', { text: words }))},
    write = ${JSON.stringify({ first_name: 'Zora', surname: 'Quillfeather', employee_id: canary.number })}`.execute(db);
  await db
    .insertInto('outbox')
    .values({ kind: 'test', subject: 'x', payload: JSON.stringify({ name: canary.name, 'with "quotes"': words }) })
    .execute();
  await sql`insert into source_event (id, connection_id, kind, sentence)
    values (${deps.newId()}, ${source}, 'run.started', ${JSON.stringify(say('asWritten', { text: words }))})`.execute(
    db,
  );
  await sql`insert into parked_person (connection_id, external_id, label, reason, next_try_at)
    select connection_id, external_id, ${canary.name}, '{"code":"row.ofSource"}', now() from person where id = ${person}`.execute(
    db,
  );
  await sql`insert into key_request_link (person_id, token_hash, expires_at, language, mails, mails_since)
    values (${person}, ${Buffer.from(canary.name)}, now(), 'en', 1, now())`.execute(db);
  const caller = { actor: undefined, name: canary.name, request_id: null, sign: deps.signEvent };
  await db.transaction().execute(async (tx) => {
    await recordEvent(tx, { ...caller, is_by_link: true }, 'key_receipt.confirmed', { details: { from: '::1' } });
    await recordEvent(tx, { ...caller, name: 'admin' }, 'location.updated', { details: { after: { name: words } } });
  });
  return { ...house, system };
}

/** Everything that stands in the way is over, and receipts are old. */
async function settle({ db }: TestApp, person: string) {
  for (const statement of [
    sql`update person set active = false, left_at = now() - interval '1 day' where id = ${person}`,
    sql`update key set holder_identity = null`,
    sql`update key_assignment set ended_at = now(), ended_by = 'return'`,
    sql`update key_custody set state = 'in_stock', reserved_for = null`,
    sql`update key_case set closed_at = now(), closed_by = 'admin', outcome = 'returned'`,
    sql`update key_request set closed_at = now(), state = 'closed'`,
    sql`update possession_check set ended_at = now(), ended_by = 'admin'`,
    sql`update work_item set state = 'withdrawn', closed_at = now()`,
    sql`update change_set set state = 'discarded'`,
    sql`update recorded_person set deleted_at = now() where own_reference = ${person}`,
    sql`update key_receipt set created_at = now() - interval '4 years'`,
  ]) {
    await statement.execute(db);
  }
}

test('leaves the name in no table, and the log whole', async ({ app }) => {
  const first = { username: 'ada', password: 'correct horse battery staple' };
  await app.as('anonymous').call(auth.register, { body: first }); // with which a log begins
  const { person } = await aHouseWithCanary(app);
  await sealAllPending(app.deps);
  const { call } = superadmin(app);
  expect((await tablesWith(app, allOf)).length).toBeGreaterThan(20);
  const params = { id: person };
  const before = await call(privacy.preview, { params });
  const kinds = before.body.blockers.map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(
    expect.arrayContaining(['cases', 'checks', 'in_key_system', 'keys_out', 'not_left', 'requests']),
  );
  expect(await call(privacy.erase, { params, body: { reason } })).toMatchObject({
    status: 409,
    problem: { code: 'conflict' },
  });
  await settle(app, person);
  const ready = await call(privacy.preview, { params });
  expect(ready.body).toMatchObject({ name: canary.name, blockers: [] });
  const { body } = await call(privacy.erase, { params, body: { reason } });
  expect(body).toMatchObject({ pseudonym: ready.body.pseudonym, receipts_until: null });
  expect(await tablesWith(app, allOf)).toEqual([]);
  expect((await call(people.get, { params })).status).toBe(404);
  expect((await call(privacy.preview, { params })).status).toBe(404);
  const receipt = await app.db.selectFrom('key_receipt').select('id').executeTakeFirstOrThrow();
  const authorization = `Bearer ${await superadmin(app).token()}`;
  const pdf = await fetch(`${app.url}/api/v1/key-receipts/${receipt.id}/pdf`, { headers: { authorization } });
  expect(
    textsOfPages(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join(' '),
  ).not.toMatch(/Quillfeather|^$/);
  expect((await call(audit.verifyNow, {})).body).toMatchObject({ ok: true });
  const { details } = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'person.erased')
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ reason: `Asked for by ${body.pseudonym}` });
});

/** Someone who has left, and someone else. */
async function aLeaver(app: TestApp, { other = 'Bo Made-Up' } = {}) {
  const { id: connection_id } = await aConnection(app);
  const left = { active: false, left_at: new Date() };
  const values = { connection_id, display_name: 'Ada Made-Up', given_name: 'Ada', family_name: 'Made-Up' };
  const { id } = await aPerson(app, { ...values, ...left });
  const { id: otherId } = await aPerson(app, { connection_id, display_name: other, manager_ref: null });
  return { id, other: otherId, connection_id };
}

test('leaves receipts until their time is over', async ({ app }) => {
  const { id } = await aLeaver(app);
  const receipt = {
    ...{
      id: app.deps.newId(),
      kind: 'hand_out' as const,
      language: 'en' as const,
      drafted_at: new Date(),
      giver_id: null,
    },
    ...{ person_id: id, person_name: 'Ada Made-Up', giver_name: null, statement: 'Ada Made-Up has received K1.' },
    ...{ lines: '[]', hash: 'h', paper: null, paper_type: null, created_at: app.deps.clock(), created_by: 'admin' },
  };
  await app.db.insertInto('key_receipt').values(receipt).execute();
  const { call } = superadmin(app);
  const { body } = await call(privacy.erase, { params: { id }, body: { reason: 'Asked for' } });
  expect(body.receipts_until).not.toBeNull();
  expect(await tablesWith(app, ['Made-Up'])).toEqual(expect.arrayContaining(['key_receipt']));
  expect(await tablesWith(app, ['Ada Made-Up'])).toEqual(['key_receipt']);
  await sql`update key_receipt set created_at = created_at - interval '4 years'`.execute(app.db);
  expect(await eraseDueReceipts(app.deps)).toBe(1);
  expect(await eraseDueReceipts(app.deps)).toBe(0);
  expect(await tablesWith(app, ['Ada Made-Up'])).toEqual([]);
});

test('touches no one with the same name', async ({ app }) => {
  const { id, other } = await aLeaver(app, { other: 'Ada Made-Up' });
  const { id: system } = await aKeySystem(app);
  const key_id = await aKey(app, system, { marking: 'K1' });
  await app.db
    .insertInto('key_ring')
    .values({ id: app.deps.newId(), name: 'Ada Made-Up', created_at: new Date(), created_by: 'admin' })
    .execute();
  const history = {
    at: new Date(),
    happening: 'returned' as const,
    actor_name: 'admin',
    due_at: null,
    receipt_id: null,
  };
  await app.db
    .insertInto('key_history')
    .values({
      id: app.deps.newId(),
      key_id,
      ...history,
      person_id: other,
      holder_identity: null,
      reason: 'Ada Made-Up',
    })
    .execute();
  const { call } = superadmin(app);
  const { body } = await call(privacy.preview, { params: { id } });
  expect(body.kept).toContainEqual({ kind: 'namesakes', count: 1, until: null });
  await call(privacy.erase, { params: { id }, body: { reason: 'Asked for' } });
  expect(await tablesWith(app, ['Ada Made-Up'])).toEqual(['key_history', 'key_ring', 'person']);
  expect((await call(people.get, { params: { id: other } })).body.display_name).toBe('Ada Made-Up');
});

test('leaves the name of a place that is called the same', async ({ app }) => {
  const { id } = await aLeaver(app);
  await sql`insert into location (id, name, type) values (gen_random_uuid(), 'Ada Made-Up', 'building')`.execute(
    app.db,
  );
  await superadmin(app).call(privacy.erase, { params: { id }, body: { reason: 'Asked for' } });
  expect(await tablesWith(app, ['Ada Made-Up'])).toEqual(['location']);
});

test('waits for the source and the key system', async ({ app }) => {
  const { id, other, connection_id } = await aLeaver(app);
  const { id: system } = await aKeySystem(app);
  await aKey(app, system, { marking: 'K1', name: 'Spare key of Ada Made-Up' });
  await aRecordedPerson(app, system, { identity: 'P-1', own: id, name: ['Ada', 'Made-Up'] });
  const { external_id } = await app.db
    .selectFrom('person')
    .select('external_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await sql`update person set manager_ref = ${external_id} where id = ${other}`.execute(app.db);
  await sql`insert into source_person (connection_id, external_id, "values") values (${connection_id}, ${external_id}, '{}')`.execute(
    app.db,
  );
  const { body } = await superadmin(app).call(privacy.preview, { params: { id } });
  expect(body.blockers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'in_source', count: 1 }),
      expect.objectContaining({ kind: 'manages', count: 1, names: [] }),
      expect.objectContaining({ kind: 'in_key_system', count: 1 }),
      expect.objectContaining({ kind: 'named_in_key_system', names: ['K1'] }),
    ]),
  );
});
