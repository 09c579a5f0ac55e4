import { cylinders, locations } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem, alterList, readInventory } from '#test/factories/key-systems';

/** What the last read has noted of places. */
async function notedPlaces({ db }: TestApp): Promise<unknown> {
  const { details } = await db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'key_system.inventory_read')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return Object(details).places;
}

/** The key system says other texts of its first cylinders from here on. */
const retell = (app: TestApp, retold: (text: string) => string[]) =>
  alterList(app, 'cylinders', (items) =>
    items.map((item, at) => {
      const text = String(item.location);
      return { ...item, location: retold(text)[at] ?? text };
    }),
  );

test('a read of the inventory proposes and asks, and moves nothing', async ({ app }) => {
  const { call } = app.as('superadmin');
  const { id } = await aKeySystem(app);
  await readInventory(app, id);
  const { proposed } = (await call(locations.tree, {})).body;
  expect(proposed).toBeGreaterThan(200);
  expect(await notedPlaces(app)).toEqual({ proposed, differences: 0 });

  const { stamp } = (await call(locations.proposal, {})).body;
  await call(locations.confirmProposal, { body: { stamp } });
  const [top] = (await call(locations.tree, {})).body.places;
  const stand = async () =>
    app.db.selectFrom('cylinder').select(['marking', 'location_id']).orderBy('external_id').execute();
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).orderBy('external_id').execute();
  const [first, , , fourth] = rows;
  const byHand = { cylinder_id: first?.id ?? '', location_id: top?.id ?? '' };
  await call(locations.place, { body: { placements: [byHand, { cylinder_id: fourth?.id ?? '', location_id: null }] } });
  const before = await stand();
  const { places } = (await call(locations.tree, {})).body;

  retell(app, (text) => [
    'Elsewhere / A',
    'Elsewhere / B',
    text.toUpperCase().replaceAll(' / ', ' > '),
    'Elsewhere / C',
  ]);
  await readInventory(app, id);
  expect(await stand()).toEqual(before);
  expect((await call(locations.tree, {})).body.places).toEqual(places);
  expect(await notedPlaces(app)).toEqual({ proposed: 0, differences: 1 });
  const { items } = (await call(cylinders.list, { query: { placing: 'differs' } })).body;
  expect(items.map(({ marking, location }) => [marking, location])).toEqual([[rows[1]?.marking, 'Elsewhere / B']]);
});
