import { entraSetup } from '@key2xs/contract';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { expect, test } from '#test/app';
import { entraOf } from './create-entra';

test('the options of a set-up give what the form needs to try it, and nothing else', async ({ app }) => {
  const { body } = await app.as('superadmin').call(entraSetup.options, {});
  const { tenant_id, login_url, graph_url, consent_url, certificate_p12 } = app.entra;
  const { client_id, secret: client_secret } = app.entra.own_application();
  expect(body.sandbox).toEqual({
    tenant_id,
    client_id,
    client_secret,
    certificate_p12: certificate_p12.toString('base64'),
    certificate_pass_phrase: app.entra.certificate_p12_pass_phrase,
    login_url,
    graph_url,
    consent_url,
  });
});

test('they say that there is no sandbox where it does not run', async ({ app }) => {
  const driver = entraOf(app.deps);
  const { sandbox } = driver;
  onTestFinished(() => {
    driver.sandbox = sandbox;
  });
  driver.sandbox = undefined;
  expect((await app.as('superadmin').call(entraSetup.options, {})).body.sandbox).toBeNull();
});

test('the sandbox of Microsoft Entra ID may be called, as far as its address goes', async ({ app }) => {
  const origin = app.entra.graph_url;
  const dispatcher = app.deps.outbound.openHttps(origin, { cert: '', key: '', ca: [app.entra.authority_pem] });
  onTestFinished(() => dispatcher.close());
  const { statusCode } = await request(`${origin}/v1.0/organization`, { dispatcher });
  expect(statusCode).toBe(401);
});
