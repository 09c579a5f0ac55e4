import { sourceEvents, sourceWebhooks } from '@key2xs/contract';
import { beforeAll, describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addPager, readIn, statesOf } from '#test/factories/called-sources';
import { aSubscribedPager, pullNow } from '#test/factories/notifying-sources';
import { calledPerson } from '#test/pager';
import { kindOfJob, startWorker } from '#test/run-jobs';
import { pullSourceJob } from './job-name';

beforeAll(addPager);

const nudges = async ({ db }: TestApp) => (await db.selectFrom('source_nudge').select('id').execute()).length;
const runs = ({ db }: TestApp, id: string) =>
  db.selectFrom('sync_task').select(['id', 'run_kind', 'status']).where('subject_id', '=', id).orderBy('id').execute();
const shown = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(sourceWebhooks.get, { params: { id } })).body;
const kindsOf = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(sourceEvents.list, { params: { id }, query: {} })).body.items.map(
    ({ kind }) => kind,
  );

/** Lets the time of the last run pass. */
const beQuiet = ({ db }: TestApp) =>
  db
    .updateTable('source_webhook')
    .set({ last_pull_at: new Date(0) })
    .execute();

describe('POST /webhooks/graph/:connection_key', () => {
  test('echoes what the source wants back, as plain text and no longer than it is sent', async ({ app }) => {
    const { source } = await aSubscribedPager(app);
    const ask = (token: string) =>
      fetch(`${source.first.address}?validationToken=${encodeURIComponent(token)}`, { method: 'POST' });
    const answer = await ask('<script>alert(1)</script>');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect((await ask('x'.repeat(2_049))).status).toBe(400);
    expect(await nudges(app)).toBe(0);
  });

  test('takes a delivery as a nudge, and nothing of what it says', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    expect(await source.deliver({ changeType: 'deleted' })).toBe(202);
    expect(await nudges(app)).toBe(1);
    expect(await shown(app, id)).toMatchObject({
      received: 1,
      refused: 0,
      waiting: 1,
      last_event_at: expect.any(String),
    });
  });

  test('answers a delivery that proves nothing like any other, without effect', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    for (const clientState of ['', 'another', null, 7]) expect(await source.deliver({ clientState })).toBe(202);
    expect(await source.deliver({ subscriptionId: 'foreign' })).toBe(202);
    expect(await nudges(app)).toBe(0);
    expect(await shown(app, id)).toMatchObject({ received: 0, refused: 4 });
    expect((await kindsOf(app, id)).filter((kind) => kind === 'webhook.refused')).toHaveLength(1);
  });

  test('knows no other address, and takes nothing large', async ({ app }) => {
    const { source } = await aSubscribedPager(app);
    const other = { ...source.first, address: `${app.url}/api/v1/webhooks/graph/${'a'.repeat(43)}` };
    expect(await source.deliver({}, other)).toBe(404);
    expect(await source.deliver({ padding: 'x'.repeat(300_000) }, other)).toBe(413);
    const text = await fetch(source.first.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'no json',
    });
    expect(text.status).toBe(202);
    expect(await nudges(app)).toBe(0);
  });
});

describe('a nudge', () => {
  test('is answered by a run that reads what is true', async ({ app }) => {
    const { id, pager, source } = await aSubscribedPager(app);
    pager.full = [{ people: Array.from({ length: 20 }, (_, at) => calledPerson(`p${at}`)) }];
    await readIn(app, id);
    startWorker(app, kindOfJob(app, pullSourceJob));
    pager.tell({ people: [{ id: 'p1', gone: 'restorable' }] });
    await source.deliver({ changeType: 'updated' });
    // Well before deliveries that are gathered would begin a run.
    await expect.poll(() => statesOf(app, id), { interval: 30 }).toContain('p1: left');
    expect((await runs(app, id)).map(({ run_kind }) => run_kind)).toEqual([null, 'webhook']);
    expect(await nudges(app)).toBe(0);
  });

  test('in a crowd of a thousand begins two runs at most', async ({ app }) => {
    const { id, pager, source } = await aSubscribedPager(app);
    pager.full = [{ people: [calledPerson('p1')] }];
    startWorker(app, kindOfJob(app, pullSourceJob));
    // Not more connections at once than a system lets wait to be taken.
    for (let wave = 0; wave < 4; wave++) {
      const statuses = await Promise.all(Array.from({ length: 250 }, () => source.deliver()));
      expect(new Set(statuses)).toEqual(new Set([202]));
    }
    await expect.poll(async () => (await runs(app, id)).map(({ status }) => status)).toContain('SUCCESS');
    expect((await runs(app, id)).length).toBeLessThanOrEqual(2);
    expect((await shown(app, id)).received).toBe(1_000);
  });

  test('waits for the run under way, and then for a quiet time', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    await source.deliver();
    expect(await pullNow(app, id)).toBe(true);
    const [first] = await runs(app, id);
    await source.deliver();
    expect(await pullNow(app, id)).toBe(false);
    await app.ended(first?.id ?? '');
    expect(await pullNow(app, id)).toBe(false);
    expect(await nudges(app)).toBe(1);
    await beQuiet(app);
    expect(await pullNow(app, id)).toBe(true);
    expect(await nudges(app)).toBe(0);
  });

  test('begins nothing while the source is switched off, paused or waits for a decision, and is not lost', async ({
    app,
  }) => {
    const { id, source } = await aSubscribedPager(app);
    const set = (is_active: boolean) =>
      app.db.updateTable('iam_connection').set({ is_active }).where('id', '=', id).execute();
    await set(false);
    await source.deliver();
    expect(await pullNow(app, id)).toBe(false);
    await set(true);
    const paused = { paused_at: new Date(), paused_by: 'Ada', pause_reason: 'moving house' };
    await app.db
      .insertInto('timetable')
      .values({ subject_id: id, iam_connection_id: id, sync_interval: '1h', ...paused })
      .execute();
    expect(await pullNow(app, id)).toBe(false);
    await app.db.deleteFrom('timetable').execute();
    expect(await pullNow(app, id)).toBe(true);
  });

  test('does not hammer a source whose last run failed', async ({ app }) => {
    const { id, source } = await aSubscribedPager(app);
    const failed = { status: 'FAILURE' as const, kind: 'directory' as const, title: 'Staff', error: null };
    const of = { id: app.deps.newId(), subject_id: id };
    await app.db
      .insertInto('sync_task')
      .values({ ...of, ...failed, change_set_id: null, started_by: null, completed_at: new Date() })
      .execute();
    await source.deliver();
    expect(await pullNow(app, id)).toBe(false);
    await app.db
      .updateTable('sync_task')
      .set({ completed_at: new Date(Date.now() - 121_000) })
      .execute();
    expect(await pullNow(app, id)).toBe(true);
  });
});
