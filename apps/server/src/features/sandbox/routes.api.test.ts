import { keySystems, sandbox } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { expect, test } from '#test/app';
import { aFile } from '#test/factories/iam';

test('GET /sandbox gives what the form needs, and nothing else', async ({ app }) => {
  const { status, body } = await app.as('superadmin').call(sandbox.get, {});
  expect(status).toBe(200);
  const { cliq_api_url, domain_name, client_certificate_bundle_pem: pem } = app.sandbox;
  expect(body).toEqual({ key_system: { cliq_api_url, domain_name, client_certificate_bundle_pem: pem } });

  const form = { name: 'Tried', system_type: 'CLIQ_WEB_MANAGER', cliq_api_url, domain_name };
  const { call } = app.as('superadmin');
  const created = await call(keySystems.create, {
    body: { ...form, is_active: false, client_certificate_bundle_pem_file: aFile(pem, 'sandbox.pem') },
  });
  const tested = await call(keySystems.test, { params: { id: created.body.id } });
  expect(tested.body.status_message).toContain('sandbox');
});

test('GET /sandbox says how to switch it on when it is off', async ({ app }) => {
  const { sandbox: peer } = app.deps;
  app.deps.sandbox = undefined;
  onTestFinished(() => {
    app.deps.sandbox = peer;
  });
  const { status, problem } = await app.as('superadmin').call(sandbox.get, {});
  expect([status, problem.detail]).toEqual([
    404,
    'The sandbox is off. Start with KEY2XS_SANDBOX=on to try the product without hardware.',
  ]);
});
