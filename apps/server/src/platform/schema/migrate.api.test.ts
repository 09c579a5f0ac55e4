import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import * as firstSlice from '#migrations/0001-first-slice';
import * as keySystems from '#migrations/0002-key-systems';
import * as inventory from '#migrations/0003-inventory';
import * as plainAddresses from '#migrations/0008-plain-addresses';
import { freshDatabase } from '#test/fresh-database';
import { hashDetails } from '../audit/audit';
import { openChain, sealAllPending } from '../audit/audit-chain';
import { chainStart } from '../audit/audit-end';
import { type ChainedEvent, keyedHash } from '../audit/audit-event';
import { hashEvent } from '../audit/audit-inspection';
import { memoryNote } from '../audit/audit-note';
import { verifyChain } from '../audit/audit-verification';
import type { Db } from '../deps';
import { createSecrets } from '../secrets/secrets';
import { foldUsername } from '../sign-in/fold-username';
import { migrate } from './migrate';

async function migrationsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const written = readdirSync(join(import.meta.dirname, '../../../migrations'))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

describe('migrate', () => {
  test('ten concurrent runs on a new database migrate it once', async () => {
    const dbs = await freshDatabase(10);
    await Promise.all(dbs.map((db) => migrate(db)));
    for (const db of dbs) {
      expect(await migrationsOf(db)).toEqual(written);
      expect(await db.selectFrom('person').select('id').execute()).toEqual([]);
    }
  });

  test('a second time changes nothing', async () => {
    const [db] = await freshDatabase(1);
    if (!db) throw new Error('no database');
    await migrate(db);
    const before = await sql`select oid, relname from pg_class order by oid`.execute(db);
    await migrate(db);
    expect(await sql`select oid, relname from pg_class order by oid`.execute(db)).toEqual(before);
  });

  test('gives the next one the lock when it failed', async () => {
    const [db] = await freshDatabase(1);
    if (!db) throw new Error('no database');
    await sql`create table person (id int)`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/person/);
    await sql`drop table person`.execute(db);
    await migrate(db);
    expect(await migrationsOf(db)).toContain('0001-first-slice');
  });
});

test('client certificates that were stored in the connection still open', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const secrets = createSecrets(Buffer.alloc(32, 1));
  const id = randomUUID();
  const info = { subject: 'CN=Before' };
  const all = { '0001-first-slice': firstSlice, '0002-key-systems': keySystems };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  expect((await migrator.migrateTo('0001-first-slice')).error).toBeUndefined();
  await sql`
    insert into key_system_connection
      (id, name, system_type, cliq_api_url, domain_name, certificate_info, sealed_certificate, configuration_id)
    values (${id}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city', ${JSON.stringify(info)}::jsonb,
      ${secrets.seal('the bundle', id)}, ${randomUUID()})`.execute(db);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const row = await db.selectFrom('client_certificate').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ connection_id: id, state: 'active', info });
  expect(secrets.open(row.sealed, row.id)).toBe('the bundle');
});

test('an address with credentials no longer works, and none can be stored', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const all = {
    '0001-first-slice': firstSlice,
    '0002-key-systems': keySystems,
    '0003-inventory': inventory,
    '0008-plain-addresses': plainAddresses,
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  expect((await migrator.migrateTo('0003-inventory')).error).toBeUndefined();
  const add = (address: string) =>
    sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${randomUUID()}, ${address}, 'CLIQ_WEB_MANAGER', ${address}, 'city')`.execute(db);
  const addresses = ['https://ada:Quartz@Heron@cliq.test:8443/a@b', 'https://cliq.test/a@b', 'https://cliq.test'];
  for (const address of addresses) await add(address);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const rows = await db.selectFrom('key_system_connection').select('cliq_api_url').orderBy('cliq_api_url').execute();
  expect(rows.map(({ cliq_api_url }) => cliq_api_url)).toEqual([
    'https://cliq.test',
    'https://cliq.test/a@b',
    'https://cliq.test:8443/a@b',
  ]);
  await expect(add('https://ada@cliq.test')).rejects.toMatchObject({ code: '23514' });
});

test('administrators whose names are one once folded get names of their own, and the others keep theirs', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const all = { '0001-first-slice': firstSlice, '0002-key-systems': keySystems, '0003-inventory': inventory };
  const before = new Migrator({ db, provider: { getMigrations: async () => all } });
  expect((await before.migrateToLatest()).error).toBeUndefined();
  const admins = ['Strauß', 'STRAUSS', 'strauss-2', 'İlker', 'Müller', '\u3164\u3164\u3164', 'x'.repeat(64)];
  for (const [i, username] of admins.entries()) {
    await sql`
      insert into admin (id, username, password_hash, role, created_at, disabled_at)
      values (${randomUUID()}, ${username}, 'none', 'subadmin', ${new Date(i)}, ${i === 0 ? new Date() : null})`.execute(
      db,
    );
  }
  await migrate(db);
  const rows = await db.selectFrom('admin').selectAll().orderBy('created_at').execute();
  expect(rows.map(({ username, renamed_from }) => [username, renamed_from])).toEqual([
    ['Strauß-3', 'Strauß'], // disabled, so the other one keeps the name
    ['STRAUSS', null],
    ['strauss-2', null],
    ['İlker', null],
    ['Müller', null],
    ['admin-2', '\u3164\u3164\u3164'],
    ['x'.repeat(64), null],
  ]);
  for (const { username, username_folded } of rows) expect(username_folded).toBe(foldUsername(username));
});

test('tasks that had not ended are watched over from then on', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const before = { '0001-first-slice': firstSlice, '0002-key-systems': keySystems, '0003-inventory': inventory };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => before } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const tasks = (['PENDING', 'RUNNING', 'SUCCESS'] as const).map((status) => ({ id: randomUUID(), status }));
  for (const { id, status } of tasks) {
    await sql`insert into sync_task (id, kind, status, title) values (${id}, 'directory', ${status}, 'Staff')`.execute(
      db,
    );
  }
  await migrate(db);
  const jobs = await db.selectFrom('job').selectAll().where('due_at', '>', new Date()).execute();
  expect(jobs.map(({ kind, key, lease }) => [kind, key, lease]).sort()).toEqual(
    tasks
      .slice(0, 2)
      .map(({ id }) => ['tasks.run', id, null])
      .sort(),
  );
});

test('what waited or was being done in the background is a job with its due time, attempts and failures', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0065-job-pieces' });
  const [admin, source, task, ended, setup] = Array.from({ length: 5 }, () => randomUUID());
  const later = new Date(Date.now() + 3_600_000);
  await sql`insert into admin (id, username, username_folded, password_hash, role)
    values (${admin}, 'ada', 'ada', 'none', 'superadmin')`.execute(db);
  await sql`insert into iam_connection (id, name, provider) values (${source}, 'Staff', 'csv')`.execute(db);
  await sql`insert into sync_task (id, kind, status, title, subject_id, attempt, failures) values
    (${task}, 'directory', 'RUNNING', 'Staff', ${source}, 3, 2),
    (${ended}, 'directory', 'SUCCESS', 'Staff', ${source}, 1, 0)`.execute(db);
  await sql`insert into task_lease (task_id, attempt, until) values (${task}, 3, ${later})`.execute(db);
  await sql`insert into entra_setup
    (id, admin_id, connection_name, status, message, redirect_uri, expires_at, tries, due_at) values
    (${setup}, ${admin}, 'Staff', 'consent_received', '{}', 'https://x', ${later}, 4, ${later})`.execute(db);
  await sql`insert into source_nudge (connection_id) values (${source}), (${source})`.execute(db);
  await migrate(db);
  const jobs = await db.selectFrom('job').selectAll().orderBy('kind').execute();
  expect(jobs).toMatchObject([
    { kind: 'entra-setup.verify', key: setup, due_at: later, failures: 3, lease: null },
    { kind: 'source-webhooks.pull', key: source, failures: 0, lease: null },
    { kind: 'tasks.run', key: task, due_at: later, attempt: 3, failures: 2, lease: null },
  ]);
});

test('the former queue is dropped, with what waited in it', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0064-admin-scope' });
  await sql`create schema pgboss`.execute(db);
  await sql`create table pgboss.job (name text)`.execute(db);
  await migrate(db);
  const { rows } = await sql`select from pg_namespace where nspname = 'pgboss'`.execute(db);
  expect(rows).toEqual([]);
});

describe('an audit log from before events were signed', () => {
  const key = Buffer.alloc(32, 1);

  /** With three rows sealed as that version did, and two that wait. */
  async function formerLog(db: Db): Promise<void> {
    const all = { '0001-first-slice': firstSlice, '0002-key-systems': keySystems, '0003-inventory': inventory };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    let prev_hash = chainStart;
    for (let n = 1; n <= 5; n++) {
      const at_text = `2030-01-01T00:00:0${n}.123456Z`;
      const background = { actor_id: null, target_type: null, target_id: null, request_id: null };
      const row = {
        id: randomUUID(),
        actor_name: 'ada',
        action: 'key_plan.updated',
        details_hash: hashDetails('', null),
      };
      const event: ChainedEvent = { ...row, ...background, at_text };
      const hash = hashEvent(key, prev_hash, event);
      const seal = n <= 3 ? { seq: n, prev_hash, hash } : {};
      await db
        .insertInto('audit_event')
        .values({ ...row, ...seal, at: at_text, details_salt: '' })
        .execute();
      if (n === 3)
        await db
          .insertInto('audit_head')
          .values({ seq: n, hash, mac: keyedHash(key, ['head', n, hash]) })
          .execute();
      prev_hash = hash;
    }
  }

  test('is adopted and recorded at the first start; later rows need a signature', async () => {
    const [db] = await freshDatabase(1);
    if (!db) throw new Error('no database');
    await formerLog(db);
    await migrate(db);
    const deps = { db, auditKey: key, auditNote: memoryNote(), log: pino({ level: 'silent' }) };
    await openChain(deps);
    await openChain(deps);
    await sealAllPending(deps);
    expect(await verifyChain(deps)).toMatchObject({ ok: true, checked: 6, unsealed: 0 });
    const recorded = await db.selectFrom('audit_event').select(['action', 'details']).where('seq', '=', '6').execute();
    expect(recorded).toEqual([
      {
        action: 'audit_log.signing_started',
        details: { end: expect.stringMatching(/^5:/), sealed_without_signature: 2 },
      },
    ]);
    await sql`insert into audit_event (id, actor_name, action, details_salt, details_hash)
      values (${randomUUID()}, 'eve', 'key_plan.updated', '', ${hashDetails('', null)})`.execute(db);
    await openChain(deps);
    await sealAllPending(deps);
    expect(await verifyChain(deps)).toMatchObject({ ok: false, checked: 7, problems: [{ kind: 'forged' }] });
  });
});
