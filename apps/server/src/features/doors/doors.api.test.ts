import { cylinders } from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place } from '#test/factories/doors';
import { alterList, aReadKeySystem, readInventory } from '#test/factories/key-systems';

/** Row versions: every write changes one. */
const versionsOf = async ({ db }: TestApp) =>
  (await sql<{ row: string }>`select id || ' ' || ctid || ' ' || xmin as row from door order by id`.execute(db)).rows;

test('no reading of a key system writes what is said of a door, also when its cylinder is gone and returns', async ({
  app,
}) => {
  const system = await aReadKeySystem(app);
  const { id } = system.cylinder('C-0001');
  const { call } = app.as('superadmin');
  const gate = await aPlace(app, { name: 'Gate', type: 'site' });
  await place(app, [id], gate.id);
  const own = { own_name: 'Blue door', notes: 'Sticks in winter' };
  await call(cylinders.update, { params: { id }, body: own });
  const before = await versionsOf(app);
  const read = async (change: Parameters<typeof alterList>[2]) => {
    alterList(app, 'cylinders', change);
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    expect(await versionsOf(app)).toEqual(before);
  };

  await read((items) => items.map((item) => ({ ...item, name: 'Renamed there', location: 'Elsewhere' })));
  await read((items) => items.filter(({ external_id }) => external_id !== 'C-0001'));
  expect((await call(cylinders.get, { params: { id } })).status).toBe(404);
  await read((items) => items);
  const returned = await call(cylinders.get, { params: { id } });
  expect(returned.body).toMatchObject({ ...own, location_id: gate.id, version: 2 });
});

test('a cylinder that is listed for the first time has a door of which nothing is said', async ({ app }) => {
  const system = await aReadKeySystem(app);
  alterList(app, 'cylinders', (items) => [...items, { ...items[0], external_id: 'C-NEW', marking: 'NEW-1' }]);
  await readInventory(app, system.id);
  const { items } = (await app.as('superadmin').call(cylinders.list, { query: { search: 'NEW-1' } })).body;
  expect(items).toMatchObject([{ own_name: null, notes: null, location_id: null, version: 1 }]);
});
