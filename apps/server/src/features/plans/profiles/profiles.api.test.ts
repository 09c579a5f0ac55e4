import { randomUUID } from 'node:crypto';
import { type Input, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, profile } from '#test/factories/key-plans';
import { aReadKeySystem } from '#test/factories/key-systems';

const create = (app: TestApp, keyplan_id: string, body: Input<typeof keyPlans.createProfile>['body']) =>
  app.as('superadmin').call(keyPlans.createProfile, { params: { keyplan_id }, body });

const versionOf = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('key_plan').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

const missingCylinder = 'One of the cylinders does not exist any more. Choose again.';
const missingGroup = 'One of the cylinder groups does not exist any more. Choose again.';

describe('access profiles of a plan', () => {
  test('count the doors they open, each once', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app);
    const inGroup = system.cylinder('C-0001').id; // of G-01, which has four
    const cylinder_ids = [inGroup, system.cylinder('C-0005').id].sort();
    const { status, body } = await create(app, plan, {
      name: 'Public doors',
      cylinder_ids,
      cylinder_group_ids: [system.group('G-01').id],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      keyplan_id: plan,
      name: 'Public doors',
      description: null,
      cylinder_ids,
      cylinder_group_ids: [system.group('G-01').id],
      cylinders: 5,
      version: 1,
    });
    expect(await versionOf(app, plan)).toBe(2);
  });

  test('are listed by name, page by page', async ({ app }) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    for (const name of ['beta', 'Alpha', 'gamma']) await create(app, keyplan_id, { name });
    const { body } = await app
      .as('superadmin')
      .call(keyPlans.listProfiles, { params: { keyplan_id }, query: { offset: 1, limit: 1 } });
    expect([body.items.map(({ name }) => name), body.total]).toEqual([['beta'], 3]);
  });

  test('have a name of their own within the plan', async ({ app }) => {
    const [one, other] = [await aKeyPlan(app), await aKeyPlan(app)];
    await create(app, one.id, { name: 'Public' });
    const taken = await create(app, one.id, { name: 'PUBLIC' });
    expect([taken.status, taken.problem.detail]).toEqual([
      409,
      "This key plan has an access profile called 'PUBLIC' already.",
    ]);
    expect((await create(app, other.id, { name: 'Public' })).status).toBe(201);
  });

  test('may repeat the plan of their address, but name no other', async ({ app }) => {
    const [one, other] = [await aKeyPlan(app), await aKeyPlan(app)];
    const made = await create(app, one.id, { name: 'Public', keyplan_id: one.id });
    const params = { keyplan_id: one.id, profile_id: made.body.id };
    const change = (body: Input<typeof keyPlans.updateProfile>['body']) =>
      app.as('superadmin').call(keyPlans.updateProfile, { params, body });
    expect((await change({ keyplan_id: one.id, name: 'Open' })).body).toMatchObject({ name: 'Open' });
    const wrong = [{ path: 'keyplan_id', message: 'keyplan_id is not the key plan of the address.' }];
    expect((await create(app, one.id, { name: 'Stray', keyplan_id: other.id })).problem.errors).toEqual(wrong);
    expect((await change({ keyplan_id: other.id, name: 'Stray' })).problem.errors).toEqual(wrong);
    expect((await change({ keyplan_id: one.id })).problem.detail).toBe('No valid fields provided for update.');
  });

  test('refuse doors that do not exist, on their field', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app);
    const [cylinder, group] = [system.cylinder('C-0001').id, system.group('G-01').id];
    const unknown = await create(app, plan, { name: 'A', cylinder_ids: [cylinder, randomUUID()] });
    expect([unknown.status, unknown.problem.errors]).toEqual([
      422,
      [{ path: 'cylinder_ids', message: missingCylinder }],
    ]);
    const mixedUp = await create(app, plan, { name: 'A', cylinder_group_ids: [cylinder] });
    expect(mixedUp.problem.errors).toEqual([{ path: 'cylinder_group_ids', message: missingGroup }]);
    await app.db
      .updateTable('key_system_cylinder_group')
      .set({ deleted_at: new Date() })
      .where('id', '=', group)
      .execute();
    const gone = await create(app, plan, { name: 'A', cylinder_group_ids: [group] });
    expect(gone.problem.errors).toEqual([{ path: 'cylinder_group_ids', message: missingGroup }]);
    expect(await app.db.selectFrom('access_profile').selectAll().execute()).toEqual([]);
  });
});

describe('PUT one access profile', () => {
  test('replaces what is named and leaves the rest', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: keyplan_id } = await aKeyPlan(app);
    const [first, second] = [system.cylinder('C-0001').id, system.cylinder('C-0002').id];
    const { id: profile_id, name } = await aProfile(app, keyplan_id, {
      cylinders: [first],
      groups: [system.group('G-02').id],
    });
    const change = (body: Input<typeof keyPlans.updateProfile>['body'], version?: number) =>
      app
        .as('superadmin')
        .call(
          keyPlans.updateProfile,
          { params: { keyplan_id, profile_id }, body },
          { headers: version ? { 'if-match': `"${version}"` } : {} },
        );
    expect((await change({ cylinder_ids: [second] })).body).toMatchObject({
      name,
      cylinder_ids: [second],
      cylinder_group_ids: [system.group('G-02').id],
      cylinders: 7,
      version: 2,
    });
    expect((await change({ name: 'Renamed', cylinder_group_ids: [] }, 2)).body).toMatchObject({
      name: 'Renamed',
      cylinders: 1,
      version: 3,
    });
    expect((await change({ description: 'Late' }, 2)).status).toBe(412);
    expect((await change({})).problem.detail).toBe('No valid fields provided for update.');
    expect((await change({ cylinder_ids: [randomUUID()] })).problem.detail).toBe(missingCylinder);
    expect(await versionOf(app, keyplan_id)).toBe(3);
  });

  test('keeps a door that has gone from the key system, for it may return', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: keyplan_id } = await aKeyPlan(app);
    const [gone, present] = [system.cylinder('C-0001').id, system.cylinder('C-0002').id];
    const { id: profile_id } = await aProfile(app, keyplan_id, { cylinders: [gone] });
    await app.db.updateTable('key_system_cylinder').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    const { status, body } = await app.as('superadmin').call(keyPlans.updateProfile, {
      params: { keyplan_id, profile_id },
      body: { cylinder_ids: [gone, present] },
    });
    expect([status, body.cylinder_ids, body.cylinders]).toEqual([200, [gone, present].sort(), 1]);
  });
});

describe('content of a profile', () => {
  test('is listed, added to and taken from', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app);
    const { id: profile_id } = await aProfile(app, plan);
    const [first, second] = [system.cylinder('C-0001'), system.cylinder('C-0002')];
    const group = system.group('G-05');
    const { call } = app.as('superadmin');
    const params = { profile_id };

    const cylinder_ids = [second.id, first.id, first.id];
    expect((await call(keyPlans.addProfileCylinders, { params, body: { cylinder_ids } })).body.cylinders).toBe(2);
    expect((await call(keyPlans.addProfileCylinders, { params, body: { cylinder_ids } })).body.cylinders).toBe(2);
    const { body: listed } = await call(keyPlans.profileCylinders, { params });
    expect([listed.total, listed.items.map(({ marking }) => marking)]).toEqual([2, [first.marking, second.marking]]);

    await call(keyPlans.addProfileGroups, { params, body: { cylinder_group_ids: [group.id] } });
    const { body: groups } = await call(keyPlans.profileGroups, { params });
    expect(groups).toMatchObject({ total: 1, items: [{ id: group.id, cylinders: 4 }] });

    const without = await call(keyPlans.removeProfileCylinder, { params: { profile_id, cylinder_id: first.id } });
    expect(without.body.cylinder_ids).toEqual([second.id]);
    const bare = await call(keyPlans.removeProfileGroup, { params: { profile_id, group_id: group.id } });
    expect(bare.body).toMatchObject({ cylinder_group_ids: [], cylinders: 1 });
    const twice = await call(keyPlans.removeProfileGroup, { params: { profile_id, group_id: group.id } });
    expect([twice.status, twice.problem.detail]).toEqual([404, 'This entry of the access profile does not exist.']);
  });

  test('refuses what does not exist, and an empty list', async ({ app }) => {
    const { id: plan } = await aKeyPlan(app);
    const { id: profile_id } = await aProfile(app, plan);
    const { call } = app.as('superadmin');
    const add = (cylinder_ids: string[]) =>
      call(keyPlans.addProfileCylinders, { params: { profile_id }, body: { cylinder_ids } });
    expect((await add([randomUUID()])).problem.errors).toEqual([{ path: 'cylinder_ids', message: missingCylinder }]);
    expect((await add([])).status).toBe(422);
    const nowhere = { params: { profile_id: randomUUID() }, body: { cylinder_group_ids: [randomUUID()] } };
    expect((await call(keyPlans.addProfileGroups, nowhere)).status).toBe(404);
    expect((await call(keyPlans.profileGroups, nowhere)).status).toBe(404);
  });
});

describe('DELETE one access profile', () => {
  test('refuses one that a rule uses, and deletes it once none does', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: source } = await aConnection(app);
    const { id: keyplan_id } = await aKeyPlan(app, { sources: [source] });
    const { id: profile_id, name } = await aProfile(app, keyplan_id, { groups: [system.group('G-01').id] });
    const rule = { plan: keyplan_id, source, departments: ['Ward'], objects: [profile(profile_id)] };
    const { id } = await aRule(app, rule);
    const remove = () => app.as('superadmin').call(keyPlans.removeProfile, { params: { keyplan_id, profile_id } });
    const { status, problem } = await remove();
    expect(status).toBe(409);
    expect(problem).toMatchObject({
      error: 'constraint_violation',
      constraint_name: 'access_profile_in_use',
      related_records: { access_rules: 1 },
      message: `'${name}' is used by a rule. Change it first.`,
    });
    await app.db.deleteFrom('access_rule').where('id', '=', id).execute();
    expect((await remove()).body).toEqual({ success: true, message: `'${name}' was deleted.` });
    expect((await remove()).status).toBe(404);
  });

  test('finds a profile only in its own plan', async ({ app }) => {
    const [mine, other] = [await aKeyPlan(app), await aKeyPlan(app)];
    const { id: profile_id } = await aProfile(app, mine.id);
    const { call } = app.as('superadmin');
    for (const keyplan_id of [other.id, randomUUID()]) {
      const params = { keyplan_id, profile_id };
      const answers = [
        await call(keyPlans.getProfile, { params }),
        await call(keyPlans.updateProfile, { params, body: { name: 'Taken over' } }),
        await call(keyPlans.removeProfile, { params }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    const own = await call(keyPlans.getProfile, { params: { keyplan_id: mine.id, profile_id } });
    expect([own.status, own.body.version]).toEqual([200, 1]);
  });
});
