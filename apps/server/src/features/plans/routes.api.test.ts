import { randomUUID } from 'node:crypto';
import { enhancedKeyPlans, type Input, keyPlans, planVersions } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';

const create = (app: TestApp, values: Partial<Input<typeof keyPlans.create>['body']> = {}) =>
  app.as('superadmin').call(keyPlans.create, { body: { name: 'Surgery', description: 'Who operates', ...values } });

const list = async (app: TestApp, query: Input<typeof keyPlans.list>['query'] = {}) => {
  const { body } = await app.as('subadmin').call(keyPlans.list, { query });
  return { names: body.keyplans.map(({ name }) => name), ...body };
};

const change = (
  app: TestApp,
  id: string,
  body: Input<typeof keyPlans.update>['body'],
  headers: Record<string, string> = {},
) => app.as('superadmin').call(keyPlans.update, { params: { id }, body }, { headers });

const remove = (app: TestApp, id: string) => app.as('superadmin').call(keyPlans.remove, { params: { id } });

describe('POST /key-plan/keyplans', () => {
  test('creates an inactive plan in UTC that is linked to nothing', async ({ app }) => {
    const { status, body, headers } = await create(app);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Surgery',
      description: 'Who operates',
      is_active: false,
      time_zone: 'UTC',
      rules: 0,
      active_rules: 0,
      iam_connections: [],
      key_system_connections: [],
      version: 1,
    });
    expect(headers.get('etag')).toBe('"1"');
    expect((await app.as('superadmin').call(keyPlans.get, { params: { id: body.id } })).body).toEqual(body);
  });

  test('accepts activity and time zone', async ({ app }) => {
    const { body } = await create(app, { is_active: true, time_zone: 'Europe/Berlin' });
    expect(body).toMatchObject({ is_active: true, time_zone: 'Europe/Berlin' });
  });

  for (const time_zone of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Etc/UTC']) {
    test(`keeps ${time_zone}, a name that not every list of zones has`, async ({ app }) => {
      const { body } = await create(app, { time_zone });
      expect(body.time_zone).toBe(time_zone);
      expect((await change(app, body.id, { time_zone: 'Asia/Ho_Chi_Minh' })).body.time_zone).toBe('Asia/Ho_Chi_Minh');
    });
  }

  test.for<[string, Record<string, unknown>]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: undefined }],
    ['description', { description: '' }],
    ['description', { description: undefined }],
    ['is_active', { is_active: 'yes' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['time_zone', { time_zone: '+02:00' }],
    ['version', { version: 7 }],
  ])('names %s when the body is %o', async ([path, values], { app }) => {
    const { status, problem } = await create(app, values);
    expect([status, problem.errors?.map((error) => error.path)]).toEqual([422, [path]]);
    expect((await list(app)).total).toBe(0);
  });

  test.for(['name', 'description'])('says that an empty %s is required', async (field, { app }) => {
    const message = (action: string) => [{ path: field, message: `${field} is required for ${action}` }];
    expect((await create(app, { [field]: '  ' })).problem.errors).toEqual(message('creating a key plan'));
    const { id } = (await create(app)).body;
    expect((await change(app, id, { [field]: '' })).problem.errors).toEqual(message('changing a key plan'));
  });

  test('refuses a name that is taken, whatever its case, also of two at once', async ({ app }) => {
    await create(app);
    const { status, problem } = await create(app, { name: 'SURGERY ' });
    expect([status, problem.detail]).toEqual([409, "There is a key plan called 'SURGERY' already."]);

    const body = { name: 'Twice', description: 'At once' };
    const both = await Promise.all([1, 2, 3].map(() => app.as('superadmin').send(keyPlans.create, { body })));
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });
});

describe('GET /key-plan/keyplans', () => {
  test('lists the one changed last first, or by name', async ({ app }) => {
    for (const name of ['alpha', 'Beta', 'gamma']) await create(app, { name });
    const { keyplans } = await list(app, { search: 'alpha' });
    await change(app, keyplans[0]?.id ?? '', { description: 'Changed' });
    expect((await list(app)).names).toEqual(['alpha', 'gamma', 'Beta']);
    expect((await list(app, { sort: 'updated_at' })).names).toEqual(['Beta', 'gamma', 'alpha']);
    expect((await list(app, { sort: 'name' })).names).toEqual(['alpha', 'Beta', 'gamma']);
    expect((await list(app, { sort: '-name' })).names).toEqual(['gamma', 'Beta', 'alpha']);
  });

  test('filters by activity and by part of name or description', async ({ app }) => {
    await create(app, { name: 'Night', description: 'Guards', is_active: true });
    await create(app, { name: 'Day', description: '100% of the staff' });
    expect((await list(app, { is_active: 'true' })).names).toEqual(['Night']);
    expect((await list(app, { is_active: 'false' })).names).toEqual(['Day']);
    expect((await list(app, { search: 'NIGHT' })).names).toEqual(['Night']);
    expect((await list(app, { search: '100%' })).names).toEqual(['Day']);
    expect((await list(app, { search: '%' })).total).toBe(1);
    expect((await list(app, { search: 'guards', is_active: 'false' })).names).toEqual([]);
  });

  test('clamps the limit to 1..1000 and the offset to 0', async ({ app }) => {
    for (const name of ['one', 'two']) await create(app, { name });
    const paged = async (query: Input<typeof keyPlans.list>['query']) => {
      const { limit, offset, names, total } = await list(app, { ...query, sort: 'name' });
      return { limit, offset, names, total };
    };
    expect(await paged({ limit: 0, offset: 0 })).toEqual({ limit: 1, offset: 0, names: ['one'], total: 2 });
    expect(await paged({ limit: -7, offset: -1 })).toEqual({ limit: 1, offset: 0, names: ['one'], total: 2 });
    expect(await paged({ limit: 100_000 })).toMatchObject({ limit: 1_000 });
    expect(await paged({ limit: 5, offset: 1 })).toMatchObject({ names: ['two'], total: 2 });
    expect(await paged({ offset: 9 })).toMatchObject({ limit: 100, names: [], total: 2 });
    for (const limit of [1.5, 'many', 1e308]) {
      const query = { limit } as Input<typeof keyPlans.list>['query']; // what a URL may hold
      expect((await app.as('superadmin').call(keyPlans.list, { query })).status).toBe(422);
    }
  });

  test('answers only those of one identity source on its own path', async ({ app }) => {
    const [hr, contractors] = [await aConnection(app), await aConnection(app)];
    const { name } = await aKeyPlan(app, { sources: [hr.id] });
    await aKeyPlan(app, { sources: [contractors.id] });
    const { call } = app.as('superadmin');
    const { body } = await call(enhancedKeyPlans.list, { params: { connection_id: hr.id }, query: {} });
    expect([body.keyplans.map((plan) => plan.name), body.total]).toEqual([[name], 1]);
    const unknown = await call(enhancedKeyPlans.list, { params: { connection_id: randomUUID() }, query: {} });
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'This identity source does not exist.']);
  });
});

test('POST on the path of an identity source creates a plan linked to it', async ({ app }) => {
  const { id: connection_id } = await aConnection(app, { name: 'HR list' });
  const body = { name: 'Linked', description: 'From the start' };
  const { call } = app.as('superadmin');
  const created = await call(enhancedKeyPlans.create, { params: { connection_id }, body });
  expect([created.status, created.body.iam_connections]).toEqual([201, [{ id: connection_id, name: 'HR list' }]]);
  const unknown = await call(enhancedKeyPlans.create, {
    params: { connection_id: randomUUID() },
    body: { ...body, name: 'Lost' },
  });
  expect(unknown.status).toBe(404);
  expect((await list(app)).names).toEqual(['Linked']);
});

describe('PATCH /key-plan/keyplans/:id', () => {
  test('renames, activates and moves to another zone; what is not named stays', async ({ app }) => {
    const { body: plan } = await create(app);
    expect((await change(app, plan.id, { is_active: true })).body).toMatchObject({
      name: 'Surgery',
      is_active: true,
      version: 2,
    });
    const { body } = await change(app, plan.id, { name: 'surgery', description: 'Less', time_zone: 'Europe/Paris' });
    expect(body).toMatchObject({ name: 'surgery', description: 'Less', time_zone: 'Europe/Paris', is_active: true });
  });

  test('refuses a version that is no longer the present one, a taken name, an empty change', async ({ app }) => {
    const { body: plan } = await create(app);
    await create(app, { name: 'Other' });
    await change(app, plan.id, { description: 'First' }, { 'if-match': '"1"' });
    const late = await change(app, plan.id, { description: 'Second' }, { 'if-match': '"1"' });
    expect([late.status, late.problem.code]).toEqual([412, 'version_conflict']);
    expect((await change(app, plan.id, { name: 'other' })).status).toBe(409);
    const nothing = await change(app, plan.id, {});
    expect([nothing.status, nothing.problem.detail]).toEqual([422, 'No valid fields provided for update.']);
    const { body } = await app.as('superadmin').call(keyPlans.get, { params: { id: plan.id } });
    expect(body).toMatchObject({ name: 'Surgery', description: 'First', version: 2 });
  });

  test('keeps why a plan is switched off, with its version and in the audit log', async ({ app }) => {
    const { body } = await create(app, { is_active: true });
    const reason = 'The building is sold';
    const off = await change(app, body.id, { is_active: false, reason });
    expect([off.status, off.body.is_active]).toEqual([200, false]);
    const versions = await app.as('superadmin').call(planVersions.list, { params: { keyplan_id: body.id }, query: {} });
    expect(versions.body.items.map((version) => version.reason)).toEqual([reason, null]);
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'key_plan.updated')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ after: { is_active: false }, reason });
    const nothing = await change(app, body.id, { reason });
    expect([nothing.status, nothing.problem.detail]).toEqual([422, 'No valid fields provided for update.']);
  });

  test('lets one of many win who change the same version at once', async ({ app }) => {
    const { body: plan } = await create(app);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        app
          .as('superadmin')
          .send(
            keyPlans.update,
            { params: { id: plan.id }, body: { description: `Version ${i}` } },
            { headers: { 'if-match': '"1"' } },
          ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });
});

describe('DELETE /key-plan/keyplans/:id', () => {
  test('refuses an active plan and says why', async ({ app }) => {
    const { id } = await aKeyPlan(app, { name: 'Night' });
    const { status, problem } = await remove(app, id);
    expect(status).toBe(409);
    expect(problem).toMatchObject({
      code: 'constraint_violation',
      success: false,
      error: 'constraint_violation',
      constraint_name: 'key_plan_active',
      related_records: { active_rules: 0 },
      message: "'Night' is active. Deactivate it and sync, so that what it grants is withdrawn; then delete it.",
    });
  });

  test('deletes an inactive one with its profiles and links', async ({ app }) => {
    const source = await aConnection(app);
    const system = await aKeySystem(app);
    const { id, name } = await aKeyPlan(app, { sources: [source.id], keySystems: [system.id], is_active: false });
    await aProfile(app, id);
    const { status, body } = await remove(app, id);
    expect([status, body]).toEqual([200, { success: true, message: `'${name}' was deleted.` }]);
    expect(await app.db.selectFrom('access_profile').selectAll().execute()).toEqual([]);
    for (const again of [await remove(app, id), await change(app, id, { name: 'Back' })]) {
      expect(again.status).toBe(404);
    }
  });
});
