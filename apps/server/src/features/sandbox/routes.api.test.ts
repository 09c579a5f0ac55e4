import { keySystems, sandbox } from '@key2xs/contract';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { expect, test } from '#test/app';
import { aFile } from '#test/factories/iam';

test('GET /sandbox gives what the form needs, and nothing else', async ({ app }) => {
  const { status, body } = await app.as('superadmin').call(sandbox.get, {});
  expect(status).toBe(200);
  const { cliq_api_url, domain_name, client_certificate_bundle_pem: pem } = app.sandbox;
  const { tenant_id, login_url, graph_url, consent_url, certificate_p12 } = app.entra;
  const { client_id, secret: client_secret } = app.entra.own_application();
  expect(body).toEqual({
    key_system: { cliq_api_url, domain_name, client_certificate_bundle_pem: pem },
    entra_id: {
      tenant_id,
      client_id,
      client_secret,
      certificate_p12: certificate_p12.toString('base64'),
      certificate_pass_phrase: app.entra.certificate_p12_pass_phrase,
      login_url,
      graph_url,
      consent_url,
    },
  });

  const form = { name: 'Tried', system_type: 'CLIQ_WEB_MANAGER', cliq_api_url, domain_name };
  const { call } = app.as('superadmin');
  const created = await call(keySystems.create, {
    body: { ...form, is_active: false, client_certificate_bundle_pem_file: aFile(pem, 'sandbox.pem') },
  });
  const tested = await call(keySystems.test, { params: { id: created.body.id } });
  expect(tested.body.status_message).toContain('sandbox');
});

test('GET /sandbox says that there is no Microsoft Entra ID where it does not run', async ({ app }) => {
  const { entraSandbox: peer } = app.deps;
  onTestFinished(() => {
    app.deps.entraSandbox = peer;
  });
  app.deps.entraSandbox = undefined;
  const { body } = await app.as('superadmin').call(sandbox.get, {});
  expect(body).toEqual({ key_system: expect.anything(), entra_id: null });
});

test('the sandbox of Microsoft Entra ID may be called, as far as its address goes', async ({ app }) => {
  const origin = app.entra.graph_url;
  const dispatcher = app.deps.outbound.openHttps(origin, { cert: '', key: '', ca: [app.entra.authority_pem] });
  onTestFinished(() => dispatcher.close());
  const { statusCode } = await request(`${origin}/v1.0/organization`, { dispatcher });
  expect(statusCode).toBe(401);
});

test.for<[string, boolean, string]>([
  ['how to switch it on when it is off', false, 'The sandbox is off. Start with KEY2XS_SANDBOX=on to try the product'],
  ['that it could not be started', true, 'The sandbox could not be started. The log of the server says why.'],
])('GET /sandbox says %s', async ([, isSandboxOn, sentence], { app }) => {
  const { sandbox: peer, config } = app.deps;
  Object.assign(app.deps, { sandbox: undefined, config: { ...config, isSandboxOn } });
  onTestFinished(() => {
    Object.assign(app.deps, { sandbox: peer, config });
  });
  const { status, problem } = await app.as('superadmin').call(sandbox.get, {});
  expect([status, problem.detail]).toEqual([404, expect.stringContaining(sentence)]);
});
