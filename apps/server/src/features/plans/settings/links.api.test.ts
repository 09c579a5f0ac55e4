import { randomUUID } from 'node:crypto';
import { keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';

const versionOf = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('key_plan').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

const plan = { name: 'City buildings', description: 'Who opens what' };

const kinds = [
  {
    kind: 'identity sources',
    list: keyPlans.listIamConnections,
    link: keyPlans.linkIamConnections,
    unlink: keyPlans.unlinkIamConnection,
    make: (app: TestApp, name: string) => aConnection(app, { name }),
    unknown: 'This identity source does not exist.',
  },
  {
    kind: 'key systems',
    list: keyPlans.listKeySystems,
    link: keyPlans.linkKeySystems,
    unlink: keyPlans.unlinkKeySystem,
    make: (app: TestApp, name: string) => aKeySystem(app, { name }),
    unknown: 'This key system does not exist.',
  },
];

describe.each(kinds)('links of a plan to $kind', ({ list, link, unlink, make, unknown }) => {
  test('are made, listed by name and taken away', async ({ app }) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    const { id: south } = await make(app, 'South');
    const { id: north } = await make(app, 'North');
    const { call } = app.as('superadmin');
    const both = {
      items: [
        { id: north, name: 'North' },
        { id: south, name: 'South' },
      ],
      total: 2,
    };
    const linked = await call(link, { params: { keyplan_id }, body: { connection_ids: [south, north, south] } });
    expect([linked.status, linked.body]).toEqual([200, both]);
    expect((await call(list, { params: { keyplan_id } })).body).toEqual(both);

    const params = { keyplan_id, connection_id: north };
    expect((await call(unlink, { params })).body).toEqual({ success: true });
    expect((await call(list, { params: { keyplan_id } })).body.items).toEqual([{ id: south, name: 'South' }]);
    expect((await call(unlink, { params })).status).toBe(404);
  });

  test('raise the version of the plan once, and not when they are there already', async ({ app }) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    const { id } = await make(app, 'North');
    const request = { params: { keyplan_id }, body: { connection_ids: [id] } };
    for (const version of [2, 2]) {
      expect((await app.as('superadmin').call(link, request)).body.total).toBe(1);
      expect(await versionOf(app, keyplan_id)).toBe(version);
    }
  });

  test('are not found for a plan or connection that is not there; none of several is made then', async ({ app }) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    const { id } = await make(app, 'North');
    const { call } = app.as('superadmin');
    const lost = await call(link, { params: { keyplan_id }, body: { connection_ids: [id, randomUUID()] } });
    expect([lost.status, lost.problem.detail]).toEqual([404, unknown]);
    expect((await call(list, { params: { keyplan_id } })).body.total).toBe(0);
    const noPlan = { params: { keyplan_id: randomUUID() }, body: { connection_ids: [id] } };
    expect((await call(link, noPlan)).status).toBe(404);
    expect((await call(list, noPlan)).status).toBe(404);
    expect((await call(unlink, { params: { ...noPlan.params, connection_id: id } })).status).toBe(404);
  });

  test('need at least one connection', async ({ app }) => {
    const { id: keyplan_id } = await aKeyPlan(app);
    const { status } = await app.as('superadmin').call(link, { params: { keyplan_id }, body: { connection_ids: [] } });
    expect(status).toBe(422);
  });
});

describe('links made with the plan', () => {
  test('are all there at once', async ({ app }) => {
    const [{ id: source }, { id: system }] = [await aConnection(app), await aKeySystem(app)];
    const links = { iam_connection_ids: [source, source], key_system_connection_ids: [system] };
    const { status, body } = await app.as('superadmin').call(keyPlans.create, { body: { ...plan, ...links } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ iam_connections: [{ id: source }], key_system_connections: [{ id: system }] });
  });

  test('leave no plan behind when one cannot be made', async ({ app }) => {
    const { id: source } = await aConnection(app);
    const links = { iam_connection_ids: [source], key_system_connection_ids: [randomUUID()] };
    const { status } = await app.as('superadmin').call(keyPlans.create, { body: { ...plan, ...links } });
    expect(status).toBe(404);
    expect(await app.db.selectFrom('key_plan').select('id').execute()).toEqual([]);
  });
});
