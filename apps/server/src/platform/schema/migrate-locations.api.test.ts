import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '#test/fresh-database';
import type { Db } from '../deps';
import { migrate } from './migrate';

const [house, cylinder] = [randomUUID(), randomUUID()];

/** A house with a cylinder, from before there were places. */
async function migratedHouse(): Promise<Db> {
  const [db] = await freshDatabase(1);
  if (!db) throw new Error('no database');
  await migrate(db, { to: '0013-kinds-as-data' });
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${house}, 'Main house', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'city')`.execute(db);
  await sql`
    insert into cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state)
    values (${cylinder}, ${house}, 'C1', 'A-1', 'Gate', 'single', 'city', 'Hall / Gate', 'installed')`.execute(db);
  await migrate(db);
  return db;
}

async function place(db: Db, name: string, type: string, parent?: { id: string; type: string }) {
  const id = randomUUID();
  await sql`
    insert into location (id, parent_id, parent_type, name, type)
    values (${id}, ${parent?.id ?? null}, ${parent?.type ?? null}, ${name}, ${type})`.execute(db);
  return { id, type };
}

const refused = (constraint: string) => expect.objectContaining({ constraint });

describe('places', () => {
  test('keep the order of their types, also when a type changes, and so cannot stand below themselves', async () => {
    const db = await migratedHouse();
    const site = await place(db, 'Campus', 'site');
    const building = await place(db, 'Hall', 'building', site);
    const door = await place(db, 'Gate', 'door', building);
    await expect(place(db, 'Wrong', 'site', building)).rejects.toEqual(refused('location_type_order'));
    await expect(place(db, 'Wrong', 'door', door)).rejects.toEqual(refused('location_type_order'));
    await expect(place(db, 'Wrong', 'floor', { ...building, type: 'site' })).rejects.toMatchObject({ code: '23503' });
    await expect(sql`update location set type = 'door' where id = ${building.id}`.execute(db)).rejects.toEqual(
      refused('location_type_order'),
    );
    await expect(
      sql`update location set parent_id = id, parent_type = type where id = ${site.id}`.execute(db),
    ).rejects.toEqual(refused('location_type_order'));
    await sql`update location set type = 'area' where id = ${building.id}`.execute(db);
    const { rows } = await sql`select parent_type from location where id = ${door.id}`.execute(db);
    expect(rows).toEqual([{ parent_type: 'area' }]);
  });

  test('have different names in one place, at the top too, whatever their case', async () => {
    const db = await migratedHouse();
    const hall = await place(db, 'Hall', 'building');
    await place(db, 'Gate', 'door', hall);
    await place(db, 'Gate', 'door');
    await expect(place(db, 'HALL', 'site')).rejects.toEqual(refused('location_name'));
    await expect(place(db, 'gate', 'area', hall)).rejects.toEqual(refused('location_name'));
  });

  test('contain cylinders with how they were placed; older cylinders have no place', async () => {
    const db = await migratedHouse();
    const row = () => db.selectFrom('cylinder').select(['location_id', 'placed_by', 'placed_text']).execute();
    expect(await row()).toEqual([{ location_id: null, placed_by: null, placed_text: null }]);
    const hall = await place(db, 'Hall', 'building');
    const set = (by: 'hand' | 'text' | null, location_id: string | null, placed_text: string | null = null) =>
      db.updateTable('door').set({ placed_by: by, location_id, placed_text }).execute();
    await expect(set(null, hall.id)).rejects.toEqual(refused('door_placing'));
    await expect(set('text', hall.id)).rejects.toEqual(refused('door_placing'));
    await expect(set('text', null, 'Hall')).rejects.toEqual(refused('door_placing'));
    await set('hand', null);
    await set('text', hall.id, 'Hall / Gate');
    await expect(db.deleteFrom('location').execute()).rejects.toMatchObject({ code: '23503' });
  });
});
