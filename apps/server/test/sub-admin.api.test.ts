import { cylinders, iam, keyPlans, keySystems, keys, overview, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from './app';
import { setFunctions } from './factories/administrators';
import { syncNow } from './factories/key-plans';
import { aFireDepartment } from './factories/work-list';

const typesFound = async (app: TestApp, q: string) => {
  const { body } = await app.as('subadmin').call(overview.search, { query: { q } });
  return new Set(body.items.map(({ type }) => type));
};

describe('a sub-admin', () => {
  test('sees which connections and plans exist, for the functions of the dashboard', async ({ app }) => {
    await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    const { call } = app.as('subadmin');
    const status = await call(iam.status, {});
    const systems = await call(keySystems.list, { query: {} });
    const plans = await call(keyPlans.list, { query: {} });
    expect(status.body.is_connected).toBe(true);
    expect(systems.body.items.map(({ is_active }) => is_active)).toEqual([true]);
    expect(plans.body.total).toBe(1);
  });

  test('gets no settings in lists of records that may not be opened', async ({ app }) => {
    const { source, system, plan } = await aFireDepartment(app, []);
    await app.db
      .updateTable('iam_connection')
      .set({ configuration_data: JSON.stringify({ tenant_id: 'a tenant' }), admin_contact: 'the help desk' })
      .where('id', '=', source)
      .execute();
    const { call } = app.as('subadmin');
    const [listed] = (await call(iam.list, { query: {} })).body;
    expect(listed).toMatchObject({ configuration_data: {}, mapping_config: {}, admin_contact: null });
    expect(listed?.guard_limit_percent).toBeNull();
    const { items } = (await call(keySystems.list, { query: {} })).body;
    expect(items[0]?.active_configuration.config_data).toEqual({
      cliq_api_url: '',
      domain_name: '',
      client_certificate_info: null,
    });
    expect(items[0]).toMatchObject({ last_test: null, guard_limit_percent: null, capabilities: [] });
    const { keyplans } = (await call(keyPlans.list, { query: {} })).body;
    expect(keyplans[0]).toMatchObject({ description: '', iam_connections: [], key_system_connections: [] });
    const { call: callAll } = app.as('superadmin');
    expect((await callAll(iam.list, { query: {} })).body[0]).toMatchObject({ admin_contact: 'the help desk' });
    expect((await callAll(keySystems.list, { query: {} })).body.items[0]?.id).toBe(system.id);
    const all = (await callAll(keyPlans.list, { query: {} })).body.keyplans;
    expect(all.find(({ id }) => id === plan)?.key_system_connections).toHaveLength(1);
  });

  test('reads access events of a door without names, and that is recorded', async ({ app }) => {
    const { system } = await aFireDepartment(app, []);
    const cylinder = system.cylinder('C-0001');
    const { external_id } = await app.db
      .selectFrom('cylinder')
      .select('external_id')
      .where('id', '=', cylinder.id)
      .executeTakeFirstOrThrow();
    const at = app.deps.clock();
    const event = { connection_id: system.id, external_id: 'E-1', event_time: at, import_time: at, source: 'key' };
    await app.db
      .insertInto('access_event')
      .values({ ...event, cylinder_external_id: external_id, person_identity: 'P-1', result: 'granted' })
      .execute();
    const { text } = await app.as('subadmin').call(keys.events, { query: { cylinder_id: cylinder.id } });
    expect(text).toContain('E-1');
    expect(text).not.toContain('P-1');
    const views = await app.db
      .selectFrom('audit_event')
      .select('target_id')
      .where('action', '=', 'access_events.viewed')
      .execute();
    expect(views).toEqual([{ target_id: cylinder.id }]);
  });

  test('finds cylinders by the search, and no people', async ({ app }) => {
    const { system } = await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    expect(await typesFound(app, system.cylinder('C-0001').marking)).toContain('cylinder');
    expect(await typesFound(app, 'brackwater')).not.toContain('person');
  });

  test('gets no notices of runs, whose results only super admins may open', async ({ app }) => {
    await aFireDepartment(app, [{ given_name: 'Odo', family_name: 'Brackwater' }]);
    const { task_id } = await syncNow(app, { dry_run: true });
    const { call } = app.as('subadmin');
    expect((await call(sync.list, { query: {} })).body).toMatchObject({ items: [], total: 0, unseen: 0 });
    expect((await call(sync.status, { params: { task_id } })).status).toBe(404);
    expect((await app.as('superadmin').call(sync.list, { query: {} })).body.total).toBeGreaterThan(0);
  });

  test('sees no cylinders once the function is revoked', async ({ app }) => {
    const { system } = await aFireDepartment(app, []);
    await app.as('subadmin').token();
    await setFunctions(app.db, ['assign_keys']);
    expect(await typesFound(app, system.cylinder('C-0001').marking)).not.toContain('cylinder');
    expect((await app.as('subadmin').call(cylinders.list, { query: {} })).status).toBe(403);
  });
});
