import { iam, overview, sourceCredentials, sourceEvents, sourceHealth, sourceWebhooks } from '@key2xs/contract';
import { pullSourceJob } from '#features/source-webhooks/job-name';
import { keepSubscriptions } from '#features/source-webhooks/keep-subscriptions';
import { expect, type TestApp, test } from '#test/app';
import { readIn } from '#test/factories/called-sources';
import { forgetChanges, pullNow } from '#test/factories/notifying-sources';
import { kindOfJob, startWorker } from '#test/run-jobs';

/** A connection to the sandbox of Entra ID, by its own application and secret. */
async function anEntra(app: TestApp): Promise<string> {
  app.deps.config.port = Number(new URL(app.url).port);
  const { tenant_id, login_url: login, graph_url: graph, authority_pem: certificate_authority_pem } = app.entra;
  const { client_id, secret } = app.entra.own_application();
  const { call } = app.as('superadmin');
  const endpoints = { login, graph, certificate_authority_pem };
  const { body } = await call(iam.create, {
    body: {
      name: 'City directory',
      provider: 'entra_id',
      configuration_data: { mode: 'own_app', tenant_id, client_id, read_groups: true, endpoints },
      mapping_config: { external_id: 'id', display_name: 'displayName', department: 'department' },
    },
  });
  await call(sourceCredentials.addSecret, { params: { id: body.id }, body: { secret } });
  return body.id;
}

const departmentOf = async ({ db }: TestApp, external_id: string) =>
  (await db.selectFrom('person').select('department').where('external_id', '=', external_id).executeTakeFirst())
    ?.department;

test('a change in Entra ID is a change here within seconds, told by itself and read there', async ({ app }) => {
  const id = await anEntra(app);
  const { call } = app.as('superadmin');
  expect((await readIn(app, id)).status).toBe('SUCCESS');
  await call(sourceWebhooks.switchOn, { params: { id } });
  await keepSubscriptions(app.deps);
  const { body: webhook } = await call(sourceWebhooks.get, { params: { id } });
  expect([webhook.state, webhook.message]).toEqual(['active', expect.stringContaining('read at once')]);
  await forgetChanges(app);

  const known = await app.db.selectFrom('person').select('external_id').where('active', '=', true).executeTakeFirst();
  const person = known?.external_id ?? '';
  startWorker(app, kindOfJob(app, pullSourceJob));
  await app.entra.act('change-person', { person, property: 'department', value: 'Lighthouse' });
  // Well before deliveries that are gathered would begin a run.
  await expect.poll(() => departmentOf(app, person), { interval: 50 }).toBe('Lighthouse');

  const { body: metrics } = await call(sourceHealth.metrics, { params: { id }, query: {} });
  expect(metrics.usageData.requests).toBeGreaterThan(3);
  expect(metrics.usageData.objects).toBeGreaterThan(500);
  expect(metrics.responseTimes.p50).toBeGreaterThan(0);
  const { body: status } = await call(sourceHealth.pollingStatus, { params: { id } });
  expect(status).toMatchObject({ mode: 'webhook', credential: { type: 'secret' }, consecutive_failures: 0 });
});

test('no source is read because it reports changes before a person has had it imported; the change is kept', async ({
  app,
}) => {
  const id = await anEntra(app);
  await app.as('superadmin').call(sourceWebhooks.switchOn, { params: { id } });
  await keepSubscriptions(app.deps);

  expect(await pullNow(app, id)).toBe(false);
  const { body: webhook } = await app.as('superadmin').call(sourceWebhooks.get, { params: { id } });
  expect(webhook.message).toBe('The source reports changes. They are read once the first import has been applied.');
  const { body: status } = await app.as('superadmin').call(sourceHealth.pollingStatus, { params: { id } });
  expect([status.is_imported, status.message]).toEqual([false, expect.stringContaining('Preview the changes')]);
  expect(await app.db.selectFrom('person').select('id').where('connection_id', '=', id).execute()).toEqual([]);
  expect(await app.db.selectFrom('source_nudge').select('id').where('connection_id', '=', id).execute()).toHaveLength(
    2,
  );

  expect((await readIn(app, id)).status).toBe('SUCCESS');
  expect(await pullNow(app, id)).toBe(true);
});

test('the connection is gone through layer by layer, and a refused secret is named and not hammered', async ({
  app,
}) => {
  const id = await anEntra(app);
  const { call } = app.as('superadmin');
  const { body } = await call(sourceCredentials.diagnose, { params: { id } });
  expect(body.steps.map(({ name, state }) => `${name} ${state}`)).toEqual(
    ['address', 'credential', 'permissions', 'organisation', 'person', 'count', 'webhook'].map(
      (name) => `${name} passed`,
    ),
  );
  const next = await call(sourceCredentials.addSecret, { params: { id }, body: { secret: 'not the secret' } });
  const params = { id, credential_id: next.body.id };
  const { body: tested } = await call(sourceCredentials.test, { params });
  expect(tested.steps.find(({ state }) => state === 'failed')?.name).toBe('credential');
  expect(tested.message).not.toBe('');
  await call(sourceCredentials.activate, { params });
  app.entra.script();
  const { body: untried } = await call(sourceHealth.pollingStatus, { params: { id } });
  expect(untried.last_error).toBeNull();
  expect((await call(iam.sync, { params: { id }, query: {} })).problem).toMatchObject({ code: 'conflict' });
  expect(app.entra.calls().length).toBeLessThanOrEqual(2);
});

test.for([
  'false',
  'true',
] as const)('a run that Entra ID refuses at once counts, dry run %s, until the secret is replaced', async (dry_run, {
  app,
}) => {
  const id = await anEntra(app);
  const { call } = app.as('superadmin');
  const params = { id };
  expect((await readIn(app, id)).status).toBe('SUCCESS');
  const activate = async (secret: string) => {
    const { body } = await call(sourceCredentials.addSecret, { params, body: { secret } });
    await call(sourceCredentials.activate, { params: { id, credential_id: body.id } });
  };
  await activate('not the secret');
  expect((await call(iam.sync, { params, query: { dry_run } })).problem).toMatchObject({ code: 'conflict' });

  const message = 'Microsoft does not accept the client secret.';
  const { body: status } = await call(sourceHealth.pollingStatus, { params });
  expect(status).toMatchObject({ state: 'error', consecutive_failures: 1, last_error: { message, replace: 'secret' } });
  const { body: metrics } = await call(sourceHealth.metrics, { params, query: {} });
  expect(metrics.health).toMatchObject({ score: 0, state: 'bad', reasons: [{ code: 'credential_refused' }] });
  const { body: events } = await call(sourceEvents.list, { params, query: {} });
  expect(events.items).toContainEqual(
    expect.objectContaining({ kind: 'run.failed', message: expect.stringContaining(message) }),
  );
  const needs = async () => (await call(overview.get, { query: {} })).body.needs_you;
  expect(await needs()).toContainEqual(
    expect.objectContaining({ kind: 'failed_task', source_id: id, replace: 'secret' }),
  );

  const { secret } = app.entra.own_application();
  await activate(secret);
  const { body: replaced } = await call(sourceHealth.pollingStatus, { params });
  expect(replaced).toMatchObject({ state: 'idle', consecutive_failures: 0, last_error: null });
  expect((await needs()).filter(({ kind }) => kind === 'failed_task')).toEqual([]);
});
