import { administrators, cylinderList, locations } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aPlace, place, twoHouses } from '#test/factories/doors';
import { send } from '#test/send';

/** A sub-admin of one house, in which a cylinder stands. */
async function ofOneHouse(app: TestApp) {
  await twoHouses(app);
  const [house, other] = [
    await aPlace(app, { name: 'East house', type: 'building' }),
    await aPlace(app, { name: 'West house', type: 'building' }),
  ];
  const { id: cylinder_id } = await app.db.selectFrom('cylinder').select('id').limit(1).executeTakeFirstOrThrow();
  await place(app, [cylinder_id], house.id);
  const zoe = await aSubAdmin(app, {
    functions: ['view_cylinders'],
    scope: { departments: null, places: [house.id] },
  });
  const { call } = app.as('superadmin');
  const scope = async () => (await call(administrators.get, { params: zoe })).body.scope;
  const cylinders = async () => (await send(app.url, cylinderList.page, { query: {} }, zoe)).body.total;
  expect(await cylinders()).toBe(1);
  return { house, other, zoe, call, scope, cylinders };
}

describe('the places of a scope', () => {
  test('follow a merge, as its audit event says', async ({ app }) => {
    const { house, other, zoe, call, scope, cylinders } = await ofOneHouse(app);
    await call(locations.merge, { params: house, body: { into: other.id } });
    expect(await scope()).toEqual({
      departments: null,
      places: [{ id: other.id, path: 'West house' }],
      missing_places: 0,
    });
    expect(await cylinders()).toBe(1);
    const [event] = (await eventsAbout(app, house.id)).slice(-1);
    const moved = { admin_id: zoe.id, before: { places: [house.id] }, after: { places: [other.id] } };
    expect(event).toMatchObject({ action: 'location.merged', details: { scopes: [moved] } });
  });

  test('that are deleted leave nothing to see, never everything, and are counted', async ({ app }) => {
    const { house, other, zoe, call, scope, cylinders } = await ofOneHouse(app);
    await place(app, await idsAt(app, house.id), other.id);
    expect((await call(locations.remove, { params: house, query: {} })).status).toBe(200);
    expect(await scope()).toEqual({ departments: null, places: [], missing_places: 1 });
    expect(await cylinders()).toBe(0);
    const named = await call(administrators.change, { params: zoe, body: { name: 'Zoe Lang' } });
    expect([named.status, named.body.name]).toEqual([200, 'Zoe Lang']);
    expect(await scope()).toMatchObject({ places: [], missing_places: 1 });
    expect(await cylinders()).toBe(0);
  });
});

const idsAt = async ({ db }: TestApp, place: string) =>
  (await db.selectFrom('cylinder').select('id').where('location_id', '=', place).execute()).map(({ id }) => id);
