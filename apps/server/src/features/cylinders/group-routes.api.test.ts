import { randomUUID } from 'node:crypto';
import { cylinders, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { mirrored, twoHouses } from '#test/factories/doors';
import { aKeySystem } from '#test/factories/key-systems';

const listGroups = async (app: TestApp, query: Input<typeof cylinders.groups>['query']) =>
  (await app.as('superadmin').call(cylinders.groups, { query })).body;

describe('GET /key-plan/cylinder-groups/:id', () => {
  test('gives one, and none that is deleted or unknown', async ({ app }) => {
    const { main, groupId } = await twoHouses(app);
    const get = (id: string) => app.as('superadmin').call(cylinders.group, { params: { id } });
    expect((await get(groupId('Labs'))).body).toMatchObject({ name: 'Labs', cylinders: 1, connection_name: main.name });
    await app.db
      .updateTable('key_system_cylinder_group')
      .set({ deleted_at: new Date() })
      .where('name', '=', 'Labs')
      .execute();
    for (const id of [groupId('Labs'), randomUUID(), 'Labs']) expect((await get(id)).status).toBe(404);
  });
});

describe('GET /key-plan/cylinder-groups', () => {
  test('sorts by name and by how many cylinders there are', async ({ app }) => {
    await twoHouses(app);
    const names = async (sort: '-name' | 'cylinders' | '-cylinders') =>
      (await listGroups(app, { sort })).items.map(({ name }) => name);
    expect(await names('-name')).toEqual(['Stores', 'Offices', 'Labs']);
    expect(await names('cylinders')).toEqual(['Labs', 'Stores', 'Offices']);
    expect((await names('-cylinders'))[0]).toBe('Offices');
  });

  test('lists groups by name with their cylinders counted, deleted ones left out', async ({ app }) => {
    await twoHouses(app);
    await app.db
      .updateTable('key_system_cylinder')
      .set({ deleted_at: new Date() })
      .where('marking', '=', 'A-1')
      .execute();
    const { items, total } = await listGroups(app, {});
    expect(items.map(({ name, cylinders: count }) => [name, count])).toEqual([
      ['Labs', 1],
      ['Offices', 1],
      ['Stores', 1],
    ]);
    expect(total).toBe(3);
    await app.db
      .updateTable('key_system_cylinder_group')
      .set({ deleted_at: new Date() })
      .where('name', '=', 'Labs')
      .execute();
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
