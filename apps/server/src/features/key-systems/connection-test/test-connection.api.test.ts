import { randomUUID } from 'node:crypto';
import { keySystems, timetables } from '@key2xs/contract';
import { type CliqSandbox, startCliqSandbox } from '@key2xs/drivers/sandbox';
import { describe, onTestFinished } from 'vitest';
import { createOutbound } from '#platform/network/outbound';
import { createSecrets } from '#platform/secrets/secrets';
import { expect, type TestApp, test } from '#test/app';
import { aConnectProxy, callThrough } from '#test/connect-proxy';
import { aKeySystem, disturb, goWrong } from '#test/factories/key-systems';

const probe = (app: TestApp, id: string) => app.as('superadmin').call(keySystems.test, { params: { id } });

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

const tasksOf = (app: TestApp, id: string) =>
  app.db.selectFrom('sync_task').selectAll().where('subject_id', '=', id).execute();

const inWords = (steps: readonly { name: string; state: string }[]) =>
  steps.map(({ name, state }) => `${name} ${state}`);

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
    const status_message = 'CLIQ Web Manager sandbox 1.0 answered for the domain city.';
    expect([status, body]).toEqual([200, { id, status: 'ACTIVE', status_message, steps: expect.any(Array) }]);
    expect(await get(app, id)).toMatchObject({
      status: 'ACTIVE',
      is_sandbox: true,
      error_message: null,
      last_test: { is_passed: true, status_message, steps: body.steps },
      capabilities: expect.arrayContaining(['write_persons', 'read_access_events']),
      last_successful_interaction: expect.any(String),
      version: 1,
    });
  });

  test('has a new key system read every hour once it has passed, and says so; not again after that', async ({
    app,
  }) => {
    const { id } = await aKeySystem(app, alreadyRead);
    const timetable = async () => (await app.as('superadmin').call(timetables.ofKeySystem, { params: { id } })).body;
    expect((await timetable()).sync_interval).toBe('disabled');
    await probe(app, id);
    const begun = await timetable();
    expect(begun).toMatchObject({ sync_interval: '1h', windows: [], state: 'scheduled', only_reads: true });
    expect(Date.parse(begun.next_run_at ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
    const tested = app.db.selectFrom('audit_event').select('details').where('target_id', '=', id);
    expect(await tested.execute()).toMatchObject([{ details: { sync_interval: '1h' } }]);
    const off = { sync_interval: 'disabled' } as const;
    await app.as('superadmin').call(timetables.changeOfKeySystem, { params: { id }, body: off });
    await probe(app, id);
    expect((await timetable()).sync_interval).toBe('disabled');
  });

  test('goes through seven steps and says what it found', async ({ app }) => {
    const { id } = await aKeySystem(app, alreadyRead);
    const { steps } = (await probe(app, id)).body;
    expect(steps.map(({ name, state, message }) => [name, state, message.split('.')[0]])).toEqual([
      ['resolve', 'passed', '127'],
      ['connect', 'passed', `A connection to 127`],
      ['server_certificate', 'passed', 'Its certificate is trusted'],
      ['client_certificate', 'passed', expect.stringMatching(/^Our certificate CN=Key2XS, .* is accepted$/)],
      ['domain', 'passed', 'The domain city is known'],
      ['services', 'passed', 'The query service and the service that writes answer'],
      ['read', 'passed', expect.stringMatching(/^A first read of persons took \d+ ms and brought \d+$/)],
    ]);
  });

  test('knows a key system that can only be read', async ({ app }) => {
    app.sandbox.offer('query_only');
    onTestFinished(() => app.sandbox.offer('full'));
    const { id } = await aKeySystem(app, alreadyRead);
    const { body } = await probe(app, id);
    expect([body.status, body.status_message]).toEqual([
      'ACTIVE',
      'CLIQ Web Manager query v2 answered for the domain city.',
    ]);
    const { capabilities } = await get(app, id);
    expect([...capabilities].sort()).toEqual(['read_access_events', 'read_keys', 'read_persons']);
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

  test('does not read from one that was deactivated while it was tested', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const called = new Promise<void>((resolve) => {
      disturb(app, () => {
        resolve();
        return { kind: 'delay', ms: 500 };
      });
    });
    const testing = app.as('superadmin').send(keySystems.test, { params: { id } });
    await called;
    await app.as('superadmin').send(keySystems.update, { params: { id }, body: { is_active: false } });
    expect((await testing).body.status).toBe('DISABLED');
    expect(await tasksOf(app, id)).toEqual([]);
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
    'The certificate that the key system shows cannot be trusted. Its issuer is not known here. If your organisation ' +
    'inspects TLS or has an authority of its own, have the certificate of that authority added to KEY2XS_CA_DIR on the server. ' +
    'Check the endpoint URL, or upload a bundle that also holds the certificate of the authority that signed it.';
  const unknown =
    'The key system has no domain of that name. There is no domain village. Check the spelling of the domain name.';
  const withoutAuthority = (pem: string) => pem.slice(0, pem.lastIndexOf('-----BEGIN'));

  test.for<[string, (app: TestApp) => Parameters<typeof aKeySystem>[1], string, string]>([
    [
      'a wrong certificate',
      ({ sandbox }) => ({ bundle: sandbox.foreign_certificate_bundle_pem }),
      rejected,
      'client_certificate',
    ],
    [
      'an unknown authority',
      (app) => ({ bundle: withoutAuthority(app.sandbox.client_certificate_bundle_pem) }),
      untrusted,
      'server_certificate',
    ],
    ['an unknown domain', () => ({ domain_name: 'village' }), unknown, 'domain'],
  ])('is a result: %s', async ([, values, sentence, step], { app }) => {
    const { id } = await aKeySystem(app, values(app));
    const { status, body } = await probe(app, id);
    expect([status, body]).toMatchObject([200, { id, status: 'ERROR', status_message: sentence }]);
    expect(inWords(body.steps)).toContain(`${step} failed`);
    expect(await get(app, id)).toMatchObject({
      status: 'ERROR',
      error_message: sentence,
      last_successful_interaction: null,
    });
    expect(await tasksOf(app, id)).toEqual([]);
  });

  test('the port is closed', async ({ app }) => {
    const gone = await startCliqSandbox({ port: 0 });
    await gone.close();
    allow(app, ['127.0.0.1']);
    const { id } = await aKeySystem(app, { cliq_api_url: gone.cliq_api_url });
    expect((await probe(app, id)).body).toMatchObject({
      id,
      status: 'ERROR',
      status_message:
        'The key system cannot be reached. Nothing accepts connections at that port. Check the endpoint URL, and whether this server may connect to it.',
    });
  });

  test('the proxy of the installation cannot connect, or wants a sign-in', async ({ app }) => {
    const { id } = await aKeySystem(app, { cliq_api_url: 'https://cwm.outside.test:8443' });
    const { proxy, port } = await aConnectProxy({ credentials: 'key2xs:right', status: 503 });
    callThrough(app, proxy('key2xs:right@'));
    const { steps, status_message } = (await probe(app, id)).body;
    expect(steps.slice(0, 2)).toMatchObject([
      {
        state: 'passed',
        message: `The way to cwm.outside.test:8443 leads through the proxy localhost:${port}, which finds its address. The proxy can be reached.`,
      },
      { state: 'failed', error_kind: 'unreachable', message: status_message },
    ]);
    expect(status_message).toContain(
      `localhost:${port} could not connect to cwm.outside.test:8443: it answered with HTTP status 503.`,
    );
    callThrough(app, proxy());
    expect((await probe(app, id)).body.status_message).toContain(
      'asks for a user and a password. Have them put into HTTPS_PROXY',
    );
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
    expect(inWords(body.steps)[3]).toBe('client_certificate failed');
    expect(body.steps.filter(({ state }) => state === 'skipped')).toHaveLength(6);
  });

  test('waits for its validation while an accepted certificate is told "not now", unless it had worked before', async ({
    app,
  }) => {
    const { id } = await aKeySystem(app);
    goWrong(app, { name: 'too_many_requests_retry_after', amount: 300 });
    expect((await probe(app, id)).body.status).toBe('PENDING_VALIDATION');
    expect(await get(app, id)).toMatchObject({ status: 'PENDING_VALIDATION', last_successful_interaction: null });
    expect(await tasksOf(app, id)).toEqual([]);

    const worked = { last_successful_interaction: new Date() };
    await app.db.updateTable('key_system_connection').set(worked).execute();
    expect((await probe(app, id)).body.status).toBe('ERROR');
  });
});

describe('an address that is not public', () => {
  test('is refused, and named as what it is', async ({ app }) => {
    const { cliq_api_url, port } = await anotherSandbox();
    const { id } = await aKeySystem(app, { cliq_api_url });
    expect((await probe(app, id)).body).toMatchObject({
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
