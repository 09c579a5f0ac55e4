import { randomUUID } from 'node:crypto';
import { type Input, keyPlans, keySystems, workList } from '@key2xs/contract';
import { describe, inject } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { isBlockingOthers } from '#test/database';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, cylinder, group } from '#test/factories/key-plans';
import { aKeySystem, aReadKeySystem } from '#test/factories/key-systems';
import { anEntry } from '#test/factories/work-list';

type Change = Input<typeof keySystems.update>['body'];

const change = (app: TestApp, id: string, body: Change, version?: number) =>
  app
    .as('superadmin')
    .call(keySystems.update, { params: { id }, body }, version ? { headers: { 'if-match': `"${version}"` } } : {});

const remove = (app: TestApp, id: string) => app.as('superadmin').call(keySystems.remove, { params: { id } });

describe('GET /key-systems/connections', () => {
  test('lists by name, page by page', async ({ app }) => {
    for (const name of ['beta', 'Alpha', 'gamma']) await aKeySystem(app, { name });
    const list = async (query: Input<typeof keySystems.list>['query']) => {
      const { body } = await app.as('subadmin').call(keySystems.list, { query });
      return [body.items.map(({ name }) => name), body.total, body.page, body.size];
    };
    expect(await list({})).toEqual([['Alpha', 'beta', 'gamma'], 3, 0, 100]);
    expect(await list({ page: 0, size: 200 })).toEqual([['Alpha', 'beta', 'gamma'], 3, 0, 200]);
    expect(await list({ page: 1, size: 2 })).toEqual([['gamma'], 3, 1, 2]);
    expect(await list({ skip: 1, limit: 1 })).toEqual([['beta'], 3, 1, 1]);
  });

  test('shows an unknown status as ERROR', async ({ app }) => {
    const { id } = await aKeySystem(app, { last_status: 'SOMETHING_NEW' });
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
    expect(body.status).toBe('ERROR');
  });
});

describe('PUT /key-systems/connections/:id', () => {
  test('changes name, description and activity; DISABLED wins', async ({ app }) => {
    const { id } = await aKeySystem(app, { last_status: 'ACTIVE', description: 'Old' });
    const { status, body, headers } = await change(app, id, { name: 'Annexe', description: null, is_active: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Annexe', description: null, is_active: false, status: 'DISABLED', version: 2 });
    expect(headers.get('etag')).toBe('"2"');
    expect((await change(app, id, { is_active: true })).body).toMatchObject({ status: 'ACTIVE', version: 3 });
  });

  test('keeps what is not named', async ({ app }) => {
    const { id, name } = await aKeySystem(app, { description: 'Old' });
    expect((await change(app, id, { is_active: false })).body).toMatchObject({ name, description: 'Old' });
  });

  test('refuses a version that is no longer the present one', async ({ app }) => {
    const { id, name } = await aKeySystem(app);
    expect((await change(app, id, { description: 'Mine' }, 1)).status).toBe(200);
    const { status, problem } = await change(app, id, { name: 'Theirs' }, 1);
    expect([status, problem.code, problem.detail]).toEqual([
      412,
      'version_conflict',
      'Someone else changed this key system. Reload it and try again.',
    ]);
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id } });
    expect(body).toMatchObject({ name, description: 'Mine', version: 2 });
  });

  test('refuses a name that another one has, not its own', async ({ app }) => {
    await aKeySystem(app, { name: 'North' });
    const { id } = await aKeySystem(app, { name: 'South' });
    expect((await change(app, id, { name: 'NORTH' })).status).toBe(409);
    expect((await change(app, id, { name: 'SOUTH' })).body.name).toBe('SOUTH');
  });

  test('refuses an empty change and fields that cannot be changed', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const nothing = await change(app, id, {});
    expect([nothing.status, nothing.problem.detail]).toEqual([422, 'No valid fields provided for update.']);
    const address = await change(app, id, { cliq_api_url: 'https://elsewhere.example' } as Change); // not in the contract
    expect([address.status, address.problem.errors?.[0]?.path]).toEqual([422, 'cliq_api_url']);
  });

  test('is not found for an unknown id, or one that is none', async ({ app }) => {
    for (const id of [randomUUID(), 'mine']) expect((await change(app, id, { name: 'X' })).status).toBe(404);
  });
});

describe('DELETE /key-systems/connections/:id', () => {
  test('removes one that nothing refers to, with its mirror', async ({ app }) => {
    const { id, name } = await aReadKeySystem(app);
    const { status, body } = await remove(app, id);
    expect([status, body]).toEqual([200, { success: true, message: `'${name}' was removed.` }]);
    expect(await app.db.selectFrom('cylinder').selectAll().execute()).toEqual([]);
    expect((await remove(app, id)).status).toBe(404);
  });

  test('says what stands in the way, by kind, and goes once that is gone', async ({ app }) => {
    const system = await aReadKeySystem(app, { name: 'Main house' });
    const { id: source } = await aConnection(app);
    const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], is_active: false });
    const objects = [cylinder(system.cylinder('C-0001').id), group(system.group('G-01').id)];
    await aRule(app, { plan, source, departments: ['Ward'], objects });
    await aProfile(app, plan, { cylinders: [system.cylinder('C-0002').id], groups: [system.group('G-02').id] });
    await aProfile(app, plan, { groups: [system.group('G-01').id] });

    const { status, problem } = await remove(app, system.id);
    expect(status).toBe(409);
    expect(problem).toMatchObject({
      code: 'constraint_violation',
      success: false,
      error: 'constraint_violation',
      message: "'Main house' is still used. Remove what uses it first, or deactivate it.",
      constraint_name: 'key_system_in_use',
      related_records: { key_plans: 1, access_profiles: 2, access_rules: 1 },
      details: 'Nothing is changed in the key system itself.',
    });
    expect((await app.as('superadmin').call(keyPlans.remove, { params: { id: plan } })).status).toBe(200);
    expect((await remove(app, system.id)).status).toBe(200);
  });

  test('waits until open work is done or withdrawn; closed work goes with it', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const entry = await anEntry(app, id);
    const { status, problem } = await remove(app, id);
    expect([status, problem.related_records]).toEqual([409, { work_items: 1 }]);
    await app.as('superadmin').call(workList.markDone, { body: { ids: [entry] } });
    expect((await remove(app, id)).status).toBe(200);
    expect(await app.db.selectFrom('work_item').selectAll().execute()).toEqual([]);
  });

  // The embedded database has one connection, so nothing can interleave there.
  test.runIf(inject('databaseTemplate').kind === 'server')('counts work that was being added', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const superadmin = app.as('superadmin');
    const { removal } = await app.db.transaction().execute(async (tx) => {
      await anEntry({ ...app, db: tx }, id);
      const removal = superadmin.send(keySystems.remove, { params: { id } });
      await expect.poll(() => isBlockingOthers(tx)).toBe(true);
      return { removal };
    });
    const { status, problem } = await removal;
    expect([status, problem.related_records]).toEqual([409, { work_items: 1 }]);
  });
});
