import { iam, type Mapping, sourceEvents, sourceHealth } from '@key2xs/contract';
import { DriverError, type SourceCall, SourceThrottled } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { aConnection } from '#test/factories/iam';
import { calledPerson } from '#test/pager';

beforeAll(addPager);

const as = (app: TestApp) => app.as('superadmin');
const status = async (app: TestApp, id: string) =>
  (await as(app).call(sourceHealth.pollingStatus, { params: { id } })).body;
const metrics = async (app: TestApp, id: string) =>
  (await as(app).call(sourceHealth.metrics, { params: { id }, query: {} })).body;
const events = async (app: TestApp, id: string, query = {}) =>
  (await as(app).call(sourceEvents.list, { params: { id }, query })).body;

const call = (values: Partial<SourceCall> = {}): SourceCall => ({
  milliseconds: 100,
  outcome: 'ok',
  objects: 10,
  units: 2,
  load: null,
  ...values,
});

describe('GET /iam/connections/:id/polling-status', () => {
  test('tells of a source that no one has read', async ({ app }) => {
    const { id } = await aConnection(app);
    expect(await status(app, id)).toEqual({
      mode: 'disabled',
      state: 'idle',
      is_imported: false,
      message: expect.stringContaining('No one has been imported yet'),
      last_run: null,
      last_success: null,
      next_run: null,
      interval: 'disabled',
      backoff_until: null,
      delta_token_age: null,
      delta_token_expires_at: null,
      webhook: { state: 'unavailable', expires_at: null, last_event_at: null },
      credential: null,
      consecutive_failures: 0,
      last_error: null,
    });
  });

  test('tells how the last run went, and what to do about one that failed', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    await readIn(app, id);
    const well = await status(app, id);
    expect(well).toMatchObject({ state: 'idle', last_success: expect.any(String), consecutive_failures: 0 });
    expect(well.delta_token_age).toBeLessThan(60);
    const days = (Date.parse(well.delta_token_expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    pager.failures.push(new DriverError('unauthorised'));
    const { task_id } = await readIn(app, id);
    expect(await status(app, id)).toMatchObject({
      state: 'error',
      consecutive_failures: 1,
      last_success: well.last_success,
      last_error: {
        code: 'driver.unauthorised.what',
        advice: 'Have the rights of the certificate extended in the key system.',
        correlation_id: task_id,
      },
    });
    await readIn(app, id);
    expect(await status(app, id)).toMatchObject({ state: 'idle', last_error: null });
  });

  test('tells until when the source wants to be left alone', async ({ app }) => {
    const { id, pager } = await aPager(app);
    const until = new Date(Date.now() + 3_600_000);
    pager.failures.push(new SourceThrottled(say('sourceState.throttled'), until));
    await as(app).call(iam.sync, { params: { id }, query: {} });
    await expect.poll(async () => (await status(app, id)).state).toBe('throttled');
    const { backoff_until, consecutive_failures } = await status(app, id);
    expect(Math.abs(Date.parse(backoff_until ?? '') - until.getTime())).toBeLessThan(30_000);
    expect(consecutive_failures).toBe(0);
    expect((await events(app, id)).items.map(({ kind }) => kind)).toContain('throttled');
    expect(pager.asked).toHaveLength(1);
  });

  test('tells of a source that is switched off', async ({ app }) => {
    const { id } = await aConnection(app, { is_active: false });
    expect((await status(app, id)).state).toBe('paused');
  });
});

describe('GET /iam/connections/:id/metrics', () => {
  test('is empty, not missing, where nothing was called', async ({ app }) => {
    const { id } = await aConnection(app);
    const { health, usageData, errorRates, responseTimes } = await metrics(app, id);
    expect(health).toMatchObject({ score: 70, state: 'attention', is_fresh: null });
    expect(health.reasons).toMatchObject([
      { code: 'never_read', message: 'It has not been read yet. Start the first run.' },
    ]);
    expect(usageData).toMatchObject({ requests: 0, runs: 0, requests_per_run: 0, hours: [] });
    expect(errorRates.auth).toEqual({ count: 0, rate: 0 });
    expect(responseTimes).toEqual({ p50: null, p95: null, p99: null });
  });

  test('adds calls up by hour without a row for each', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    await readIn(app, id);
    const note = (times: number, values: Partial<SourceCall> = {}) => {
      for (let n = 0; n < times; n++) app.deps.sourceCalls.note(id, call(values));
    };
    note(70);
    note(10, { outcome: 'throttled', milliseconds: 5, objects: 0, load: 0.9 });
    await app.deps.sourceCalls.flush();
    note(20, { outcome: 'auth', milliseconds: 3_000, objects: 0, load: 0.4 });
    const { usageData, errorRates, responseTimes } = await metrics(app, id);
    expect(usageData).toMatchObject({ requests: 100, units: 200, objects: 700, runs: 1, requests_per_run: 100 });
    expect(usageData.highest_load).toBeCloseTo(0.9);
    expect(errorRates).toMatchObject({
      auth: { count: 20, rate: 0.2 },
      throttle: { count: 10, rate: 0.1 },
      network: { count: 0, rate: 0 },
    });
    expect(responseTimes.p50).toBeGreaterThan(88);
    expect(responseTimes.p50).toBeLessThan(112);
    expect(responseTimes.p95).toBeGreaterThan(2_600);
    expect(responseTimes.p95).toBeLessThan(3_400);
    const rows = await app.db.selectFrom('source_call').selectAll().execute();
    expect(rows.length).toBeLessThanOrEqual(6);
  });

  test('is fed by the calls of a run', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    const readPage = pager.driver.readPage;
    pager.driver.readPage = (access, cursor) => {
      access.noteCall?.(call({ objects: 1 }));
      return readPage(access, cursor);
    };
    await readIn(app, id);
    expect((await metrics(app, id)).usageData).toMatchObject({ requests: 1, objects: 1 });
  });
});

describe('GET /iam/connections/:id/events', () => {
  test('tells what happened, the newest first, in pages', async ({ app }) => {
    const { body } = await as(app).call(iam.create, { body: { name: 'Staff', provider: 'csv' } });
    const { id } = body;
    const save = (body: Mapping) => as(app).call(iam.saveMapping, { params: { id }, body });
    const job_title = { from: 'Title', transforms: [{ do: 'upper' as const }] };
    await save({ external_id: 'Number', email: 'Mail', job_title: 'Title' });
    await save({ external_id: 'Number', department: 'Unit', job_title });
    await save({ department: 'Unit', external_id: 'Number', job_title });
    await as(app).call(iam.update, { params: { id }, body: { is_active: false } });
    const { items, total, limit, offset } = await events(app, id);
    expect([total, limit, offset]).toEqual([5, 50, 0]);
    expect(items.map(({ kind }) => kind)).toEqual([
      'connection.deactivated',
      'mapping.changed',
      'mapping.changed',
      'mapping.changed',
      'connection.created',
    ]);
    expect(items[1]).toMatchObject({ message: 'The mapping was saved without changes.', changes: [] });
    expect(items[2]?.changes).toEqual([
      { field: 'email', before: 'Mail', after: null },
      { field: 'job_title', before: 'Title', after: 'Title' },
      { field: 'department', before: null, after: 'Unit' },
    ]);
    expect(items[0]).toMatchObject({
      actor: expect.stringMatching(/^superadmin-/),
      message: 'The connection was switched off.',
    });
    const second = await events(app, id, { skip: 1, limit: 2 });
    expect(second.items.map((item) => item.id)).toEqual(items.slice(1, 3).map((item) => item.id));
  });

  test('tells of runs, and of guards that stopped one', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: Array.from({ length: 40 }, (_, at) => calledPerson(`p${at}`)) }];
    await readIn(app, id);
    pager.tell({ people: Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, gone: 'restorable' as const })) });
    const { result } = await readIn(app, id);
    expect(result?.outcome).toBe('quarantined');
    const { items } = await events(app, id);
    expect(items.map(({ kind }) => kind).sort()).toEqual([
      'guard.tripped',
      'run.finished',
      'run.finished',
      'run.started',
      'run.started',
    ]);
    const tripped = items.find(({ kind }) => kind === 'guard.tripped');
    expect(tripped?.message).toBe('A guard stopped the changes of 30 people.');
    expect((await status(app, id)).state).toBe('quarantined');
  });

  test('stay known without the audit log, and name no task or changes that have gone', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    await as(app).call(iam.update, { params: { id }, body: { is_active: true } });
    const { task_id } = await readIn(app, id);
    const before = (await events(app, id)).items;
    expect(before.find(({ kind }) => kind === 'run.finished')).toMatchObject({
      task_id,
      change_set_id: expect.any(String),
    });
    await app.db.deleteFrom('audit_event').execute();
    await app.db.deleteFrom('sync_task').execute();
    await app.db.deleteFrom('change_set').execute();
    expect((await events(app, id)).items).toEqual(
      before.map((event) => ({ ...event, task_id: null, change_set_id: null })),
    );
  });

  test('are of the connection alone, with what a run found and what was decided about it', async ({ app }) => {
    const [{ id }, other] = [await aConnection(app), await aConnection(app)];
    await as(app).call(iam.update, { params: { id }, body: { description: 'Of the main house' } });
    expect((await events(app, id)).items.map(({ kind }) => kind)).toEqual(['connection.updated']);
    expect((await events(app, other.id)).total).toBe(0);
  });

  test('cannot be changed', async ({ app }) => {
    const { id, pager } = await aPager(app);
    pager.failures.push(new SourceThrottled(say('sourceState.throttled'), new Date(Date.now() + 3_600_000)));
    await as(app).call(iam.sync, { params: { id }, query: {} });
    await expect.poll(async () => (await events(app, id)).total).toBe(2);
    await expect(app.db.updateTable('source_event').set({ actor_name: 'nobody' }).execute()).rejects.toThrow(
      /never changed/,
    );
  });
});
