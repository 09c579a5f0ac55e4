import { randomUUID } from 'node:crypto';
import { type Endpoint, type Input, iam } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, upload } from '#test/factories/iam';
import { aPerson } from '#test/factories/people';

const visible = 'A name needs at least one visible character.';

type Headers = Record<string, string>;
const create = (app: TestApp, body: Input<typeof iam.create>['body']) =>
  app.as('superadmin').call(iam.create, { body });
const update = (app: TestApp, id: string, body: Input<typeof iam.update>['body'], headers: Headers = {}) =>
  app.as('superadmin').call(iam.update, { params: { id }, body }, { headers });
const get = (app: TestApp, id: string) => app.as('superadmin').call(iam.get, { params: { id } });
const remove = (app: TestApp, id: string, headers: Headers = {}) =>
  app.as('superadmin').call(iam.remove, { params: { id } }, { headers });

async function aKeyPlanOver({ db }: TestApp, connection_id: string): Promise<void> {
  const keyplan_id = randomUUID();
  await db.insertInto('key_plan').values({ id: keyplan_id, name: 'Plan', description: '' }).execute();
  await db.insertInto('key_plan_iam_connection').values({ keyplan_id, connection_id }).execute();
}

describe('POST /iam/connections', () => {
  test('adds a source that has read nothing yet', async ({ app }) => {
    const { status, body, headers } = await create(app, { name: '  Head office_1-a ', provider: 'csv' });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({ name: 'Head office_1-a', is_active: true, sync_interval: 'disabled', version: 1 });
    expect(body).toMatchObject({ description: null, mapping_config: {}, people: 0, last_read_at: null });
    expect((await get(app, body.id)).body).toEqual(body);
  });

  const wrongNames: [name: string, message: string][] = [
    ['', visible],
    ['  \u200b  ', visible],
    ['x'.repeat(101), 'At most 100 characters, please.'],
    ['Head\noffice', 'Remove line breaks, control characters and text-direction marks.'],
  ];
  for (const [name, message] of wrongNames) {
    test(`refuses the name ${JSON.stringify(name.slice(0, 30))}`, async ({ app }) => {
      const { status, problem } = await create(app, { name, provider: 'csv' });
      expect([status, problem.code]).toEqual([422, 'validation_failed']);
      expect(problem.errors).toEqual([{ path: 'name', message }]);
    });
  }

  for (const name of ['A', '总部', 'x'.repeat(100), 'A-1_b 2', 'Zürich', 'Head.office', "'; drop table person"]) {
    test(`takes the name ${name.slice(0, 30)}`, async ({ app }) => {
      expect((await create(app, { name, provider: 'csv' })).status).toBe(201);
    });
  }

  test('takes the two objects that a source consists of', async ({ app }) => {
    const objects = { configuration_data: { site: 'north' }, mapping_config: { external_id: 'No.' } };
    const { body } = await create(app, { name: 'Head office', provider: 'csv', ...objects });
    expect((await get(app, body.id)).body).toMatchObject(objects);
  });

  test('refuses a name that is taken, whatever its case', async ({ app }) => {
    await aConnection(app, { name: 'Head office' });
    const { status, problem } = await create(app, { name: 'HEAD OFFICE', provider: 'csv' });
    expect([status, problem.code]).toEqual([409, 'conflict']);
    expect(problem.detail).toBe("There is an identity source called 'HEAD OFFICE' already.");
  });

  test('lets one of several equal names through when all come at once', async ({ app }) => {
    const body = { name: 'Head office', provider: 'csv' } as const;
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.as('superadmin').send(iam.create, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('GET /iam/connections', () => {
  test('is a bare array by name, without regard to case', async ({ app }) => {
    for (const name of ['beta', 'Alpha', 'Gamma']) await aConnection(app, { name });
    const { body } = await app.as('subadmin').call(iam.list, { query: {} });
    expect(body.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Gamma']);
    const second = await app.as('subadmin').call(iam.list, { query: { page: 1, size: 2 } });
    expect(second.body.map(({ name }) => name)).toEqual(['Gamma']);
  });

  test('counts active people only', async ({ app }) => {
    const { id } = await aConnection(app);
    await aPerson(app, { connection_id: id });
    await aPerson(app, { connection_id: id, active: false });
    expect((await get(app, id)).body.people).toBe(1);
  });
});

describe('GET /iam/status', () => {
  test('says whether there is a source', async ({ app }) => {
    const before = await app.as('subadmin').call(iam.status, {});
    expect(before.body).toEqual({ is_connected: false, iam_configured: false, connections: 0 });
    await aConnection(app);
    const after = await app.as('subadmin').call(iam.status, {});
    expect(after.body).toEqual({ is_connected: true, iam_configured: true, connections: 1 });
  });
});

describe('PUT /iam/connections/:id', () => {
  test('changes what is sent and leaves the rest', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office', description: 'All staff' });
    const { body, headers } = await update(app, id, { is_active: false, admin_contact: 'it@acme.example' });
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({ name: 'Head office', description: 'All staff', is_active: false, version: 2 });
    expect((await update(app, id, { admin_contact: null })).body).toMatchObject({ admin_contact: null, version: 3 });
  });

  test('stores the two objects', async ({ app }) => {
    const { id } = await aConnection(app);
    const objects = { configuration_data: { nested: [1, 'ü'] }, mapping_config: { external_id: 'No.' } };
    expect((await update(app, id, objects)).body).toMatchObject(objects);
  });

  test('takes no field that the specification does not name', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, problem } = await update(app, id, { grace_days: 7 } as object);
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'grace_days']);
  });

  test('refuses an empty change', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, problem } = await update(app, id, {});
    expect([status, problem.detail]).toEqual([422, 'No valid fields provided for update.']);
  });

  test('keeps its own name, but takes no other’s', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office' });
    await aConnection(app, { name: 'Branch' });
    expect((await update(app, id, { name: 'HEAD office' })).status).toBe(200);
    expect((await update(app, id, { name: 'branch' })).problem.code).toBe('conflict');
  });

  test('goes through when If-Match names the present version, weak or strong', async ({ app }) => {
    const { id } = await aConnection(app);
    expect((await update(app, id, { is_active: false }, { 'if-match': '"1"' })).body.version).toBe(2);
    expect((await update(app, id, { is_active: true }, { 'if-match': 'W/"2"' })).body.version).toBe(3);
  });

  test('changes nothing when If-Match names another version', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office' });
    await update(app, id, { description: 'Changed by someone else' });
    const { status, problem } = await update(app, id, { name: 'Mine' }, { 'if-match': '"1"' });
    expect([status, problem.code]).toEqual([412, 'version_conflict']);
    expect((await get(app, id)).body).toMatchObject({ name: 'Head office', version: 2 });
  });

  test('changes nothing when If-Match is no version at all', async ({ app }) => {
    const { id } = await aConnection(app);
    expect((await update(app, id, { description: 'x' }, { 'if-match': '"abc"' })).status).toBe(412);
    expect((await update(app, id, { description: 'x' }, { 'if-match': '*' })).body.version).toBe(2);
  });

  test('lets one of several changes of one version through', async ({ app }) => {
    const { id } = await aConnection(app);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((description) =>
        app
          .as('superadmin')
          .send(iam.update, { params: { id }, body: { description } }, { headers: { 'if-match': '"1"' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe('DELETE /iam/connections/:id', () => {
  test('removes a source with its staff lists', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office' });
    await upload(app, id, 'external_id\nE1');
    const { status, body } = await remove(app, id);
    expect([status, body]).toEqual([200, { success: true, message: "'Head office' was removed." }]);
    expect((await get(app, id)).status).toBe(404);
    expect(await app.db.selectFrom('staff_list_chunk').select('ordinal').execute()).toEqual([]);
  });

  test('says in numbers what stands in the way', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office' });
    await aPerson(app, { connection_id: id });
    await aPerson(app, { connection_id: id, active: false });
    await aKeyPlanOver(app, id);
    const { status, problem } = await remove(app, id);
    expect([status, problem.code]).toEqual([409, 'constraint_violation']);
    expect(problem).toMatchObject({
      success: false,
      error: 'constraint_violation',
      message: "'Head office' is still used. Remove what uses it first, or deactivate it.",
      constraint_name: 'iam_connection_in_use',
      related_records: { people: 2, key_plans: 1 },
      details: 'People stay for the history of their access.',
    });
    expect((await get(app, id)).status).toBe(200);
  });

  test('leaves alone what someone else has changed since', async ({ app }) => {
    const { id } = await aConnection(app);
    await update(app, id, { description: 'Still needed' });
    expect((await remove(app, id, { 'if-match': '"1"' })).problem.code).toBe('version_conflict');
    expect((await remove(app, id, { 'if-match': '"2"' })).status).toBe(200);
  });
});

// Whatever a path names has to exist; an id that is no id names nothing.
describe.each(
  Object.entries(iam as Record<string, Endpoint>)
    .filter(([, { path }]) => path.includes(':'))
    .map(([name, endpoint]) => ({ name, endpoint })),
)('$name', ({ endpoint }) => {
  const input = {
    mapping: { external_id: 'id' },
    file: { name: 'x.csv', arrayBuffer: async () => new TextEncoder().encode('id\n1').buffer },
  };
  const bodies: Record<string, unknown> = {
    '/iam/connections/:id/staff-lists': { file: input.file },
    '/iam/connections/:id/mapping/preview': { mapping: input.mapping },
    '/iam/config/:id/mapping': input.mapping,
    '/iam/connections/:id': { description: 'x' },
    '/iam/connections/:id/grace': { grace_days: 7 },
  };

  for (const id of [randomUUID(), 'no-id']) {
    test(`is not found for ${id === 'no-id' ? id : 'an unknown id'}`, async ({ app }) => {
      const call = { params: { id, user_id: randomUUID() }, body: bodies[endpoint.path] } as never; // what each of them takes
      const { status, problem } = await app.as('superadmin').call(endpoint, call);
      expect([status, problem.code]).toEqual([404, 'not_found']);
    });
  }
});

describe('the configuration of a called source', () => {
  const tenant_id = '11111111-2222-3333-4444-555555555555';
  const stored = { mode: 'own_app', tenant_id, client_id: tenant_id, read_groups: true };
  const anEntra = (app: TestApp) =>
    aConnection(app, { provider: 'entra_id', configuration_data: JSON.stringify(stored) });
  const configure = (app: TestApp, id: string, configuration_data: Record<string, unknown>) =>
    app.as('superadmin').call(iam.update, { params: { id }, body: { configuration_data } });

  const foreign = { login: 'https://login.example', graph: 'https://graph.example' };
  const onlyForSandbox = 'Other addresses of Microsoft Graph are for the sandbox only. Remove them.';

  test('takes no foreign addresses of a new one, and those of the sandbox', async ({ app }) => {
    const create = (name: string, endpoints: object) =>
      app.as('superadmin').call(iam.create, {
        body: { name, provider: 'entra_id', configuration_data: { ...stored, endpoints } },
      });
    const { status, problem } = await create('City directory', foreign);
    expect([status, problem.errors]).toEqual([
      422,
      [{ path: 'configuration_data.endpoints', message: onlyForSandbox }],
    ]);
    const { login_url: login, graph_url: graph } = app.entra;
    expect((await create('City directory', { login, graph })).status).toBe(201);
  });

  test('takes nothing unknown of a new one', async ({ app }) => {
    const configuration_data = { ...stored, a: 1 };
    const body = { name: 'City directory', provider: 'entra_id', configuration_data } as const;
    const { status, problem } = await app.as('superadmin').call(iam.create, { body });
    expect([status, problem.errors]).toEqual([422, [{ path: 'configuration_data', message: 'Not known here: a' }]]);
  });

  test('keeps what is not sent', async ({ app }) => {
    const { id } = await anEntra(app);
    const { body } = await configure(app, id, { read_groups: false });
    expect(body.configuration_data).toEqual({ ...stored, read_groups: false });
  });

  test.for<[Record<string, unknown>, string, string]>([
    [{ a: 1 }, 'configuration_data', 'Not known here: a'],
    [{ tenant_id: 'city' }, 'configuration_data.tenant_id', 'This is not written as it should be.'],
    [{ mode: 'none' }, 'configuration_data.mode', 'This is not as it should be.'],
    [{ endpoints: foreign }, 'configuration_data.endpoints', onlyForSandbox],
  ])('refuses %j and stays as it is', async ([sent, path, message], { app }) => {
    const { id } = await anEntra(app);
    const { status, problem } = await configure(app, id, sent);
    expect([status, problem.errors]).toEqual([422, [{ path, message }]]);
    const { body } = await app.as('superadmin').call(iam.get, { params: { id } });
    expect(body.configuration_data).toEqual(stored);
  });
});
