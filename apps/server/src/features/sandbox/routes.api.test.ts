import { keySystems, sandbox } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { expect, test } from '#test/app';
import { aFile } from '#test/factories/iam';

test('GET /sandbox gives what the form needs, and nothing else', async ({ app }) => {
  const { status, body } = await app.as('superadmin').call(sandbox.get, {});
  expect(status).toBe(200);
  const { cliq_api_url, domain_name, client_certificate_bundle_pem: pem } = app.sandbox;
  expect(body).toEqual({
    key_system: { cliq_api_url, domain_name, client_certificate_bundle_pem: pem },
  });

  const form = { name: 'Tried', system_type: 'CLIQ_WEB_MANAGER', cliq_api_url, domain_name };
  const { call } = app.as('superadmin');
  const created = await call(keySystems.create, {
    body: { ...form, is_active: false, client_certificate_bundle_pem_file: aFile(pem, 'sandbox.pem') },
  });
  const tested = await call(keySystems.test, { params: { id: created.body.id } });
  expect(tested.body.status_message).toContain('sandbox');
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
