import { iam, keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';

const unstorable = 'This holds a character that cannot be stored. Type it again.';

/** As it travels: no client of ours could write such a body. */
async function put({ url, as }: TestApp, path: string, body: string, method = 'PUT') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await as('superadmin').token()}` };
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, body });
  return { status: response.status, body: await response.json() };
}

const change = (app: TestApp, id: string, configuration_data: string) =>
  put(app, `/iam/connections/${id}`, `{"configuration_data":${configuration_data}}`);
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('configuration_data of an identity source', () => {
  test('is any JSON within its limits, shown as it was sent, in the list too', async ({ app }) => {
    const { id } = await aConnection(app);
    const configuration_data = { constructor: 'c', texts: ['\u00fc', '\u{1f511}'], deep: { none: null } };
    expect((await change(app, id, JSON.stringify(configuration_data))).status).toBe(200);
    const one = await app.as('superadmin').call(iam.get, { params: { id } });
    const list = await app.as('superadmin').call(iam.list, { query: {} });
    expect([one.body.configuration_data, list.body[0]?.configuration_data]).toEqual([
      configuration_data,
      configuration_data,
    ]);
  });

  for (const levels of [11, 7_000, 100_000]) {
    test(`is refused when it is ${levels} levels deep`, async ({ app }) => {
      const { id } = await aConnection(app);
      const { status, body } = await change(app, id, nested(levels));
      const path = `configuration_data.${'a.'.repeat(9)}a`;
      expect([status, body.errors]).toEqual([422, [{ path, message: 'At most 10 levels inside each other, please.' }]]);
    });
  }

  test('is refused when it is as large as a request may be', async ({ app }) => {
    const { id } = await aConnection(app);
    const { status, body } = await change(app, id, JSON.stringify({ text: 'x'.repeat(900_000) }));
    expect([status, body.detail]).toEqual([422, 'configuration_data: At most 16 KiB as JSON, please.']);
  });

  for (const half of ['\\ud83d', '\\udd11', '\\u0000']) {
    test(`names the place of what cannot be stored (${half})`, async ({ app }) => {
      const { id } = await aConnection(app);
      const value = await change(app, id, `{"list":[{"text":"a${half}b"}]}`);
      const errors = [{ path: 'configuration_data.list.0.text', message: unstorable }];
      expect([value.status, value.body.errors]).toEqual([422, errors]);
      const name = await change(app, id, `{"a${half}":1}`);
      expect([name.status, name.body.errors[0].message]).toEqual([422, unstorable]);
    });
  }

  test('cannot reach the prototype of anything', async ({ app }) => {
    const { id } = await aConnection(app);
    for (const value of [
      '{"__proto__":{"x":1}}',
      '{"a":{"__proto__":{"x":1}}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ]) {
      expect((await change(app, id, value)).status).toBe(400);
    }
    expect({}).not.toHaveProperty('x');
  });
});

describe('a text that no text is', () => {
  test.for<[string, string, (ids: { source: string; system: string }) => string, string]>([
    ['the column of a mapping', 'POST', ({ source }) => `/iam/config/${source}/mapping`, '{"external_id":"\\ud83d"}'],
    [
      'the column of a mapping, changed',
      'PUT',
      ({ source }) => `/iam/connections/${source}`,
      '{"mapping_config":{"external_id":"\\ud83d"}}',
    ],
    ['a description', 'PUT', ({ system }) => `/key-systems/connections/${system}`, '{"description":"a\\ud83d"}'],
    ['a contact', 'PUT', ({ source }) => `/iam/connections/${source}`, '{"admin_contact":"a\\u0000"}'],
    [
      'a reason',
      'POST',
      ({ system }) => `/key-systems/connections/${system}/accept-loss`,
      '{"list":"keys","gone":1,"listed":1,"reason":"abc\\ud83d"}',
    ],
    ['a reason to discard', 'POST', ({ source }) => `/change-sets/${source}/discard`, '{"reason":"abc\\ud83d"}'],
  ])('is refused as %s', async ([, method, path, body], { app }) => {
    const ids = { source: (await aConnection(app)).id, system: (await aKeySystem(app)).id };
    expect((await put(app, path(ids), body, method)).status).toBe(422);
  });
});

test('an address that signs in is refused and stored nowhere', async ({ app }) => {
  const { sandbox } = app;
  const body = {
    name: 'Head office',
    system_type: 'CLIQ_WEB_MANAGER',
    domain_name: sandbox.domain_name,
    client_certificate_bundle_pem_file: {
      name: 'client.pem',
      arrayBuffer: async () => new TextEncoder().encode(sandbox.client_certificate_bundle_pem).buffer,
    },
  };
  const create = (cliq_api_url: string) =>
    app.as('superadmin').call(keySystems.create, { body: { ...body, cliq_api_url } });
  const refused = await create(sandbox.cliq_api_url.replace('https://', 'HTTPS://ada:Quartz-Heron@'));
  expect([refused.status, refused.problem.errors]).toEqual([
    422,
    [
      {
        path: 'cliq_api_url',
        message: 'Leave user name and password out of the address. The client certificate signs in.',
      },
    ],
  ]);
  expect(refused.text).not.toContain('Quartz-Heron');
  const taken = await create(`${sandbox.cliq_api_url.replace('https', 'HTTPS')}/`);
  expect(taken.body.active_configuration.config_data.cliq_api_url).toBe(sandbox.cliq_api_url);
});
