import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import { beforeMigrating } from './before-migrating';
import { migrate, migrationNames } from './migrate';
import { readMigrationPlan } from './migration-times';

const silent = pino({ level: 'silent' });

test('a start that has to migrate says how long earlier ones took, and changes nothing where the disk is too small', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const nothing = { directory: '/data', free: async () => 0 };
  await beforeMigrating(db, { log: silent, room: nothing }); // a new database

  await migrate(db, { to: migrationNames.at(-3) ?? '' });
  const before = await readMigrationPlan(db);
  expect(before.pending).toEqual(migrationNames.slice(-2));
  expect(before.text).toBe('2 migrations will run. None has been measured on this database yet.');
  await expect(beforeMigrating(db, { log: silent, room: nothing })).rejects.toThrow(
    /\/data has to be migrated, which may need 1\d\d MiB of free disk; 0 MiB are free\. Nothing has been changed/,
  );
  const lines: { earlier?: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  await beforeMigrating(db, { log, room: { ...nothing, free: async () => 2 ** 40 } });
  expect(lines).toMatchObject([{ msg: 'the database will be migrated', pending: 2, earlier: before.text }]);

  await migrate(db);
  await sql`update kysely_migration set ms = 2500 where name = ${migrationNames.at(-1)}`.execute(db);
  const { text } = await readMigrationPlan(db);
  expect(text).toMatch(
    /^All migrations have run\. The last 2 that were measured on this database took \d\.\d s, the longest 2\.5 s \(\d{4}-/,
  );
  await beforeMigrating(db, { log: silent, room: nothing }); // nothing to do needs no room
});

test('reads a database of a version that did not measure', async () => {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: migrationNames[0] ?? '' });
  await sql`alter table kysely_migration drop column ms`.execute(db);
  expect((await readMigrationPlan(db)).executed).toEqual([{ name: migrationNames[0], ms: null }]);
  await migrate(db, { to: migrationNames[1] ?? '' });
  expect((await readMigrationPlan(db)).executed[1]).toEqual({ name: migrationNames[1], ms: expect.any(Number) });
});
