import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import type { Db } from '../deps';
import { runMigrations } from './run-migrations';

const isEmbedded = inject('databaseTemplate').kind === 'dump';

const statement = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db);
  },
});

/** Collects log lines, and calls `onLine` with each message. */
function recordLog(onLine: (message: string) => void = () => undefined) {
  const lines: { level: number; msg: string; migration?: string }[] = [];
  const write = (line: string) => {
    const parsed = JSON.parse(line);
    lines.push(parsed);
    onLine(parsed.msg);
  };
  return { log: pino({}, { write }), lines };
}

async function executed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function threeProcesses(): Promise<[Db, Db, Db]> {
  const [first, second, third] = await freshDatabase(3);
  if (!first || !second || !third) throw new Error('no database');
  return [first, second, third];
}

/** Every later connection of this database ends statements after half a second, as its administrator may have set it. */
const limitStatements = (db: Db) =>
  sql`
  do $$ begin
    execute format('alter database %I set statement_timeout = 500', current_database());
    execute format('alter database %I set idle_in_transaction_session_timeout = 500', current_database());
  end $$`.execute(db);

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test('each migration has a transaction of its own: what came before a failing one stays', async () => {
  const [db] = await threeProcesses();
  const migrations = { '1-a': statement('create table a (id int)'), '2-b': statement('create table a (id int)') };
  await expect(runMigrations(db, migrations)).rejects.toThrow(/already exists/);
  expect(await executed(db)).toEqual(['1-a']);
  await runMigrations(db, { ...migrations, '2-b': statement('create table b (id int)') });
  expect(await executed(db)).toEqual(['1-a', '2-b']);
});

test('logs each migration of a database that is in use', async () => {
  const [db] = await threeProcesses();
  await runMigrations(db, { '1-a': statement('select 1') });
  const { log, lines } = recordLog();
  await runMigrations(db, { '1-a': statement('select 1'), '2-b': statement('select 1') }, { log });
  expect(lines).toMatchObject([
    { msg: 'migration started', migration: '2-b' },
    { msg: 'migration ended', migration: '2-b' },
  ]);
});

test('refuses a database that a newer version has migrated', async () => {
  const [db] = await threeProcesses();
  await runMigrations(db, { '1-a': statement('select 1'), '2-b': statement('select 1') });
  await expect(runMigrations(db, { '1-a': statement('select 1') })).rejects.toThrow(/newer version.*2-b/);
});

test('refuses a database that has skipped a migration', async () => {
  const [db] = await threeProcesses();
  await runMigrations(db, { '2-b': statement('select 1') });
  const all = { '1-a': statement('select 1'), '2-b': statement('select 1') };
  await expect(runMigrations(db, all)).rejects.toThrow(/1-a/);
});

test.skipIf(isEmbedded)('a statement may take longer than those of requests', async () => {
  const [before, db] = await threeProcesses();
  await limitStatements(before);
  await expect(sql`select pg_sleep(2)`.execute(db)).rejects.toThrow(/statement timeout/);
  await runMigrations(db, { '1-slow': statement('select pg_sleep(0.8)') });
  expect(await executed(db)).toEqual(['1-slow']);
  await expect(sql`select pg_sleep(2)`.execute(db)).rejects.toThrow(/statement timeout/);
});

test.skipIf(isEmbedded)(
  'a process that finds another one migrating logs it, waits for it and does nothing',
  async () => {
    const [before, first, second] = await threeProcesses();
    await limitStatements(before);
    const started = gate();
    const waiting = gate();
    const slow: Migration = {
      async up(db) {
        started.open();
        await waiting.opened;
        await sql`select pg_sleep(0.8)`.execute(db);
      },
    };
    const running = runMigrations(first, { '1-slow': slow });
    await started.opened;
    const { log, lines } = recordLog((message) => message.startsWith('waiting') && waiting.open());
    await runMigrations(second, { '1-slow': statement('create table twice (id int)') }, { log });
    await running;
    expect(lines.map(({ msg }) => msg)).toEqual(['waiting for another process that migrates the database']);
    expect(await executed(second)).toEqual(['1-slow']);
  },
);

test.skipIf(isEmbedded)('gives way to who holds a table, and tries again', async () => {
  const [first, second] = await threeProcesses();
  await sql`create table held (id int)`.execute(first);
  const retried = gate();
  const { log } = recordLog((message) => message.includes('tries again') && retried.open());
  const holding = gate();
  const holder = first.transaction().execute(async (tx) => {
    await sql`lock table held in access share mode`.execute(tx);
    holding.open();
    await retried.opened;
  });
  await holding.opened;
  const add = { '1-add': statement('alter table held add column name text') };
  await runMigrations(second, add, { log, lockTimeoutMs: 50, retryMs: 10 });
  await holder;
  expect(await executed(second)).toEqual(['1-add']);
});
