import { doorPeopleList } from '@key2xs/contract';
import type { PeopleOrder } from '@key2xs/domain';
import { describe } from 'vitest';
import { listSource } from '#platform/list/list-source';
import { readPage } from '#platform/list/read-page';
import { asProduct } from '#platform/visible-to';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aRule, cylinder } from '#test/factories/key-plans';
import { findDoorPeople } from './door-people';
import { createPeopleOrders, type PeopleOrders } from './people-orders';

/** Names that collations disagree about, two alike, and people of whom little is known; the last may not open the door. */
async function aHospital(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Zoe', department: 'Ward', job_title: 'Nurse', employee_id: '10' },
    { display_name: 'émile', department: 'Ward', job_title: 'doctor', employee_id: '9' },
    { display_name: 'Emil', department: 'Ward', employee_id: 'a-1' },
    { display_name: 'emil', department: 'Ward', job_title: 'Doctor' },
    { display_name: 'Zoe', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Otto', department: 'Gate' },
  ]);
  const door = house.system.cylinder('C-0001').id;
  await aRule(app, { plan: house.plan, source: house.source, departments: ['Ward'], objects: [cylinder(door)] });
  return { ...house, door };
}

/** Asks until the order is there: it is made behind the answers. */
async function made({ deps }: TestApp, orders: PeopleOrders, field: string): Promise<PeopleOrder | undefined> {
  const ask = async () => orders((await deps.access.whole()).index, field);
  await expect.poll(ask).toBeDefined();
  return ask();
}

type Sort = NonNullable<(typeof doorPeopleList)['page']['query']['_output']['sort']>;

const pageOf = async ({ deps }: TestApp, orders: PeopleOrders, door: string, sort: Sort, offset = 0) => {
  const reader = asProduct(deps.db);
  const wanted = { params: { cylinder_id: door }, query: { sort, limit: 2, offset } };
  const { from, people } = await findDoorPeople(
    { ...deps, orders, reader },
    { of: 'cylinder', id: door },
    wanted.query,
  );
  return readPage(deps, reader, listSource(doorPeopleList, from)(people), wanted);
};

const sorts = doorPeopleList.sorts.flatMap((field): Sort[] => [field, `-${field}`]);

describe('people in a kept order', () => {
  test.for(sorts)('stand as the database sorts them by %s', async (sort, { app }) => {
    const { door } = await aHospital(app);
    const orders = createPeopleOrders(app.db);
    await made(app, orders, sort.replace('-', ''));
    for (const offset of [0, 1, 2, 4, 6]) {
      const page = await pageOf(app, orders, door, sort, offset);
      expect(page).toEqual(await pageOf(app, () => undefined, door, sort, offset));
      expect(page.total).toBe(5);
    }
  });

  test('move with their names, at once', async ({ app }) => {
    const { door } = await aHospital(app);
    const orders = createPeopleOrders(app.db);
    await made(app, orders, 'display_name');
    const [last] = (await pageOf(app, orders, door, '-display_name')).items;
    const named = app.db.updateTable('person').set({ display_name: 'Aaron' });
    await named.where('id', '=', last?.id ?? '').execute();
    expect((await pageOf(app, orders, door, 'display_name')).items[0]?.display_name).toBe('Aaron');
    await made(app, orders, 'display_name');
    expect((await pageOf(app, orders, door, 'display_name')).items[0]?.display_name).toBe('Aaron');
  });

  test('are sorted again for a new employee number and when a person has gone', async ({ app }) => {
    const { door, persons } = await aHospital(app);
    const orders = createPeopleOrders(app.db);
    await made(app, orders, 'employee_id');
    await app.db
      .updateTable('person')
      .set({ employee_id: '0' })
      .where('id', '=', persons[3] ?? '')
      .execute();
    expect((await pageOf(app, orders, door, 'employee_id')).items[0]?.id).toBe(persons[3]);
    await app.db
      .deleteFrom('person')
      .where('id', '=', persons[3] ?? '')
      .execute();
    await made(app, orders, 'employee_id');
    const page = await pageOf(app, orders, door, 'employee_id');
    expect([page.items[0]?.id, page.total]).toEqual([persons[0], 4]);
  });

  test('are not sorted for one who asks once', async ({ app }) => {
    await aHospital(app);
    const orders = createPeopleOrders(app.db);
    const { index } = await app.deps.access.whole();
    expect(orders(index, 'display_name')).toBeUndefined();
    expect(await made(app, orders, 'display_name')).toMatchObject({ personAt: { length: 6 } });
  });
});
