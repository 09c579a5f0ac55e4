import { randomUUID } from 'node:crypto';
import { cylinders, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';

type Door = { marking: string; name?: string; location?: string; group?: string; deleted_at?: Date };

/** Groups and cylinders in the mirror of a key system, as if read. */
async function mirrored({ db }: TestApp, connection_id: string, groups: string[], doors: Door[]) {
  const ids = new Map(groups.map((name) => [name, randomUUID()]));
  const common = { connection_id, domain: 'city' };
  for (const [name, id] of ids) {
    await db
      .insertInto('cylinder_group')
      .values({ ...common, id, external_id: `G ${name}`, name })
      .execute();
  }
  for (const { marking, name = `Door ${marking}`, location = '', group, deleted_at = null } of doors) {
    const group_id = ids.get(group ?? '') ?? null;
    const row = { id: randomUUID(), external_id: randomUUID(), cylinder_type: 'single', state: 'installed' };
    await db
      .insertInto('cylinder')
      .values({ ...common, ...row, marking, name, location, group_id, deleted_at })
      .execute();
  }
  return { groupId: (name: string) => ids.get(name) ?? '' };
}

/** Two key systems with a few doors each. */
async function twoHouses(app: TestApp) {
  const main = await aKeySystem(app);
  const annexe = await aKeySystem(app);
  const { groupId } = await mirrored(
    app,
    main.id,
    ['Offices', 'Labs'],
    [
      { marking: 'B-2', name: 'Archive', location: 'Town Hall / 1 / Archive', group: 'Offices' },
      { marking: 'A-1', name: 'Reception', location: 'Town Hall / 0 / Reception', group: 'Offices' },
      { marking: 'C_3', name: '100% clean room', location: 'Annexe / 2 / Clean room', group: 'Labs' },
      { marking: 'D-4', name: 'Spare', deleted_at: new Date() },
    ],
  );
  await mirrored(app, annexe.id, ['Stores'], [{ marking: 'X-9', name: 'Store', group: 'Stores' }]);
  return { main, annexe, groupId };
}

const list = async (app: TestApp, query: Input<typeof cylinders.list>['query']) => {
  const { body } = await app.as('superadmin').call(cylinders.list, { query });
  return { markings: body.items.map(({ marking }) => marking), ...body };
};

const listGroups = async (app: TestApp, query: Input<typeof cylinders.groups>['query']) =>
  (await app.as('superadmin').call(cylinders.groups, { query })).body;

describe('GET /key-plan/cylinders', () => {
  test('lists those of all key systems by marking, without the deleted ones', async ({ app }) => {
    const { groupId } = await twoHouses(app);
    const { markings, total, limit, offset, items } = await list(app, {});
    expect([markings, total, limit, offset]).toEqual([['A-1', 'B-2', 'C_3', 'X-9'], 4, 50, 0]);
    expect(items[0]).toMatchObject({ name: 'Reception', group_id: groupId('Offices'), group_name: 'Offices' });
  });

  test.for<[string, string[]]>([
    ['archive', ['B-2']],
    ['TOWN HALL', ['A-1', 'B-2']],
    ['labs', ['C_3']],
    ['-', ['A-1', 'B-2', 'X-9']],
    ['_', ['C_3']],
    ['100%', ['C_3']],
    ['%', ['C_3']],
    ["' or 1=1", []],
    ['spare', []],
  ])('searches marking, name, location and group for %s as it stands', async ([search, found], { app }) => {
    await twoHouses(app);
    const { markings, total } = await list(app, { search });
    expect([markings, total]).toEqual([found, found.length]);
  });

  test('filters by key system and by group', async ({ app }) => {
    const { annexe, groupId } = await twoHouses(app);
    expect((await list(app, { connection_id: annexe.id })).markings).toEqual(['X-9']);
    expect((await list(app, { group_id: groupId('Offices') })).markings).toEqual(['A-1', 'B-2']);
    expect((await list(app, { group_id: groupId('Offices'), search: 'recept' })).markings).toEqual(['A-1']);
    expect((await list(app, { group_id: groupId('Offices'), connection_id: annexe.id })).total).toBe(0);
  });

  test('sorts both ways by what it knows, and refuses the rest', async ({ app }) => {
    await twoHouses(app);
    expect((await list(app, { sort: '-marking' })).markings).toEqual(['X-9', 'C_3', 'B-2', 'A-1']);
    expect((await list(app, { sort: 'name' })).markings).toEqual(['C_3', 'B-2', 'A-1', 'X-9']);
    expect((await list(app, { sort: '-location' })).markings.slice(0, 2)).toEqual(['B-2', 'A-1']);
    const { status, problem } = await app.as('superadmin').call(cylinders.list, { query: { sort: 'state' } });
    expect([status, problem.detail]).toEqual([422, 'sort: Sort by one of: marking, name, location']);
  });

  test('pages without gaps or repeats, whatever the size, and keeps within its limits', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const doors = Array.from({ length: 23 }, (_, i) => ({ marking: 'same', name: `${i % 3}` }));
    await mirrored(app, id, [], doors);
    for (const limit of [1, 5, 16, 22, 23, 200]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 23; offset += limit) {
        const page = await list(app, { offset, limit, sort: 'name' });
        expect([page.total, page.items.length]).toEqual([23, Math.min(limit, 23 - offset)]);
        seen.push(...page.items.map((item) => item.id));
      }
      expect(new Set(seen).size).toBe(23);
    }
    expect((await list(app, { limit: 0 })).limit).toBe(1);
    expect((await list(app, { limit: -5, offset: -5 })).offset).toBe(0);
    expect((await list(app, { limit: 10_000 })).limit).toBe(200);
    expect((await list(app, { offset: 500 })).items).toEqual([]);
  });
});

describe('GET /key-plan/cylinders/:id', () => {
  test('gives one, and none that is deleted or unknown', async ({ app }) => {
    await twoHouses(app);
    const [first] = (await list(app, {})).items;
    const get = (id: string) => app.as('superadmin').call(cylinders.get, { params: { id } });
    expect((await get(first?.id ?? '')).body).toEqual(first);
    const deleted = await app.db.selectFrom('cylinder').select('id').where('marking', '=', 'D-4').executeTakeFirst();
    for (const id of [deleted?.id ?? '', randomUUID(), 'A-1']) expect((await get(id)).status).toBe(404);
  });
});

describe('GET /key-plan/cylinder-groups', () => {
  test('lists groups by name with their cylinders counted, deleted ones left out', async ({ app }) => {
    await twoHouses(app);
    await app.db.updateTable('cylinder').set({ deleted_at: new Date() }).where('marking', '=', 'A-1').execute();
    const { items, total } = await listGroups(app, {});
    expect(items.map(({ name, cylinders: count }) => [name, count])).toEqual([
      ['Labs', 1],
      ['Offices', 1],
      ['Stores', 1],
    ]);
    expect(total).toBe(3);
    await app.db.updateTable('cylinder_group').set({ deleted_at: new Date() }).where('name', '=', 'Labs').execute();
    expect((await listGroups(app, {})).total).toBe(2);
  });

  test('searches, filters and pages', async ({ app }) => {
    const { main } = await twoHouses(app);
    const names = async (query: Input<typeof cylinders.groups>['query']) => {
      const { items, total } = await listGroups(app, query);
      return [items.map(({ name }) => name), total];
    };
    expect(await names({ search: 'OFF' })).toEqual([['Offices'], 1]);
    expect(await names({ connection_id: main.id })).toEqual([['Labs', 'Offices'], 2]);
    expect(await names({ limit: 1, offset: 1 })).toEqual([['Offices'], 3]);
    expect((await listGroups(app, { limit: 9_999 })).limit).toBe(500);
  });

  test('pages by name and then by id, so that groups of one name do not get lost', async ({ app }) => {
    for (let i = 0; i < 9; i++) await mirrored(app, (await aKeySystem(app)).id, ['Doors'], []);
    const seen: string[] = [];
    for (let offset = 0; offset < 9; offset += 2) {
      seen.push(...(await listGroups(app, { offset, limit: 2 })).items.map(({ id }) => id));
    }
    expect(seen).toEqual([...seen].sort());
    expect(seen).toHaveLength(9);
  });
});
