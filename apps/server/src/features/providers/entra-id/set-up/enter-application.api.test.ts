import { randomUUID } from 'node:crypto';
import { entraSetup, iam } from '@key2xs/contract';
import { beforeEach, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSetup, secretsOf, until } from '#test/factories/entra';

beforeEach<{ app: TestApp }>(({ app }) => {
  app.entra.script();
});

describe('with an app registration of the tenant', () => {
  const enter = (app: TestApp, session: string, body: Record<string, unknown> = {}) => {
    const { client_id, secret: client_secret } = app.entra.own_application();
    const credential = 'certificate_file' in body ? {} : { client_secret };
    const all = { tenant_id: app.entra.tenant_id, client_id, ...credential, ...body };
    return app.as('superadmin').call(entraSetup.enter, { params: { session }, body: all });
  };
  const file = (bytes: Uint8Array<ArrayBuffer>, name = 'key2xs.pfx') => new File([bytes], name);

  test('connects with a secret, which no one gets to see', async ({ app }) => {
    const { session } = await aSetup(app);
    const { body: entered } = await enter(app, session);
    expect(entered).toMatchObject({ mode: 'own_app', consent_url: null });
    await until(app, session, 'ready');
    const { body } = await app.as('superadmin').call(entraSetup.complete, { params: { session }, body: {} });
    const stored = await app.db.selectFrom('source_credential').selectAll().executeTakeFirstOrThrow();
    expect([stored.connection_id, stored.kind, stored.state]).toEqual([body.connection_id, 'secret', 'active']);
    expect(await secretsOf(app)).toEqual([null, null]);
    const everything = JSON.stringify([body, await app.db.selectFrom('audit_event').select('details').execute()]);
    expect(everything).not.toContain(app.entra.own_application().secret);
  });

  test('names a wrong secret at once', async ({ app }) => {
    const { session } = await aSetup(app);
    await enter(app, session, { client_secret: 'not the right one' });
    const failed = await until(app, session, 'failed');
    expect(failed).toMatchObject({ error_code: 'secret_wrong', next_action: 'start_again' });
    expect(failed.message).toContain('Microsoft does not accept the client secret.');
    expect(await secretsOf(app)).toEqual([null, null]);
  });

  test.for<[string, Record<string, unknown>, string, string]>([
    ['the ID of a secret', { client_secret: randomUUID() }, 'client_secret', 'This is the ID of a secret.'],
    ['no secret', { client_secret: '' }, 'client_secret', 'Enter the value of the client secret.'],
    ['another tenant ID', { tenant_id: 'city.example' }, 'tenant_id', 'A GUID as'],
  ])('refuses %s', async ([, body, path, words], { app }) => {
    const { session } = await aSetup(app);
    const { status, problem } = await enter(app, session, body);
    expect(status).toBe(422);
    expect(problem.errors?.[0]).toEqual({ path, message: expect.stringContaining(words) });
  });

  test('connects with a certificate, and shows its public part for the portal', async ({ app }) => {
    const { session } = await aSetup(app);
    const certificate_file = file(new Uint8Array(app.entra.certificate_p12));
    const certificate_password = app.entra.certificate_p12_pass_phrase;
    const { body } = await enter(app, session, { certificate_file, certificate_password });
    expect(body.certificate?.public_pem).toContain('BEGIN CERTIFICATE');
    expect(body.certificate?.public_pem).not.toContain('PRIVATE');
    const ready = await until(app, session, 'ready', 'failed');
    expect(ready.status).toBe('ready');
    const { body: done } = await app.as('superadmin').call(entraSetup.complete, { params: { session }, body: {} });
    const params = { id: done.connection_id ?? '' };
    const { body: task } = await app.as('superadmin').call(iam.sync, { params, query: { dry_run: 'true' } });
    expect(await app.ended(task.task_id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'previewed' } });
  });

  test.for<[string, string, number, string]>([
    ['of another kind', 'key2xs.pem', 10, 'Only .pfx and .p12 files are supported'],
    ['that is too large', 'key2xs.p12', 20_481, 'Certificate file must be smaller than 20KB'],
    ['that is none', 'key2xs.p12', 20_480, ''],
  ])('refuses a file %s', async ([, name, bytes, words], { app }) => {
    const { session } = await aSetup(app);
    const certificate_file = file(new Uint8Array(bytes), name);
    const { status, problem } = await enter(app, session, {
      certificate_file,
      certificate_password: 'x',
    });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'certificate_file']);
    expect(problem.errors?.[0]?.message).toContain(words);
  });
});
