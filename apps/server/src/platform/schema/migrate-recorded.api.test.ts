import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import * as firstSlice from '#migrations/0001-first-slice';
import * as keySystems from '#migrations/0002-key-systems';
import * as inventory from '#migrations/0003-inventory';
import { freshDatabase } from '#test/fresh-database';
import type { Db } from '../deps';
import { migrate } from './migrate';

const house = randomUUID();
const readAt = new Date('2026-03-01T08:00:00Z');
const syncedAt = new Date('2026-03-02T08:00:00Z');
const tickedAt = new Date('2026-03-03T08:00:00Z');
const firstAt = new Date('2026-01-01T08:00:00Z');
const goneAt = new Date('2026-02-01T08:00:00Z');

/** A reference that sorts by its number. */
const ref = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function formerHouse(): Promise<Db> {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  const all = { '0001-first-slice': firstSlice, '0002-key-systems': keySystems, '0003-inventory': inventory };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const digests = { cylinders: 'of cylinders', persons: 'of persons', profiles: 'of profiles' };
  await sql`insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name, inventory_read_at,
      persons_read_at, last_successful_interaction, list_digests)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city', ${readAt}, ${syncedAt}, ${syncedAt},
      ${JSON.stringify(digests)}::jsonb)`.execute(db);
  return db;
}

type Former = { identity: string; reference: number | null; name?: string; active?: boolean; gone?: boolean };

const listed = (db: Db, { identity, reference, name = 'Odo', active = true, gone = false }: Former) =>
  sql`insert into recorded_person (connection_id, identity, reference, first_name, surname, active, first_read_at, row_hash,
      deleted_at)
    values (${house}, ${identity}, ${reference && ref(reference)}, ${name}, 'Steen', ${active}, ${firstAt}, 'hash',
      ${gone ? goneAt : null})`.execute(db);

const ours = (db: Db, { identity, reference, name = 'Odo', active = true }: Former) =>
  sql`insert into key_system_person (connection_id, reference, identity, first_name, surname, email, employee_id, active)
    values (${house}, ${ref(reference ?? 0)}, ${identity}, ${name}, 'Steen', ${`${reference}@acme.test`}, ${`E-${reference}`},
      ${active})`.execute(db);

const ticked = (db: Db, kind: string, write: object) =>
  sql`insert into work_item (id, connection_id, kind, signature, label, reference, what, place, why, write, state, closed_by,
      ordinal, closed_at)
    values (${randomUUID()}, ${house}, ${kind}, ${kind}, '', '', '', '', '', ${JSON.stringify(write)}::jsonb, 'done',
      'operator', 1, ${tickedAt})`.execute(db);

test('persons that were read, written, ticked or linked become one row each, and nothing of them is lost', async () => {
  const db = await formerHouse();
  for (const row of [
    { identity: 'read', reference: null, name: 'Ada' },
    { identity: 'gone', reference: null, name: 'Bea', gone: true },
    { identity: 'both', reference: 1 },
    { identity: 'linked', reference: null, name: 'ODO' },
    { identity: 'left', reference: 3, gone: true },
    { identity: 'back', reference: 4, gone: true, active: false },
    { identity: 'written', reference: 5 },
    { identity: 'twin', reference: 9 },
    { identity: 'twin too', reference: 9 },
  ])
    await listed(db, row);
  for (const row of [
    { identity: 'both', reference: 1, name: 'Renamed' },
    { identity: 'linked', reference: 2 },
    { identity: 'left', reference: 3, active: false },
    { identity: 'back', reference: 4 },
    { identity: '', reference: 5 },
    { identity: '', reference: 6 },
    { identity: '', reference: 7 },
    { identity: 'unlisted', reference: 8 },
    { identity: '', reference: 9 },
    { identity: 'both', reference: 10 },
    { identity: 'unlisted', reference: 11, active: false },
  ])
    await ours(db, row);
  await ticked(db, 'person_create', { reference: ref(6) });
  const before = await sql<object>`select reference, first_name, email, employee_id, active from key_system_person
    order by reference`.execute(db);
  await migrate(db);

  const { rows } = await sql<object>`select own_reference as reference, first_name, email, employee_id,
    active and deleted_at is null as active from recorded_person where own_reference is not null
    order by own_reference`.execute(db);
  expect(rows).toEqual(before.rows);
  const people = await db
    .selectFrom('recorded_person')
    .selectAll()
    .orderBy('own_reference')
    .orderBy('identity')
    .execute();
  const shown = people.map((row) => [
    row.own_reference && Number(row.own_reference.slice(-4)),
    row.identity,
    row.reference && Number(row.reference.slice(-4)),
    row.first_name,
    row.known_from,
    row.known_at,
    row.first_read_at,
    row.deleted_at,
    row.row_hash,
  ]);
  expect(shown).toEqual([
    [1, 'both', 1, 'Renamed', 'read', readAt, firstAt, null, ''],
    [2, 'linked', null, 'Odo', 'read', readAt, firstAt, null, ''],
    [3, 'left', 3, 'Odo', 'read', readAt, firstAt, goneAt, ''],
    [4, 'back', 4, 'Odo', 'read', readAt, firstAt, null, ''],
    [5, 'written', 5, 'Odo', 'read', readAt, firstAt, null, ''],
    [6, null, null, 'Odo', 'ticked', tickedAt, null, null, ''],
    [7, null, null, 'Odo', 'written', syncedAt, null, null, ''],
    [8, 'unlisted', null, 'Odo', 'read', syncedAt, null, null, ''],
    [9, 'twin', 9, 'Odo', 'read', readAt, firstAt, null, ''],
    [10, null, null, 'Odo', 'read', syncedAt, null, null, ''],
    [11, null, null, 'Odo', 'read', syncedAt, null, null, ''],
    [null, 'gone', null, 'Bea', 'read', readAt, firstAt, goneAt, 'hash'],
    [null, 'read', null, 'Ada', 'read', readAt, firstAt, null, 'hash'],
    [null, 'twin too', 9, 'Odo', 'read', readAt, firstAt, null, 'hash'],
  ]);
  expect(await db.selectFrom('recorded_list').select(['name', 'digest']).execute()).toEqual([
    { name: 'key_system_cylinder', digest: 'of cylinders' },
  ]);
});

test('so do profiles, with their doors and members', async () => {
  const db = await formerHouse();
  const doors = (n: number) => ({ reference: ref(n), name: `Rule ${n}`, description: 'By us', cylinders: ['C-1'] });
  for (const [identity, reference, gone] of [
    ['read', null, null],
    ['both', 1, null],
    ['former', 2, goneAt],
    ['present', 2, null],
  ] as const) {
    await sql`insert into recorded_profile (connection_id, identity, reference, name, description, cylinders,
        cylinder_groups, members, row_hash, deleted_at)
      values (${house}, ${identity}, ${reference && ref(reference)}, ${identity}, 'As read', 3, 2, 1, 'hash', ${gone})`.execute(
      db,
    );
  }
  for (const n of [1, 2, 3, 4]) {
    await sql`insert into key_system_profile (connection_id, reference, name, content) values (${house}, ${ref(n)},
      ${`Rule ${n}`}, ${n === 4 ? null : JSON.stringify(doors(n))}::jsonb)`.execute(db);
    await sql`insert into key_system_profile_member (connection_id, profile_reference, person_reference)
      values (${house}, ${ref(n)}, ${ref(100)})`.execute(db);
  }
  await ticked(db, 'member_add', { profile_reference: ref(4), person_reference: ref(100) });
  await migrate(db);

  const profiles = await db
    .selectFrom('recorded_profile')
    .selectAll()
    .orderBy('own_reference')
    .orderBy('identity')
    .execute();
  const shown = profiles.map((row) => [
    row.own_reference,
    row.identity,
    row.name,
    row.content,
    row.known_from,
    row.cylinders,
  ]);
  expect(shown).toEqual([
    [ref(1), 'both', 'Rule 1', doors(1), 'read', 3],
    [ref(2), 'present', 'Rule 2', doors(2), 'read', 3],
    [ref(3), null, 'Rule 3', doors(3), 'written', null],
    [ref(4), null, 'Rule 4', null, 'ticked', null],
    [null, 'former', 'former', null, 'read', 3],
    [null, 'read', 'read', null, 'read', 3],
  ]);
  expect(profiles.map(({ deleted_at }) => deleted_at)).toEqual([null, null, null, null, goneAt, null]);
  expect(profiles.map(({ first_read_at }) => first_read_at)).toEqual([readAt, readAt, null, null, readAt, readAt]);
  const members = await db.selectFrom('recorded_profile_member').selectAll().orderBy('profile_reference').execute();
  expect(members.map(({ profile_reference }) => profile_reference)).toEqual([1, 2, 3, 4].map(ref));
});
