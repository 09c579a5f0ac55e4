import { createPrivateKey } from 'node:crypto';
import { clientCertificates, type Input, keySystems, maxBundleBytes } from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHostilePkcs12, blocksOf } from '#test/factories/certificates';
import { aFile } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';

type Body = Input<typeof keySystems.create>['body'];

const aBody = ({ sandbox }: TestApp, values: Partial<Body> = {}): Body => ({
  name: 'Head office',
  system_type: 'cliq_web_manager',
  cliq_api_url: sandbox.cliq_api_url,
  domain_name: sandbox.domain_name,
  client_certificate_bundle_pem_file: aFile(sandbox.client_certificate_bundle_pem, 'client.pem'),
  ...values,
});

const create = (app: TestApp, values?: Partial<Body>) =>
  app.as('superadmin').call(keySystems.create, { body: aBody(app, values) });

const passPhrase = 'Quartz-Heron-7719';

const protect = (key: string) =>
  createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: passPhrase })
    .toString();

describe('POST /key-systems/connections', () => {
  test('stores a connection that has never been called', async ({ app }) => {
    const { status, body } = await create(app, { description: 'All houses' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Head office',
      system_type: 'CLIQ_WEB_MANAGER',
      description: 'All houses',
      status: 'PENDING_VALIDATION',
      is_active: true,
      is_sandbox: false,
      error_message: null,
      last_successful_interaction: null,
      cylinders: 0,
      version: 1,
    });
    const { cliq_api_url, domain_name, client_certificate_info } = body.active_configuration.config_data;
    expect([cliq_api_url, domain_name]).toEqual([app.sandbox.cliq_api_url, app.sandbox.domain_name]);
    expect(client_certificate_info?.subject).toContain('CN=Key2XS');
    expect(client_certificate_info?.issuer).toContain('CN=Sandbox authority');
    expect(client_certificate_info?.fingerprint_sha256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(app.sandbox.inspect().writes).toBe(0);
  });

  test('takes the activity as a form sends it', async ({ app }) => {
    const { body } = await create(app, { is_active: false });
    expect([body.is_active, body.status]).toEqual([false, 'DISABLED']);
  });

  test.for<[string, Partial<Body>, string]>([
    ['cliq_api_url', { cliq_api_url: 'not an address' }, 'Invalid URL format.'],
    ['cliq_api_url', { cliq_api_url: 'http://keys.example' }, 'Invalid URL format.'],
    ['cliq_api_url', { cliq_api_url: 'javascript:alert(1)' }, 'Invalid URL format.'],
    ['domain_name', { domain_name: '  ' }, 'Domain Name is required for CLIQ Web Manager.'],
  ])('names %s when it is %o', async ([path, values, message], { app }) => {
    const { status, problem } = await create(app, values);
    expect([status, problem.errors]).toEqual([422, [{ path, message }]]);
  });

  for (const [field, message] of [
    ['name', 'Connection name is required.'],
    ['cliq_api_url', 'Endpoint URL is required.'],
    ['domain_name', 'Domain Name is required for CLIQ Web Manager.'],
  ] as const) {
    test(`asks for ${field}`, async ({ app }) => {
      const { [field]: _, ...body } = aBody(app);
      const { status, problem } = await app.as('superadmin').call(keySystems.create, { body: body as Body }); // a form without one field
      expect([status, problem.errors]).toEqual([422, [{ path: field, message }]]);
    });
  }

  test('is pending without a certificate until one is added', async ({ app }) => {
    const { client_certificate_bundle_pem_file: file, ...body } = aBody(app);
    const { body: created } = await app.as('superadmin').call(keySystems.create, { body });
    const params = { id: created.id };
    expect(created).toMatchObject({ status: 'PENDING_VALIDATION', last_test: null });
    if (!file) throw new Error('aBody has a file');
    const certificate = { certificate_file: file };
    const { body: added } = await app.as('superadmin').call(clientCertificates.add, { params, body: certificate });
    expect(added).toMatchObject({ status: 'CONFIGURED', standby_certificate: null });
    expect((await app.as('superadmin').call(keySystems.test, { params })).body.status).toBe('ACTIVE');
  });

  test('reads nothing without a certificate and stays pending', async ({ app }) => {
    const { client_certificate_bundle_pem_file: _, ...body } = aBody(app);
    const { id } = (await app.as('superadmin').call(keySystems.create, { body })).body;
    const { body: task } = await app.as('superadmin').call(keySystems.readInventory, { params: { id } });
    const error = expect.stringContaining('No client certificate has been uploaded yet.');
    expect(await app.ended(task.task_id)).toMatchObject({ status: 'FAILURE', error });
    expect((await app.as('superadmin').call(keySystems.get, { params: { id } })).body.status).toBe(
      'PENDING_VALIDATION',
    );
  });

  test('says what is wrong with a bundle', async ({ app }) => {
    const [certificate = '', key = '', authority = ''] = blocksOf(app.sandbox.client_certificate_bundle_pem);
    const [, strangersKey = ''] = blocksOf(app.sandbox.foreign_certificate_bundle_pem);
    const refused = [
      [certificate + authority, /^There is no private key/],
      [key, /^There is no certificate/],
      ['', /^The file is empty\./],
      ['%PDF-1.7 \0\xff', /^The file cannot be read as a certificate or key\./],
      [certificate + strangersKey, /^The private key does not belong to the certificate\./],
      [certificate + key + strangersKey, /^There is more than one private key/],
      [certificate.replace(/\n.{20}/, '\n') + key, /^A certificate in the file is damaged/],
      [certificate + key.replace(/\n.{20}/, '\n'), /^The private key is damaged/],
      [certificate + key.slice(0, 200), /^The file breaks off before its end\./],
    ] as const;
    for (const [pem, message] of refused) {
      const { status, problem } = await create(app, { client_certificate_bundle_pem_file: aFile(pem, 'client.pem') });
      expect(problem.detail).toMatch(message);
      const errors = [{ path: 'client_certificate_bundle_pem_file', message: problem.detail }];
      expect([status, problem.errors]).toEqual([422, errors]);
    }
  });

  test('takes certificate and protected key as two files, with the pass phrase', async ({ app }) => {
    const [certificate = '', key = '', authority = ''] = blocksOf(app.sandbox.client_certificate_bundle_pem);
    const files = [aFile(certificate + authority, 'client.crt'), aFile(protect(key), 'client.key')];
    const upload = (values: Partial<Body>) => create(app, { client_certificate_bundle_pem_file: files, ...values });
    const path = 'client_certificate_pass_phrase';
    const missing = await upload({});
    expect(missing.problem.errors).toEqual([{ path, message: expect.stringMatching(/^client.key: The file is prot/) }]);
    const wrong = await upload({ client_certificate_pass_phrase: 'another' });
    expect(wrong.problem.errors).toEqual([{ path, message: expect.stringMatching(/The pass phrase does not open/) }]);
    const { status, body } = await upload({ client_certificate_pass_phrase: passPhrase });
    expect([status, body.active_configuration.config_data.client_certificate_info?.key_kind]).toEqual([
      201,
      'RSA 2048',
    ]);
  });

  test('refuses to open what would take too long', async ({ app }) => {
    const bytes = aHostilePkcs12(20_000_000);
    const file = { name: 'client.p12', arrayBuffer: async () => bytes.buffer };
    const { status, problem } = await create(app, { client_certificate_bundle_pem_file: file });
    expect([status, problem.detail]).toEqual([422, expect.stringMatching(/^Opening the file would take too long/)]);
  });

  test('refuses a certificate outside its time', async ({ app }) => {
    const { clock } = app.deps;
    app.deps.clock = () => new Date(clock().getTime() - 2 * 24 * 60 * 60 * 1_000);
    onTestFinished(() => {
      app.deps.clock = clock;
    });
    const { status, problem } = await create(app);
    expect(status).toBe(422);
    expect(problem.detail).toMatch(/^The client certificate is not valid before \d{4}-\d\d-\d\d\./);
  });

  test('refuses a file that is too large', async ({ app }) => {
    const file = aFile(`${app.sandbox.client_certificate_bundle_pem}${'#'.repeat(maxBundleBytes)}`, 'client.pem');
    const { status, problem } = await create(app, { client_certificate_bundle_pem_file: file });
    expect([status, problem.detail]).toEqual([413, 'The file is larger than 0.25 MiB.']);
  });

  test('refuses a name that is taken, whatever its case', async ({ app }) => {
    await aKeySystem(app, { name: 'HEAD OFFICE' });
    const { status, problem } = await create(app);
    expect([status, problem.detail]).toEqual([409, "There is a key system called 'Head office' already."]);
  });

  test('refuses fields it does not know', async ({ app }) => {
    const { status, problem } = await create(app, { last_status: 'ACTIVE' } as Partial<Body>);
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'last_status']);
  });
});
