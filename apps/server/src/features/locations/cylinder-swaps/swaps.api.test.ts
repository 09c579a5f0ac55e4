import { cylinderSwaps, cylinders, floorPlans, locations } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, place, twoHouses } from '#test/factories/doors';

/** A hall with the cylinder A-1, which is called "Reception"; B-2 has no place. */
async function aHall(app: TestApp) {
  await twoHouses(app);
  const hall = await aPlace(app, { name: 'Hall', type: 'building' });
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).execute();
  const idOf = (wanted: string) => rows.find(({ marking }) => marking === wanted)?.id ?? '';
  const [old, spare] = [idOf('A-1'), idOf('B-2')];
  await place(app, [old], hall.id);
  await app.db.updateTable('door').set({ own_name: 'Reception', notes: 'Left wing' }).where('id', '=', old).execute();
  return { hall, old, spare };
}

describe('a swap', () => {
  test('gives place, own words and pins to the new cylinder, and stays in the history', async ({ app }) => {
    const { hall, old, spare } = await aHall(app);
    const { call } = app.as('superadmin');
    const params = { id: hall.id };
    const picture = Buffer.from('picture');
    const plan = { picture, thumbnail: picture, width: 2, height: 1, tag: 'a' };
    await app.db
      .insertInto('floor_plan')
      .values({ location_id: hall.id, ...plan })
      .execute();
    const pin = { place_id: null, x: 0.25, y: 0.5 };
    await app.db
      .insertInto('floor_plan_pin')
      .values({ location_id: hall.id, cylinder_id: old, ...pin })
      .execute();
    const body = { removed_id: old, installed_id: spare, reason: 'Broken thumb turn' };
    const made = await call(cylinderSwaps.swap, { params, body });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ ...body, removed: 'Reception (A-1)', location_path: 'Hall' }),
    ]);
    const wordsOf = async (id: string) => {
      const { location_id, own_name, notes } = (await call(cylinders.get, { params: { id } })).body;
      return [location_id, own_name, notes];
    };
    expect(await wordsOf(spare)).toEqual([hall.id, 'Reception', 'Left wing']);
    expect(await wordsOf(old)).toEqual([null, null, null]);
    const { body: shown } = await call(floorPlans.get, { params });
    expect([shown.version, shown.items.map(({ id, x }) => [id, x])]).toEqual([2, [[spare, 0.25]]]);
    const annexe = await aPlace(app, { name: 'Annexe', type: 'building' });
    await call(locations.merge, { params, body: { into: annexe.id } });
    const history = await call(cylinderSwaps.list, { params: { id: annexe.id } });
    expect(history.body).toEqual({
      swaps: [{ ...made.body, location_id: annexe.id, location_path: 'Annexe' }],
      total: 1,
    });
  });

  test('is refused where a cylinder is elsewhere or is the same', async ({ app }) => {
    const { hall, old, spare } = await aHall(app);
    const annexe = await aPlace(app, { name: 'Annexe', type: 'building' });
    const swap = async (id: string, removed_id: string, installed_id: string) =>
      (
        await app
          .as('superadmin')
          .call(cylinderSwaps.swap, { params: { id }, body: { removed_id, installed_id, reason: 'Broken' } })
      ).problem;
    expect((await swap(annexe.id, old, spare)).code).toBe('conflict');
    expect((await swap(hall.id, old, old)).code).toBe('validation_failed');
    await place(app, [spare], annexe.id);
    expect((await swap(hall.id, old, spare)).code).toBe('conflict');
    const history = await app.as('superadmin').call(cylinderSwaps.list, { params: { id: hall.id } });
    expect(history.body).toEqual({ swaps: [], total: 0 });
  });
});
