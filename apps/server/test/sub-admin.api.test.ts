import { cylinders, iam, keyPlans, keySystems, overview, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { syncNow } from './factories/key-plans';
import { aFireDepartment } from './factories/work-list';

const typesFound = async (app: TestApp, q: string) => {
  const { body } = await app.as('subadmin').call(overview.search, { query: { q } });
  return new Set(body.items.map(({ type }) => type));
};

describe('a sub-admin', () => {
  test('learns what is connected and planned, on which the dashboard offers functions', async ({ app }) => {
    await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    const { call } = app.as('subadmin');
    const status = await call(iam.status, {});
    const systems = await call(keySystems.list, { query: {} });
    const plans = await call(keyPlans.list, { query: {} });
    expect(status.body.is_connected).toBe(true);
    expect(systems.body.items.map(({ is_active }) => is_active)).toEqual([true]);
    expect(plans.body.total).toBe(1);
  });

  test('finds cylinders by the search, and no people', async ({ app }) => {
    const { system } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    expect(await typesFound(app, system.cylinder('C-0001').marking)).toContain('cylinder');
    expect(await typesFound(app, 'brackwater')).not.toContain('person');
  });

  test('hears of no runs, which end in what only super admins may open', async ({ app }) => {
    await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    const { task_id } = await syncNow(app, { dry_run: true });
    const { call } = app.as('subadmin');
    expect((await call(sync.list, { query: {} })).body).toMatchObject({ items: [], total: 0, unseen: 0 });
    expect((await call(sync.status, { params: { task_id } })).status).toBe(404);
    expect((await app.as('superadmin').call(sync.list, { query: {} })).body.total).toBeGreaterThan(0);
  });

  test('sees no cylinders once the function is taken away', async ({ app }) => {
    const { system } = await aFireDepartment(app, []);
    await app.as('subadmin').token();
    await app.db
      .updateTable('admin')
      .set({ functions: ['assign_keys'] })
      .where('role', '=', 'subadmin')
      .execute();
    expect(await typesFound(app, system.cylinder('C-0001').marking)).not.toContain('cylinder');
    expect((await app.as('subadmin').call(cylinders.list, { query: {} })).status).toBe(403);
  });
});
