import { iam, sourceEvents, sourceWebhooks } from '@key2xs/contract';
import { DriverError, SourceThrottled } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager } from '#test/factories/called-sources';
import { aConnection } from '#test/factories/iam';
import { aNotifyingPager, aSubscribedPager } from '#test/factories/notifying-sources';
import { checkSilence } from './check-silence';
import { keepSubscriptions } from './keep-subscriptions';
import { unsubscribeRemoved } from './unsubscribe-removed';

beforeAll(addPager);

const dayMs = 86_400_000;
const as = (app: TestApp) => app.as('superadmin');
const shown = async (app: TestApp, id: string) => (await as(app).call(sourceWebhooks.get, { params: { id } })).body;
const kindsOf = async (app: TestApp, id: string) =>
  (await as(app).call(sourceEvents.list, { params: { id }, query: {} })).body.items.map(({ kind }) => kind);
const rows = ({ db }: TestApp) => db.selectFrom('source_subscription').selectAll().orderBy('resource').execute();
const makeDue = (app: TestApp, values = {}) =>
  app.db
    .updateTable('source_subscription')
    .set({ due_at: new Date(0), ...values })
    .execute();
const nudges = async ({ db }: TestApp) => (await db.selectFrom('source_nudge').select('id').execute()).length;

describe('a source', () => {
  test('is asked to tell of people and groups, and read once because something may have changed', async ({ app }) => {
    const { id, source } = await aNotifyingPager(app);
    expect((await shown(app, id)).state).toBe('off');
    const { status, body } = await as(app).call(sourceWebhooks.switchOn, { params: { id } });
    expect([status, body.state]).toEqual([200, 'starting']);
    await keepSubscriptions(app.deps);
    expect([...source.there.values()].map(({ resource }) => resource).sort()).toEqual(['groups', 'users']);
    const { state, subscriptions } = await shown(app, id);
    expect(state).toBe('active');
    for (const { renewed_at, ends_at } of subscriptions) {
      const share = (Date.parse(renewed_at) - Date.now()) / (Date.parse(ends_at ?? '') - Date.now());
      expect(share).toBeGreaterThan(0.44);
      expect(share).toBeLessThan(0.56);
    }
    expect(await nudges(app)).toBe(2);
    expect(await kindsOf(app, id)).toEqual(['webhook.created', 'webhook.created']);
    expect(await keepSubscriptions(app.deps)).toBe(0);
  });

  test('is requested for people alone where groups are not read, and not at all if this server cannot be called', async ({
    app,
  }) => {
    const { id, source } = await aNotifyingPager(app);
    const configure = (configuration: object) =>
      app.db
        .updateTable('iam_connection')
        .set({ configuration_data: JSON.stringify(configuration) })
        .where('id', '=', id)
        .execute();
    await configure({ read_groups: false });
    await as(app).call(sourceWebhooks.switchOn, { params: { id } });
    await keepSubscriptions(app.deps);
    expect(source.created).toBe(0);
    const { state, message } = await shown(app, id);
    expect([state, message]).toEqual(['unavailable', expect.stringContaining('KEY2XS_PUBLIC_URL')]);
    await configure({ read_groups: false, endpoints: 'those of the sandbox' });
    await makeDue(app);
    await keepSubscriptions(app.deps);
    expect([...source.there.values()].map(({ resource }) => resource)).toEqual(['users']);
  });

  test('that is not called cannot tell', async ({ app }) => {
    const { id } = await aConnection(app);
    const { problem } = await as(app).call(sourceWebhooks.switchOn, { params: { id } });
    expect(problem).toMatchObject({ code: 'conflict', detail: expect.stringContaining('Set a timetable') });
  });

  test('is renewed in time, and asked anew when it has forgotten us', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    await makeDue(app);
    await keepSubscriptions(app.deps);
    expect(source.renewals).toBe(2);
    source.there.clear();
    await makeDue(app, { ends_at: new Date(0) });
    await keepSubscriptions(app.deps);
    expect((await shown(app, id)).state).toBe('starting');
    await keepSubscriptions(app.deps);
    expect(source.created).toBe(4);
    expect(await nudges(app)).toBe(2);
    expect((await kindsOf(app, id)).filter((kind) => kind === 'webhook.failed')).toHaveLength(2);
  });

  test('says itself how its subscription stands', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    const [stored] = source.there.values();
    await source.deliver({ lifecycleEvent: 'reauthorizationRequired' }, stored);
    await keepSubscriptions(app.deps);
    expect([source.reauthorized, source.renewals]).toEqual([[stored?.id], 1]);
    expect(await nudges(app)).toBe(0);
    await source.deliver({ lifecycleEvent: 'missed' }, stored);
    expect(await nudges(app)).toBe(1);
    await source.deliver({ lifecycleEvent: 'subscriptionRemoved' }, stored);
    expect([await nudges(app), (await shown(app, id)).state]).toEqual([2, 'degraded']);
    await keepSubscriptions(app.deps);
    expect([source.created, (await shown(app, id)).state]).toEqual([3, 'active']);
  });

  test('that refuses is asked later and later, and after three times it is said', async ({ app }) => {
    const { id, source } = await aNotifyingPager(app);
    await as(app).call(sourceWebhooks.switchOn, { params: { id } });
    for (let tries = 1; tries <= 3; tries++) {
      source.failures.push(new DriverError('unauthorised'), new DriverError('unauthorised'));
      await makeDue(app);
      await keepSubscriptions(app.deps);
    }
    const { state, message, subscriptions } = await shown(app, id);
    expect([state, message]).toEqual(['failed', expect.stringContaining('gives no right to this')]);
    for (const { renewed_at, failures } of subscriptions) {
      expect(failures).toBe(3);
      expect(Date.parse(renewed_at) - Date.now()).toBeGreaterThan(200_000);
    }
    expect((await kindsOf(app, id)).filter((kind) => kind === 'webhook.failed')).toHaveLength(2);
    const until = new Date(Date.now() + dayMs);
    source.failures.push(...[1, 2].map(() => new SourceThrottled(say('sourceState.throttled'), until)));
    await makeDue(app);
    await keepSubscriptions(app.deps);
    expect((await rows(app)).map(({ due_at }) => due_at.getTime())).toEqual([until.getTime(), until.getTime()]);
  });

  test('tells no longer once that is switched off, or its connection is', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    await as(app).call(iam.update, { params: { id }, body: { is_active: false } });
    await keepSubscriptions(app.deps);
    expect([source.there.size, source.removed.length]).toEqual([0, 2]);
    await as(app).call(iam.update, { params: { id }, body: { is_active: true } });
    await keepSubscriptions(app.deps);
    expect(source.there.size).toBe(2);
    await as(app).call(sourceWebhooks.switchOff, { params: { id } });
    await keepSubscriptions(app.deps);
    expect([source.there.size, await rows(app)]).toEqual([0, []]);
    expect((await shown(app, id)).state).toBe('off');
  });

  test('tells no longer once its connection is deleted here, also when that fails at first', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    expect((await as(app).call(iam.remove, { params: { id } })).status).toBe(200);
    source.failures.push(new DriverError('unreachable'));
    await unsubscribeRemoved(app.deps);
    expect(source.there.size).toBe(2);
    await app.db
      .updateTable('source_farewell')
      .set({ due_at: new Date(0) })
      .execute();
    await unsubscribeRemoved(app.deps);
    expect(source.there.size).toBe(0);
    expect(await app.db.selectFrom('source_farewell').selectAll().execute()).toEqual([]);
  });
});

describe('a source that does not tell', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
  const aRun = (app: TestApp, id: string, counts: object) =>
    app.db
      .insertInto('sync_task')
      .values({
        id: app.deps.newId(),
        subject_id: id,
        change_set_id: null,
        started_by: null,
        kind: 'directory',
        status: 'SUCCESS',
        title: 'Staff',
        error: null,
        result: JSON.stringify({ outcome: 'applied', counts, failed: 0, waiting: 0 }),
        created_at: daysAgo(0.1),
        completed_at: new Date(),
      })
      .execute();
  const age = (app: TestApp, last_event_at: Date | null) =>
    app.db
      .updateTable('source_webhook')
      .set({ created_at: daysAgo(9), silence_checked_at: null, last_event_at })
      .execute();

  test('of what a run found counts as silent until it tells again', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    await aRun(app, id, { mover: 1, unchanged: 9 });
    await age(app, daysAgo(3));
    await checkSilence(app.db);
    expect((await shown(app, id)).state).toBe('degraded');
    expect(await kindsOf(app, id)).toContain('webhook.silent');
    await source.deliver();
    expect((await shown(app, id)).state).toBe('active');
  });

  test('is well as long as nothing has changed, or it stored in time', async ({ app }) => {
    const { id } = await aSubscribedPager(app);
    await aRun(app, id, { mover: 0, unchanged: 9 });
    await age(app, null);
    await checkSilence(app.db);
    expect((await shown(app, id)).state).toBe('active');
    await aRun(app, id, { mover: 1 });
    await age(app, daysAgo(0.5));
    await checkSilence(app.db);
    expect((await shown(app, id)).state).toBe('active');
  });
});
