import { randomUUID } from 'node:crypto';
import { clientCertificates, keySystems } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { blocksOf, bodyLines, infoOf } from '#test/factories/certificates';
import { aFile } from '#test/factories/iam';
import { aClientCertificate, aKeySystem, goWrong } from '#test/factories/key-systems';

const as = (app: TestApp) => app.as('superadmin');

const get = async (app: TestApp, id: string) => (await as(app).call(keySystems.get, { params: { id } })).body;

const add = (app: TestApp, id: string, files: ReturnType<typeof aFile>[], pass_phrase?: string) =>
  as(app).call(clientCertificates.add, {
    params: { id },
    body: { certificate_file: files, ...(pass_phrase !== undefined && { pass_phrase }) },
  });

const pem = (text: string) => [aFile(text, 'client.pem')];

/** A connection with the certificate of the sandbox and a second one that is as good. */
async function withStandby(app: TestApp, values: Parameters<typeof aKeySystem>[1] = {}) {
  const { client_certificate_bundle_pem: bundle, second_client_certificate_bundle_pem: second } = app.sandbox;
  const read = { inventory_read_at: new Date(), certificate: { info: infoOf(bundle) } };
  const { id } = await aKeySystem(app, { ...read, ...values });
  const standby = await aClientCertificate(app, id, { bundle: second, state: 'standby', info: infoOf(second) });
  const active = (await get(app, id)).active_configuration.id;
  return { id, active, standby };
}

const statesOf = async ({ db }: TestApp, connectionId: string) => {
  const rows = db.selectFrom('client_certificate').select(['id', 'state']).where('connection_id', '=', connectionId);
  return Object.fromEntries((await rows.execute()).map(({ id, state }) => [state, id]));
};

describe('POST /key-systems/connections/:id/certificates', () => {
  test('keeps a second certificate beside the active one, and calls nothing', async ({ app }) => {
    const { id } = await aKeySystem(app, { last_status: 'ACTIVE' });
    const before = await get(app, id);
    goWrong(app);
    const text = app.sandbox.second_client_certificate_bundle_pem;
    const { status, body } = await add(app, id, pem(text));
    expect(status).toBe(201);
    const { standby_certificate, ...rest } = body;
    expect(standby_certificate).toMatchObject({
      info: { ...JSON.parse(infoOf(text)), key_kind: 'RSA 2048' },
      last_test: null,
    });
    expect({ ...rest, standby_certificate: null }).toEqual(before);
    expect(app.sandbox.calls()).toEqual([]);

    const [event] = await app.db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(event?.details).toMatchObject({ subject: standby_certificate?.info.subject });
    for (const line of bodyLines(text)) expect(JSON.stringify(event)).not.toContain(line);
  });

  test('opens a PKCS#12 file with its pass phrase', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const files = [aFile(app.sandbox.client_certificate_p12, 'client.p12')];
    const path = 'pass_phrase';
    const missing = await add(app, id, files);
    expect([missing.status, missing.problem.errors]).toEqual([422, [{ path, message: missing.problem.detail }]]);
    const wrong = await add(app, id, files, 'another');
    expect(wrong.problem.errors).toEqual([{ path, message: expect.stringContaining('pass phrase does not open') }]);
    const { status, body } = await add(app, id, files, app.sandbox.client_certificate_p12_pass_phrase);
    expect([status, body.standby_certificate?.info.subject]).toEqual([201, expect.stringContaining('CN=Key2XS')]);
  });

  test('takes certificate and key as two files; whom the active one trusts stays trusted', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [certificate = '', key = ''] = blocksOf(app.sandbox.second_client_certificate_bundle_pem);
    const { status, body } = await add(app, id, [aFile(certificate, 'client.crt'), aFile(key, 'client.key')]);
    expect(status).toBe(201);
    const params = { id, certificate_id: body.standby_certificate?.id ?? '' };
    const tested = await as(app).call(clientCertificates.test, { params });
    expect(tested.body.steps.map(({ state }) => state)).toEqual(Array(7).fill('passed'));
    const added = app.db.selectFrom('audit_event').select('details').where('action', '=', 'client_certificate.added');
    expect((await added.execute()).map(({ details }) => details)).toEqual([
      expect.objectContaining({ trusts: 'whom the active certificate trusts' }),
    ]);
  });

  test('stands in for an active one that can no longer be read', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await app.db
      .updateTable('client_certificate')
      .set({ sealed: Buffer.from('damaged') })
      .execute();
    expect((await add(app, id, pem(app.sandbox.second_client_certificate_bundle_pem))).status).toBe(201);
  });

  test('trusts whom the upload names instead, when it names someone', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [another = ''] = blocksOf(app.sandbox.client_certificate_bundle_pem);
    const [certificate = '', key = ''] = blocksOf(app.sandbox.second_client_certificate_bundle_pem);
    const { body } = await add(app, id, pem(certificate + key + another));
    const params = { id, certificate_id: body.standby_certificate?.id ?? '' };
    const tested = await as(app).call(clientCertificates.test, { params });
    expect(tested.body).toMatchObject({ status: 'ERROR', status_message: expect.stringContaining('trust') });
  });

  test('says at the file what is wrong with it', async ({ app }) => {
    const { id } = await aKeySystem(app);
    for (const [text, message] of [
      ['not a certificate', /^The file cannot be read as a certificate or key\./],
      [
        app.sandbox.expired_client_certificate_bundle_pem,
        /^The client certificate expired on \d{4}-\d\d-\d\d\. Ask for a new one\.$/,
      ],
      [app.sandbox.future_client_certificate_bundle_pem, /^The client certificate is not valid before/],
    ] as const) {
      const { status, problem } = await add(app, id, pem(text));
      const errors = [{ path: 'certificate_file', message: problem.detail }];
      expect([status, problem.errors, problem.detail]).toEqual([422, errors, expect.stringMatching(message)]);
    }
    expect((await get(app, id)).standby_certificate).toBeNull();
  });

  test('refuses the active one, and a second standby', async ({ app }) => {
    const { id, standby } = await withStandby(app);
    const { sandbox } = app;
    for (const [text, sentence] of [
      [
        sandbox.client_certificate_bundle_pem,
        'This is the certificate that is active already. Upload the renewed one.',
      ],
      [
        sandbox.second_client_certificate_bundle_pem,
        'This certificate is the standby certificate already. Test it, then make it active.',
      ],
      [
        sandbox.foreign_certificate_bundle_pem,
        'There is a standby certificate already. Make it active or remove it first.',
      ],
    ] as const) {
      const { status, problem } = await add(app, id, pem(text));
      expect([status, problem.detail]).toEqual([409, sentence]);
    }
    expect((await statesOf(app, id)).standby).toBe(standby);
  });
});

describe('POST /key-systems/connections/:id/certificates/:certificate_id/test', () => {
  test('tries the standby and leaves the connection alone', async ({ app }) => {
    const broken = {
      last_status: 'ERROR',
      error_message: JSON.stringify(say('driver.timeout.what')),
      is_sandbox: false,
    };
    const { id, standby } = await withStandby(app, broken);
    const before = await get(app, id);
    const { body } = await as(app).call(clientCertificates.test, { params: { id, certificate_id: standby } });
    expect(body).toMatchObject({ id, status: 'ACTIVE', status_message: expect.stringContaining('answered for') });
    expect(body.steps.map(({ state }) => state)).toEqual(Array(7).fill('passed'));
    expect(body.steps[3]?.message).toContain('next');

    const { standby_certificate, ...rest } = await get(app, id);
    expect({ ...rest, standby_certificate: before.standby_certificate }).toEqual(before);
    expect(standby_certificate?.last_test).toMatchObject({
      certificate_id: standby,
      is_passed: true,
      steps: body.steps,
    });
    const progress = (certificate_id?: string) =>
      as(app).call(keySystems.testProgress, { params: { id }, query: { certificate_id } });
    expect((await progress(standby)).body.test).toEqual(standby_certificate?.last_test);
    expect((await progress()).body.test).toBeNull();
    expect((await progress(randomUUID())).status).toBe(404);
  });

  test('says what is wrong with it', async ({ app }) => {
    const { id } = await aKeySystem(app, { last_status: 'ACTIVE' });
    const bundle = app.sandbox.foreign_certificate_bundle_pem;
    const certificate_id = await aClientCertificate(app, id, { bundle, state: 'standby' });
    const { body } = await as(app).call(clientCertificates.test, { params: { id, certificate_id } });
    expect(body).toMatchObject({
      status: 'ERROR',
      status_message: expect.stringMatching(/^The key system refused our/),
    });
    expect(await get(app, id)).toMatchObject({
      status: 'ACTIVE',
      standby_certificate: { last_test: { is_passed: false } },
    });
  });
});

describe('POST /key-systems/connections/:id/certificates/:certificate_id/activate', () => {
  const activate = (app: TestApp, id: string, certificate_id: string) =>
    as(app).call(clientCertificates.activate, { params: { id, certificate_id } });
  const isUsable = async (app: TestApp, id: string) =>
    (await as(app).call(keySystems.test, { params: { id } })).body.steps.every(({ state }) => state === 'passed');

  test('swaps the two, and back again', async ({ app }) => {
    const { id, active, standby } = await withStandby(app, {
      last_status: 'ERROR',
      error_message: JSON.stringify(say('driver.timeout.what')),
    });
    await as(app).call(clientCertificates.test, { params: { id, certificate_id: standby } });
    const before = await get(app, id);
    const { body } = await activate(app, id, standby);
    expect(body).toMatchObject({
      status: 'CONFIGURED',
      error_message: null,
      active_configuration: { id: standby, config_data: { client_certificate_info: before.standby_certificate?.info } },
      standby_certificate: { id: active, info: before.active_configuration.config_data.client_certificate_info },
      last_test: before.standby_certificate?.last_test,
    });
    expect(await isUsable(app, id)).toBe(true);
    expect((await get(app, id)).status).toBe('ACTIVE');

    expect((await activate(app, id, active)).body.standby_certificate).toMatchObject({
      id: standby,
      last_test: { is_passed: true },
    });
    expect(await statesOf(app, id)).toEqual({ active, standby });
    expect(await isUsable(app, id)).toBe(true);
  });

  test('refuses one that has expired, and the active one', async ({ app }) => {
    const { id, active, standby } = await withStandby(app);
    const info = infoOf(app.sandbox.expired_client_certificate_bundle_pem);
    await app.db.updateTable('client_certificate').set({ info }).where('id', '=', standby).execute();
    const late = await activate(app, id, standby);
    expect([late.status, late.problem.detail]).toEqual([409, 'This certificate has expired. Upload the renewed one.']);
    const again = await activate(app, id, active);
    expect([again.status, again.problem.detail]).toEqual([409, 'This certificate is active already.']);
    expect(await statesOf(app, id)).toEqual({ active, standby });
  });

  test('ends consistent when several act at once', async ({ app }) => {
    const { id, active, standby } = await withStandby(app);
    const params = { id, certificate_id: standby };
    const { send } = as(app);
    const both = await Promise.all([
      send(clientCertificates.activate, { params }),
      send(clientCertificates.activate, { params }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statesOf(app, id)).toEqual({ active: standby, standby: active });

    const former = { params: { id, certificate_id: active } };
    const [activated, removed] = await Promise.all([
      send(clientCertificates.activate, former),
      send(clientCertificates.remove, former),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([activated.status, removed.status]);
    const left = activated.status === 200 ? { active, standby } : { active: standby };
    expect(await statesOf(app, id)).toEqual(left);
    expect(await isUsable(app, id)).toBe(true);
  });

  test('a test that it overtakes says nothing about the new one', async ({ app }) => {
    const { id, active, standby } = await withStandby(app);
    goWrong(app, { name: 'slow', amount: 2_000, first: 1 });
    const testing = as(app).send(keySystems.test, { params: { id } });
    await expect.poll(() => app.sandbox.calls().length).toBe(1);
    expect((await as(app).send(clientCertificates.activate, { params: { id, certificate_id: standby } })).status).toBe(
      200,
    );
    expect((await testing).body).toMatchObject({
      status: 'CONFIGURED',
      status_message: expect.stringContaining('answered'),
    });
    expect(await get(app, id)).toMatchObject({
      status: 'CONFIGURED',
      last_successful_interaction: null,
      last_test: null,
      standby_certificate: { id: active, last_test: { certificate_id: active, is_passed: true } },
    });
  });
});

describe('DELETE /key-systems/connections/:id/certificates/:certificate_id', () => {
  const remove = (app: TestApp, id: string, certificate_id: string) =>
    as(app).call(clientCertificates.remove, { params: { id, certificate_id } });

  test('removes the standby, never the active one', async ({ app }) => {
    const { id, active, standby } = await withStandby(app);
    const { status, problem } = await remove(app, id, active);
    const sentence = 'The active certificate stays. Make another one active first.';
    expect([status, problem.detail]).toEqual([409, sentence]);
    expect((await remove(app, id, standby)).body.standby_certificate).toBeNull();
    expect(await statesOf(app, id)).toEqual({ active });
  });
});

test('unknown connections and certificates are not found, nor those of others', async ({ app }) => {
  const { id } = await withStandby(app);
  const { standby: ofAnother } = await withStandby(app);
  const some = { id: randomUUID(), certificate_id: ofAnother };
  const { test: tryOut, activate, remove } = clientCertificates;
  for (const endpoint of [tryOut, activate, remove]) {
    for (const params of [some, { id, certificate_id: ofAnother }, { id, certificate_id: 'mine' }]) {
      const { status } = await as(app).call(endpoint, { params });
      expect([endpoint.path, status]).toEqual([endpoint.path, 404]);
    }
  }
  expect((await add(app, some.id, pem('anything'))).status).toBe(404);
});
