import { iam, overview, sourceCredentials, sourceEvents } from '@key2xs/contract';
import { DriverError, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { aConnection, aFile } from '#test/factories/iam';
import { calledPerson } from '#test/pager';
import { noteEndingCredentials } from './service';

beforeAll(addPager);

const as = (app: TestApp) => app.as('superadmin');

/** As a key system's sandbox issues it: a certificate is one for Entra ID too, whatever signed it. */
const fileOf = ({ sandbox }: TestApp) => sandbox.client_certificate_p12;
const passwordOf = ({ sandbox }: TestApp) => sandbox.client_certificate_p12_pass_phrase;

const upload = (
  app: TestApp,
  id: string,
  bytes: Uint8Array = fileOf(app),
  name = 'app.pfx',
  certificate_password = passwordOf(app),
) =>
  as(app).call(sourceCredentials.addCertificate, {
    params: { id },
    body: { certificate_file: aFile(bytes, name), certificate_password },
  });

const aSecret = (app: TestApp, id: string, secret: string, expires_at: string | null = null) =>
  as(app).call(sourceCredentials.addSecret, { params: { id }, body: { secret, expires_at } });

const list = async (app: TestApp, id: string) =>
  (await as(app).call(sourceCredentials.list, { params: { id } })).body.items.map(({ kind, state }) => [kind, state]);

describe('POST /iam/connections/:id/certificate', () => {
  test('stores a certificate with its key, and tells its facts but neither key nor password', async ({ app }) => {
    const { id } = await aPager(app);
    const { status, body, text } = await upload(app, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'certificate', state: 'active', last_test: null });
    expect(body.warnings).toEqual([expect.stringContaining('export the next one with AES-256')]);
    expect(body.certificate).toMatchObject({
      subject: expect.stringContaining('CN=Key2XS'),
      serial: expect.stringMatching(/^[0-9A-F]+$/),
      key_kind: 'RSA 2048',
      fingerprint_sha1: expect.stringMatching(/^([0-9A-F]{2}:){19}[0-9A-F]{2}$/),
      fingerprint_sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    });
    expect(body.expires_at).toBe(body.certificate?.not_after);
    const stored = JSON.stringify([
      await app.db.selectFrom('source_credential').selectAll().execute(),
      await app.db.selectFrom('audit_event').selectAll().execute(),
    ]);
    for (const secret of ['PRIVATE KEY', passwordOf(app)]) expect(stored + text).not.toContain(secret);
  });

  test('says in the words of the specification what it does not take', async ({ app }) => {
    const { id } = await aPager(app);
    const file = fileOf(app);
    const messages = async (...upload_: Parameters<typeof upload>) => {
      const { status, problem } = await upload(...upload_);
      return [status, problem.errors?.[0]?.path, problem.errors?.[0]?.message];
    };
    expect(await messages(app, id, file, 'app.pem')).toEqual([
      422,
      'certificate_file',
      'Only .pfx and .p12 files are supported',
    ]);
    expect(await messages(app, id, new Uint8Array(20_481))).toEqual([
      422,
      'certificate_file',
      'Certificate file must be smaller than 20KB',
    ]);
    expect((await messages(app, id, new Uint8Array(20_480)))[2]).not.toContain('20KB');
    expect(await messages(app, id, file, 'APP.P12', 'another')).toEqual([
      422,
      'certificate_password',
      expect.stringContaining('pass phrase does not open'),
    ]);
    const params = { params: { id } };
    const missing = await as(app).call(sourceCredentials.addCertificate, { ...params, body: {} as never });
    expect(missing.problem.errors?.map(({ message }) => message)).toEqual([
      'certificate_file is required for uploading a certificate',
      'certificate_password is required for uploading a certificate',
    ]);
    expect(await list(app, id)).toEqual([]);
  });

  test('is nothing for a source that is not called, and nothing twice', async ({ app }) => {
    const csv = await aConnection(app);
    expect((await upload(app, csv.id)).problem.code).toBe('conflict');
    const { id } = await aPager(app);
    await upload(app, id);
    expect((await upload(app, id)).problem.detail).toContain('stored for this source already');
  });
});

describe('a credential', () => {
  test('beside an active one is tested before it counts; the former one is kept until it is removed', async ({
    app,
  }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    await aSecret(app, id, 'the first secret');
    const { body: next } = await aSecret(app, id, 'the second secret');
    expect(await list(app, id)).toEqual([
      ['secret', 'active'],
      ['secret', 'next'],
    ]);
    expect((await aSecret(app, id, 'the third secret')).problem.code).toBe('conflict');
    const asked: unknown[] = [];
    const probe = pager.driver.probe;
    pager.driver.probe = (access) => {
      asked.push(access.credential);
      return probe(access);
    };
    const params = { id, credential_id: next.id };
    const { body: tested } = await as(app).call(sourceCredentials.test, { params });
    expect([tested.is_passed, tested.message]).toEqual([true, 'Everything works.']);
    expect(asked).toEqual([{ kind: 'secret', secret: 'the second secret' }]);

    await readIn(app, id);
    expect(pager.seen.at(-1)?.credential).toEqual({ kind: 'secret', secret: 'the first secret' });
    await as(app).call(sourceCredentials.activate, { params });
    await readIn(app, id);
    expect(pager.seen.at(-1)?.credential).toEqual({ kind: 'secret', secret: 'the second secret' });
    expect((await as(app).call(sourceCredentials.remove, { params })).problem.detail).toContain(
      'Activate another first',
    );
    const { body } = await as(app).call(sourceCredentials.list, { params: { id } });
    const former = body.items.find(({ state }) => state === 'retired');
    await as(app).call(sourceCredentials.remove, { params: { id, credential_id: former?.id ?? '' } });
    expect(await list(app, id)).toEqual([['secret', 'active']]);
  });

  test('is reported once at each of its thresholds, and once it has ended', async ({ app }) => {
    const { id } = await aPager(app);
    const now = Date.now();
    const dayMs = 86_400_000;
    await aSecret(app, id, 'ends in a while', new Date(now + 100.5 * dayMs).toISOString());
    for (let day = 0; day <= 102; day++) {
      await noteEndingCredentials(app.db, new Date(now + day * dayMs));
      await noteEndingCredentials(app.db, new Date(now + day * dayMs));
    }
    const { body } = await as(app).call(sourceEvents.list, { params: { id }, query: {} });
    const messages = body.items.filter(({ kind }) => kind.startsWith('credential.exp')).map(({ message }) => message);
    expect(messages.toReversed()).toEqual([
      ...[60, 30, 14, 7].map((days) => `The client secret ends in ${days} days.`),
      'The client secret ends in 1 day.',
      'The client secret has expired.',
    ]);
  });

  test('in use is warned of from 60 days on, and as seen for the caller alone until it becomes more urgent', async ({
    app,
  }) => {
    const { id } = await aPager(app);
    const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000);
    await aSecret(app, id, 'ends in a while', inDays(61).toISOString());
    const warnings = async (role: 'superadmin' | 'subadmin' = 'superadmin') =>
      (await app.as(role).call(sourceCredentials.warnings, {})).body.items;
    const end = (days: number) =>
      app.db
        .updateTable('source_credential')
        .set({ expires_at: inDays(days) })
        .where('state', '=', 'active')
        .execute();
    expect(await warnings()).toEqual([]);
    await end(20);
    expect(await warnings()).toMatchObject([
      { connection_id: id, kind: 'secret', days_left: 20, threshold: 30, has_successor: false, seen: false },
    ]);
    await as(app).call(sourceCredentials.markWarningsSeen, {});
    await as(app).call(sourceCredentials.markWarningsSeen, {});
    const seen = async (role?: 'subadmin') => (await warnings(role)).map((warning) => warning.seen);
    expect([await seen(), await seen('subadmin')]).toEqual([[true], [false]]);
    await end(14);
    await aSecret(app, id, 'the next secret', inDays(400).toISOString());
    expect(await warnings()).toMatchObject([{ threshold: 14, has_successor: true, seen: false }]);
  });

  test('that has expired is not activated', async ({ app }) => {
    const { id } = await aPager(app);
    await aSecret(app, id, 'the first secret');
    const { body } = await aSecret(app, id, 'the old secret', '2020-01-01T00:00:00.000Z');
    const params = { id, credential_id: body.id };
    expect((await as(app).call(sourceCredentials.activate, { params })).problem.code).toBe('conflict');
  });
});

describe('POST /iam/connections/:id/diagnose', () => {
  const diagnose = async (app: TestApp, id: string) =>
    (await as(app).call(sourceCredentials.diagnose, { params: { id } })).body;
  const statesOf = ({ steps }: Awaited<ReturnType<typeof diagnose>>) =>
    Object.fromEntries(steps.map(({ name, state }) => [name, state]));

  test('goes through all layers', async ({ app }) => {
    const { id, pager } = await aPager(app);
    Object.assign(pager.driver, {
      permissions: async () => ['User.Read.All'],
      organization: async () => ({ display_name: 'Sample City', default_domain: 'city.example' }),
      probe: async () => ({ people: 12 }),
    });
    const diagnosis = await diagnose(app, id);
    expect(diagnosis.is_passed).toBe(true);
    expect(diagnosis.steps.map(({ name, message }) => [name, message])).toEqual([
      ['address', 'The source was reached, and its certificate is trusted.'],
      ['credential', 'The source accepted the sign-in.'],
      ['permissions', 'It permits: User.Read.All.'],
      ['organisation', 'It is the directory of Sample City (city.example).'],
      ['person', 'People can be read.'],
      ['count', 'It has 12 people.'],
      ['webhook', 'This kind of source cannot send change messages. Changes are found when it is read.'],
    ]);
  });

  const layers: [DriverError['kind'], string][] = [
    ['unreachable', 'address'],
    ['tls_untrusted', 'address'],
    ['unauthorised', 'credential'],
    ['bad_answer', 'person'],
  ];
  for (const [kind, layer] of layers) {
    test(`says where it ends, and what to do: ${kind}`, async ({ app }) => {
      const { id, pager } = await aPager(app);
      const failure = new DriverError(kind);
      const fails = () => Promise.reject(failure);
      const isPerson = layer === 'person';
      Object.assign(pager.driver, { probe: fails, permissions: isPerson ? async () => [] : fails });
      const diagnosis = await diagnose(app, id);
      expect([diagnosis.is_passed, diagnosis.message]).toEqual([false, failure.message]);
      const states = statesOf(diagnosis);
      expect(Object.entries(states).filter(([, state]) => state === 'failed')).toEqual([[layer, 'failed']]);
      expect(states.webhook).toBe('skipped');
    });
  }

  test('does not claim to have reached a source that was not called', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const unreadable = new SourceUnreadable(say('entraSetUp.noCredential'));
    Object.assign(pager.driver, { permissions: () => Promise.reject(unreadable) });
    const diagnosis = await diagnose(app, id);
    expect(diagnosis.message).toBe(unreadable.message);
    expect(statesOf(diagnosis)).toMatchObject({ address: 'skipped', credential: 'failed', permissions: 'skipped' });
  });

  test('takes nothing that is known without a call for an answer of the source', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const fails = () => Promise.reject(new DriverError('unreachable'));
    Object.assign(pager.driver, { permissions: undefined, organization: undefined, probe: fails });
    expect(statesOf(await diagnose(app, id))).toMatchObject({
      address: 'failed',
      credential: 'skipped',
      permissions: 'passed',
      organisation: 'passed',
      person: 'skipped',
    });
  });

  test('is nothing for a source that is not called', async ({ app }) => {
    const { id } = await aConnection(app);
    const { problem } = await as(app).call(sourceCredentials.diagnose, { params: { id } });
    expect(problem.code).toBe('conflict');
  });
});

describe('a run', () => {
  test('that the source refuses ends at once and is not repeated', async ({ app }) => {
    const { id, pager } = await aPager(app);
    for (let n = 0; n < 5; n++) pager.failures.push(new DriverError('unauthorised'));
    const { status, error } = await readIn(app, id);
    expect([status, error]).toEqual(['FAILURE', new DriverError('unauthorised').message]);
    expect(pager.asked).toHaveLength(1);
    const { body } = await as(app).call(iam.get, { params: { id } });
    expect(body.people).toBe(0);
  });
});

describe('GET /overview', () => {
  test('says which credentials end within a month', async ({ app }) => {
    const { id } = await aPager(app);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();
    await aSecret(app, id, 'ends in a while', inDays(31));
    const needs = async () => {
      const { needs_you } = (await as(app).call(overview.get, { query: {} })).body;
      return needs_you.filter(({ kind }) => kind === 'source_credential');
    };
    expect(await needs()).toEqual([]);
    await app.db
      .updateTable('source_credential')
      .set({ expires_at: inDays(30) })
      .execute();
    expect(await needs()).toMatchObject([{ id, credential: 'secret', days_left: 30 }]);
  });
});
