import { randomUUID } from 'node:crypto';
import { keySystems } from '@key2xs/contract';
import { type CliqSandbox, startCliqSandbox } from '@key2xs/drivers/sandbox';
import { describe, onTestFinished } from 'vitest';
import { createOutbound } from '#platform/outbound';
import { createSecrets } from '#platform/secrets';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem } from '#test/factories/key-systems';

const probe = (app: TestApp, id: string) => app.as('superadmin').call(keySystems.test, { params: { id } });

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

const tasksOf = (app: TestApp, id: string) =>
  app.db.selectFrom('sync_task').selectAll().where('key_system_connection_id', '=', id).execute();

/** A success does not start reading the inventory. */
const alreadyRead = { inventory_read_at: new Date() };

/** Until the test has ended, connections to these places are allowed as if configured. */
function allow(app: TestApp, allowedHosts: string[]) {
  const { outbound } = app.deps;
  app.deps.outbound = createOutbound({ allowedHosts, ownAddresses: [] });
  onTestFinished(() => {
    app.deps.outbound = outbound;
  });
}

async function anotherSandbox(): Promise<CliqSandbox> {
  const sandbox = await startCliqSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

describe('POST /key-systems/connections/:id/test', () => {
  test('remembers that the key system answered', async ({ app }) => {
    const { id } = await aKeySystem(app, alreadyRead);
    const { status, body } = await probe(app, id);
    expect([status, body]).toEqual([
      200,
      { id, status: 'ACTIVE', status_message: 'CLIQ Web Manager sandbox 1.0 answered for the domain city.' },
    ]);
    expect(await get(app, id)).toMatchObject({
      status: 'ACTIVE',
      is_sandbox: true,
      error_message: null,
      last_successful_interaction: expect.any(String),
      version: 1,
    });
  });

  test('reads the inventory after the first success, and only then', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await probe(app, id);
    const [task] = await tasksOf(app, id);
    expect(task).toMatchObject({ kind: 'inventory' });
    expect(await app.ended(task?.id ?? '')).toMatchObject({ status: 'SUCCESS' });

    await probe(app, id);
    expect(await tasksOf(app, id)).toHaveLength(1);
  });

  test('is not held up by an inventory that is being read', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const { body } = await app.as('superadmin').call(keySystems.readInventory, { params: { id } });
    expect((await probe(app, id)).body.status).toBe('ACTIVE');
    await app.ended(body.task_id);
  });

  test('tests an inactive one without reading from it; DISABLED wins', async ({ app }) => {
    const { id } = await aKeySystem(app, { is_active: false });
    expect((await probe(app, id)).body).toMatchObject({
      status: 'DISABLED',
      status_message: expect.stringContaining('answered for the domain city'),
    });
    expect(await tasksOf(app, id)).toEqual([]);
  });

  test('is not found for an unknown id', async ({ app }) => {
    const { status, problem } = await probe(app, randomUUID());
    expect([status, problem.code]).toEqual([404, 'not_found']);
  });
});

describe('a key system that cannot be used', () => {
  const rejected =
    'The key system refused our client certificate. It closed the connection without an answer. ' +
    'Upload the certificate that was issued for this locking system.';
  const untrusted =
    'The certificate that the key system shows cannot be trusted. Its issuer is not known here. Check the endpoint ' +
    'URL, or upload a bundle that also holds the certificate of the authority that signed it.';
  const unknown =
    'The key system has no domain of that name. There is no domain village. Check the spelling of the domain name.';
  const withoutAuthority = (pem: string) => pem.slice(0, pem.lastIndexOf('-----BEGIN'));

  test.for<[string, (app: TestApp) => Parameters<typeof aKeySystem>[1], string]>([
    ['a wrong certificate', ({ sandbox }) => ({ bundle: sandbox.foreign_certificate_bundle_pem }), rejected],
    [
      'an unknown authority',
      (app) => ({ bundle: withoutAuthority(app.sandbox.client_certificate_bundle_pem) }),
      untrusted,
    ],
    ['an unknown domain', () => ({ domain_name: 'village' }), unknown],
  ])('is a result: %s', async ([, values, sentence], { app }) => {
    const { id } = await aKeySystem(app, values(app));
    const { status, body } = await probe(app, id);
    expect([status, body]).toEqual([200, { id, status: 'ERROR', status_message: sentence }]);
    expect(await get(app, id)).toMatchObject({
      status: 'ERROR',
      error_message: sentence,
      last_successful_interaction: null,
    });
    expect(await tasksOf(app, id)).toEqual([]);
  });

  test('nobody listens there', async ({ app }) => {
    const gone = await startCliqSandbox({ port: 0 });
    await gone.close();
    allow(app, ['127.0.0.1']);
    const { id } = await aKeySystem(app, { cliq_api_url: gone.cliq_api_url });
    expect((await probe(app, id)).body).toEqual({
      id,
      status: 'ERROR',
      status_message:
        'The key system cannot be reached. Check the endpoint URL, and whether this server may connect to it.',
    });
  });

  test('works again once it is mended', async ({ app }) => {
    const { id } = await aKeySystem(app, { domain_name: 'village', ...alreadyRead });
    await probe(app, id);
    await app.db.updateTable('key_system_connection').set({ domain_name: app.sandbox.domain_name }).execute();
    expect((await probe(app, id)).body.status).toBe('ACTIVE');
    expect(await get(app, id)).toMatchObject({ status: 'ACTIVE', error_message: null });
  });

  test('whose certificate was sealed with another key', async ({ app }) => {
    const sealed = createSecrets(Buffer.alloc(32, 7)).seal(app.sandbox.client_certificate_bundle_pem, randomUUID());
    const { id } = await aKeySystem(app, { certificate: { sealed } });
    const { status, body } = await probe(app, id);
    expect([status, body.status_message]).toEqual([
      200,
      'The stored client certificate cannot be read. This secret was sealed with another key. Put back the secret key of that time.',
    ]);
  });
});

describe('an address that is not public', () => {
  test('is refused, and named as what it is', async ({ app }) => {
    const { cliq_api_url, port } = await anotherSandbox();
    const { id } = await aKeySystem(app, { cliq_api_url });
    expect((await probe(app, id)).body).toEqual({
      id,
      status: 'ERROR',
      status_message:
        `This installation does not allow calls to that address. 127.0.0.1:${port} leads to a loopback address, which ` +
        'this server does not call. If it is your key system, have its host or network added to KEY2XS_ALLOWED_HOSTS. ' +
        'Check the endpoint URL.',
    });
  });

  test('is called once it is allowed', async ({ app }) => {
    const { cliq_api_url, port } = await anotherSandbox();
    allow(app, [`127.0.0.1:${port}`]);
    const { id } = await aKeySystem(app, { cliq_api_url, ...alreadyRead });
    expect((await probe(app, id)).body.status).toBe('ACTIVE');
  });

  test('is refused for this server itself', async ({ app }) => {
    const { id } = await aKeySystem(app, { cliq_api_url: app.url.replace('http:', 'https:') });
    expect((await probe(app, id)).body).toMatchObject({
      status: 'ERROR',
      status_message: expect.stringMatching(/^This installation does not allow calls to that address\./),
    });
  });
});
