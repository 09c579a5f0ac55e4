import { randomUUID } from 'node:crypto';
import { type EntraSetup, entraSetup, iam, mappings, sourceEvents } from '@key2xs/contract';
import { sql } from 'kysely';
import { beforeEach, describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSetup, consent, secretsOf, until } from '#test/factories/entra';
import { kindOfJob, runNow } from '#test/run-jobs';
import { entraOf } from '../create-entra';
import { verifySetupJob } from './verify/job-name';

beforeEach<{ app: TestApp }>(({ app }) => {
  app.entra.script();
});

const answer = (app: TestApp, body: Record<string, string>) => app.as('superadmin').call(entraSetup.answer, { body });
const statusOf = (app: TestApp, session: string) =>
  app.as('superadmin').call(entraSetup.status, { params: { session } });
const found = ({ checks }: EntraSetup) => checks.map(({ name, state }) => `${name}: ${state}`);
const allFound = ['tenant: passed', 'permissions: passed', 'person: passed', 'organisation: passed', 'count: passed'];
const notFound = 'Setup session not found. Please start a new setup.';

describe('the address to come back to', () => {
  const body = { connection_name: 'City directory', sandbox: true };

  test.for([
    'https://evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1:1',
  ])('is not %s', async (origin, { app }) => {
    const { status, problem } = await app.as('superadmin').call(entraSetup.initiate, { body: { ...body, origin } });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['origin']]);
  });

  test('has the scheme that is sent', async ({ app }) => {
    const { host } = new URL(app.url);
    expect((await aSetup(app, { origin: `https://${host}` })).redirect_uri).toBe(
      `https://${host}/auth/callback/entra-id`,
    );
  });
});

describe('with consent', () => {
  test('goes from consent over the checks to a connection that can be read', async ({ app }) => {
    const begun = await aSetup(app);
    expect(begun).toMatchObject({ status: 'awaiting_consent', next_action: 'consent_or_enter', mode: null });
    expect(begun.redirect_uri).toBe(`${app.url}/auth/callback/entra-id`);
    const { body: taken } = await answer(app, await consent(begun, 'granted'));
    expect(['consent_received', 'verifying']).toContain(taken.status);
    const ready = await until(app, begun.session, 'ready', 'failed');
    expect(ready).toMatchObject({
      status: 'ready',
      next_action: 'confirm',
      error_code: null,
      mode: 'shared_app',
      organisation: { tenant_id: app.entra.tenant_id, default_domain: app.entra.domain },
      people: 500,
      webhook: 'available',
      consent_url: null,
    });
    expect(found(ready)).toEqual([...allFound, 'webhook: passed']);
    expect(ready.permissions).toContain('User.Read.All');
    const { body: done } = await app.as('superadmin').call(entraSetup.complete, {
      params: { session: begun.session },
      body: { description: 'Everyone of the city', sync_interval: '1h' },
    });
    expect(done).toMatchObject({ status: 'completed', next_action: 'map', webhook: 'available' });
    expect(done.message).toBe("'City directory' is connected.");
    const params = { id: done.connection_id ?? '' };
    const { body: connection } = await app.as('superadmin').call(iam.get, { params });
    expect(connection).toMatchObject({
      name: 'City directory',
      provider: 'entra_id',
      sync_interval: '1h',
      description: 'Everyone of the city',
      mapping_config: { external_id: 'id', job_title: 'jobTitle', department: 'department', groups: 'groups' },
    });
    expect(JSON.stringify(connection)).not.toContain(app.entra.shared_application().secret);
    const { body: schema } = await app.as('superadmin').call(mappings.schema, { params });
    const columns = new Map(schema.columns.map((column) => [column.name, column]));
    expect(columns.get('jobTitle')).toMatchObject({ filled: expect.toSatisfy((n) => n > 0 && n <= schema.rows) });
    expect(columns.get('jobTitle')?.samples).toHaveLength(3);
    expect([columns.has('employeeLeaveDateTime'), columns.get('groups')?.filled]).toEqual([false, null]);
    const { mapping_config: mapping } = connection;
    const { body: preview } = await app.as('superadmin').call(iam.previewMapping, { params, body: { mapping } });
    expect(preview.people.map(({ fields }) => fields.display_name?.length ?? 0)).toEqual(
      Array.from({ length: 5 }, () => expect.toSatisfy((n) => n > 2)),
    );
    const { body: task } = await app.as('superadmin').call(iam.sync, { params, query: {} });
    expect(await app.ended(task.task_id)).toMatchObject({
      error: null,
      status: 'SUCCESS',
      result: { counts: { joiner: 500 } },
    });
    const { body: events } = await app.as('superadmin').call(sourceEvents.list, { params, query: {} });
    expect(events.items.slice(-2).map(({ kind }) => kind)).toEqual(['connection.created', 'consent.granted']);
  });

  test('says who refused, and asks Microsoft for nothing', async ({ app }) => {
    const begun = await aSetup(app);
    const { body: denied } = await answer(app, await consent(begun, 'refused'));
    expect(denied).toMatchObject({ status: 'denied', error_code: 'consent_declined', next_action: 'start_again' });
    expect(denied.message).toContain('Admin consent was declined.');
    expect(app.entra.calls().filter(({ operation }) => operation === 'token')).toEqual([]);
    const { status } = await app.as('superadmin').call(entraSetup.complete, {
      params: { session: begun.session },
      body: {},
    });
    expect(status).toBe(409);
  });

  test('takes an answer once', async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    await answer(app, sent);
    const { status, problem } = await answer(app, sent);
    expect([status, problem.detail]).toEqual([409, expect.stringContaining('was already used')]);
    await until(app, begun.session, 'ready');
  });

  test.for<[string, Record<string, string>, number, string]>([
    ['of a state no one gave out', { admin_consent: 'True', tenant: randomUUID(), state: 'x' }, 404, notFound],
    ['without a state', { admin_consent: 'True', tenant: randomUUID() }, 409, 'was not started here'],
    ['that is none', { scope: 'x' }, 409, 'contains no response of Microsoft'],
  ])('refuses an answer %s', async ([, body, expected, words], { app }) => {
    const { status, problem } = await answer(app, body);
    expect([status, problem.detail]).toEqual([expected, expect.stringContaining(words)]);
  });

  test('does not believe a tenant that was put into the answer', async ({ app }) => {
    const begun = await aSetup(app);
    const { state = '' } = await consent(begun, 'refused');
    await answer(app, { admin_consent: 'True', tenant: randomUUID(), state });
    const failed = await until(app, begun.session, 'failed');
    expect(failed).toMatchObject({ error_code: 'tenant_unknown', organisation: null });
    expect(found(failed)[0]).toBe('tenant: failed');
    expect(found(failed)[1]).toBe('permissions: skipped');
  });

  test('does not believe a tenant whose directory says it is another', async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    const { deps } = app;
    const { organization } = entraOf(deps);
    Object.assign(entraOf(deps), {
      organization: async (...call: Parameters<typeof organization>) => ({
        ...(await organization(...call)),
        tenant_id: randomUUID(),
      }),
    });
    onTestFinished(() => void Object.assign(entraOf(deps), { organization }));
    await answer(app, sent);
    const failed = await until(app, begun.session, 'failed', 'ready');
    expect(failed).toMatchObject({ status: 'failed', error_code: 'wrong_tenant', organisation: null });
  });

  test("another administrator's session is not found, and their answer not taken", async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    await app.db
      .updateTable('entra_setup')
      .set({ admin_id: await anotherAdmin(app) })
      .execute();
    expect((await statusOf(app, begun.session)).problem.detail).toBe(notFound);
    expect((await answer(app, sent)).status).toBe(404);
    expect((await statusOf(app, 'no-id')).problem.detail).toBe(notFound);
  });

  test('waits for a consent that takes its time, and says so', async ({ app }) => {
    app.entra.script({ name: 'late_consent', first: 1 });
    const begun = await aSetup(app);
    await answer(app, await consent(begun, 'granted'));
    await expect
      .poll(async () => (await statusOf(app, begun.session)).body, { interval: 50 })
      .toMatchObject({
        error_code: 'permission_missing',
        message: expect.stringContaining('User.Read.All'),
        checks: [{ state: 'passed' }, { name: 'permissions', state: 'running' }, { state: 'pending' }, {}, {}, {}],
      });
    expect(found(await until(app, begun.session, 'ready'))).toEqual([...allFound, 'webhook: passed']);
  });

  test('gives up once Microsoft has had its time', async ({ app }) => {
    app.entra.script({ name: 'late_consent' });
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    await answer(app, sent);
    await app.db.updateTable('entra_setup').set({ give_up_at: sql<Date>`now()` }).execute();
    const failed = await until(app, begun.session, 'failed');
    expect(failed).toMatchObject({ error_code: 'permission_missing', next_action: 'start_again' });
    expect(await secretsOf(app)).toEqual([null, null]);
  });
});

describe('a set-up', () => {
  test.for<[string, string]>([
    ['ab', 'Connection name must be between 3 and 100 characters'],
    ['x'.repeat(101), 'Connection name must be between 3 and 100 characters'],
    ['City/staff', 'Connection name can only contain letters, numbers, spaces, underscores, and hyphens'],
  ])('is not begun under the name %s', async ([connection_name, words], { app }) => {
    const { status, problem } = await app.as('superadmin').call(entraSetup.initiate, { body: { connection_name } });
    expect([status, problem.errors?.[0]?.message]).toEqual([422, words]);
  });

  test('takes letters of every language', async ({ app }) => {
    expect((await aSetup(app, { connection_name: 'Büro-Straße_1 Łódź' })).connection_name).toBe('Büro-Straße_1 Łódź');
  });

  test('expires, is told in the words of the specification, and its answer comes too late', async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    await app.db.updateTable('entra_setup').set({ expires_at: sql<Date>`now()` }).execute();
    const { body } = await statusOf(app, begun.session);
    expect(body).toMatchObject({ status: 'expired', message: notFound, next_action: 'start_again', consent_url: null });
    expect((await answer(app, sent)).problem.detail).toBe(notFound);
    await expect
      .poll(() => app.db.selectFrom('entra_setup').select(['status', 'state_sealed']).execute())
      .toEqual([{ status: 'expired', state_sealed: null }]);
  });

  test('can be cancelled while it waits, and then takes no answer', async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    const cancel = () => app.as('superadmin').call(entraSetup.cancel, { params: { session: begun.session } });
    expect((await cancel()).body).toMatchObject({ status: 'cancelled', message: 'Cancelled. Nothing was stored.' });
    expect((await cancel()).status).toBe(409);
    expect((await answer(app, sent)).status).toBe(409);
  });

  test('that is cancelled after the consent forgets what was entered, and says what stays', async ({ app }) => {
    const begun = await aSetup(app);
    await answer(app, await consent(begun, 'granted'));
    await until(app, begun.session, 'ready');
    const { body } = await app.as('superadmin').call(entraSetup.cancel, { params: { session: begun.session } });
    expect(body.message).toContain('The consent stays at Microsoft');
    expect(await secretsOf(app)).toEqual([null, null]);
  });

  test('is listed for a return in another browser, until it has ended', async ({ app }) => {
    const begun = await aSetup(app);
    const options = async () => (await app.as('superadmin').call(entraSetup.options, {})).body;
    const { open, shared_application } = await options();
    expect(open.map(({ session }) => session)).toEqual([begun.session]);
    expect(shared_application.message).toContain('no application of its own');
    await app.as('superadmin').call(entraSetup.cancel, { params: { session: begun.session } });
    expect((await options()).open).toEqual([]);
  });

  test('offers only the own registration where the product has no application', async ({ app }) => {
    const begun = await aSetup(app, { sandbox: false });
    expect(begun).toMatchObject({ status: 'initiated', next_action: 'enter', consent_url: null });
  });
});

describe('a server that stops in the middle of the checks', () => {
  test('leaves them to the next one, which knows what was found so far', async ({ app }) => {
    const begun = await aSetup(app);
    const sent = await consent(begun, 'granted');
    app.entra.script({ name: 'slow', amount: 60_000, only: 'GET organization' });
    await answer(app, sent);
    const asked = () => app.entra.calls().filter(({ operation }) => operation === 'GET organization').length;
    await expect.poll(asked, { interval: 20 }).toBe(1);
    await app.deps.jobs.stop(10);
    const { body: meanwhile } = await statusOf(app, begun.session);
    expect([meanwhile.status, ...found(meanwhile)]).toEqual([
      'verifying',
      ...allFound.slice(0, 3),
      'organisation: running',
      'count: pending',
      'webhook: pending',
    ]);
    app.entra.script();
    const resume = () => runNow(app, kindOfJob(app, verifySetupJob), begun.session);
    const goneOn = async () => {
      await resume();
      return (await statusOf(app, begun.session)).body.status;
    };
    await expect.poll(goneOn, { interval: 50 }).toBe('ready');
  });
});

async function anotherAdmin({ db }: TestApp): Promise<string> {
  const [id, username] = [randomUUID(), 'another'];
  const row = { id, username, username_folded: username, password_hash: 'none', role: 'superadmin' as const };
  await db.insertInto('admin').values(row).execute();
  return id;
}
