import { createHmac } from 'node:crypto';
import {
  administrators,
  keyPlans,
  overview,
  planVersions,
  type WebhookEventKind,
  WebhookPayload,
  webhookEventKinds,
  webhookEvents,
  webhooks,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { sealAllPending } from '#platform/audit/audit-chain';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { expect, type TestApp, test } from '#test/app';
import { backupAuditLog, recordUpdates } from '#test/backup-audit-log';
import { aConnectProxy, callThrough, outsideIdentity } from '#test/connect-proxy';
import { aKeyPlan } from '#test/factories/key-plans';
import { allowReceivers, aReceiver, headersOf, type ReceivedCall, verified } from '#test/receiver';
import { productEvents } from '../../product-events';
import { administratorSuspended, administratorViewed } from '../administrators/events';
import { apiTokenEnding } from '../api-tokens/events';
import { changeSetStopped } from '../change-sets/events';
import { certificateEnding } from '../key-systems/events';
import { planActivated } from '../plans/content/events';
import { credentialEnding } from '../source-credentials/events';
import { sourceFailing, sourceRecovered } from '../source-health/events';
import { taskEnded } from '../tasks/events';
import { forgetDeliveries } from './delivery-queries';
import { sendWebhooks } from './send-webhooks';

const never = new AbortController().signal;
const id = '0190c0de-0000-7000-8000-000000000001';

type Chosen = { events?: WebhookEventKind[]; is_enabled?: boolean };

async function aWebhook(
  app: TestApp,
  url: string,
  { events = [...webhookEventKinds], is_enabled = true }: Chosen = {},
) {
  const body = { url, description: '', events, is_enabled };
  return (await app.as('superadmin').call(webhooks.create, { body })).body;
}

/** As the background work does. */
async function work({ deps }: TestApp, { timeoutMs = 15_000, signal = never } = {}): Promise<void> {
  await deliverEvents(deps, productEvents(deps), never);
  const config = { ...deps.config, publicUrl: 'https://keys.test' };
  await sendWebhooks({ ...deps, config, limits: { timeoutMs } }, signal);
}

/** Pauses after failures, and claims, are over. */
const later = ({ db }: TestApp) =>
  db
    .updateTable('webhook_delivery')
    .set({ due_at: new Date(0) })
    .execute();

const stop = ({ db }: TestApp) =>
  db.transaction().execute((tx) =>
    emit(tx, changeSetStopped, {
      change_set_id: id,
      connection_id: id,
      title: say('changeSet.directory', { name: 'Staff' }),
      is_preview: false,
    }),
  );

const find = async (app: TestApp, webhookId: string) =>
  (await app.as('superadmin').call(webhooks.get, { params: { id: webhookId } })).body;

const log = async (app: TestApp, webhookId: string) =>
  (await app.as('superadmin').call(webhooks.deliveries, { params: { id: webhookId }, query: {} })).body.items;

const isSignedBy = (secret: string, call: ReceivedCall): boolean => {
  try {
    verified(secret, call);
    return true;
  } catch {
    return false;
  }
};

describe('an event', () => {
  test('is sent once to who chose it, signed by the specification, as ids and a link', async ({ app }) => {
    allowReceivers(app);
    const [receiver, other] = [await aReceiver(), await aReceiver()];
    const { secret } = await aWebhook(app, `${receiver.url}?key=1`);
    await aWebhook(app, other.url, { events: ['source.failing'] });
    await aWebhook(app, other.url, { is_enabled: false });
    await stop(app);
    await work(app);
    await later(app);
    await work(app);
    expect([receiver.calls.length, other.calls.length]).toEqual([1, 0]);
    const [call] = receiver.calls as [ReceivedCall];
    expect([call.path, call.headers['content-type']]).toEqual(['/in?key=1', 'application/json']);
    expect(WebhookPayload.parse(verified(secret, call))).toEqual({
      type: 'change_set.stopped',
      timestamp: expect.any(String),
      version: 1,
      sequence: 1,
      data: { change_set_id: id, connection_id: id, is_preview: false },
      link: `https://keys.test/change-sets/${id}`,
    });
    const sent = headersOf(call);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${sent['webhook-id']}.${sent['webhook-timestamp']}.${call.body}`;
    expect(key).toHaveLength(32);
    expect(sent['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });

  test('of any kind tells no name, and has the data of its schema', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    await aWebhook(app, receiver.url);
    const name = 'Brackwater';
    const reason = say('asWritten', { text: name });
    const task = { task_id: id, subject_id: id, title: name, dry_run: false, was_failing: false };
    const ending = { connection_id: id, connection_name: name, days_left: 7, has_successor: false };
    const source = { connection_id: id, connection_name: name, task_id: id };
    await app.db.transaction().execute(async (tx) => {
      await emit(tx, taskEnded, { ...task, kind: 'key_system', error: null });
      await emit(tx, taskEnded, { ...task, kind: 'inventory', error: reason });
      await emit(tx, changeSetStopped, { change_set_id: id, connection_id: id, title: reason, is_preview: true });
      await emit(tx, planActivated, { key_plan_id: id, version: 3 });
      await emit(tx, sourceFailing, { ...source, reason });
      await emit(tx, sourceRecovered, source);
      await emit(tx, credentialEnding, { ...ending, kind: 'secret' });
      await emit(tx, certificateEnding, ending);
      await emit(tx, administratorSuspended, { admin_id: id });
      await emit(tx, administratorViewed, { admin_id: id, by: name, reason: name });
      const token = { token_id: id, owner_id: id, name, owner: name, admin_id: null };
      await emit(tx, apiTokenEnding, { ...token, days_left: 1 });
    });
    await work(app);
    const payloads = receiver.calls.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
    expect(new Set(payloads.map(({ type }) => type))).toEqual(new Set(webhookEventKinds));
    for (const { type, data } of payloads) {
      if (type === 'webhook.test') throw new Error('no test was sent');
      expect(() => webhookEvents[type].data.parse(data), type).not.toThrow();
    }
    const numbers = payloads.map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(numbers).toEqual(webhookEventKinds.map((_, at) => at + 1));
    expect(receiver.calls.map(({ body, headers }) => body + JSON.stringify(headers)).join()).not.toContain(name);
  });

  test('tells that a key plan was switched on, and that an administrator was suspended', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const { call } = app.as('superadmin');
    await aWebhook(app, receiver.url, { events: ['key_plan.activated', 'administrator.suspended'] });
    const { id: planId } = await aKeyPlan(app, { is_active: false });
    await call(planVersions.activate, { params: { keyplan_id: planId }, body: {} });
    for (const is_active of [false, true]) await call(keyPlans.update, { params: { id: planId }, body: { is_active } });
    await app.as('subadmin').token();
    const { id: adminId } = await app.db
      .selectFrom('admin')
      .select('id')
      .where('role', '=', 'subadmin')
      .executeTakeFirstOrThrow();
    await call(administrators.suspend, { params: { id: adminId }, body: { reason: 'Left the company' } });
    await work(app);
    const sent = receiver.calls.map(({ body }) => JSON.parse(body));
    const about = sent.map(({ data }) => data.key_plan_id ?? data.administrator_id);
    expect(about.sort()).toEqual([planId, planId, adminId].sort());
    expect(sent.map(({ link }) => link)).toContain(`https://keys.test/keys/key-plans/${planId}`);
  });

  test('that is not taken is tried again under the same id, after longer and longer pauses', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    receiver.answers.push(
      500,
      (response) => response.destroy(),
      (response) => response.writeHead(503, { 'retry-after': '7200' }).end(),
    );
    await stop(app);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await work(app);
      const [delivery] = await log(app, webhook.id);
      pauses.push(Math.round((Date.parse(delivery?.due_at ?? '') - Date.now()) / 1_000));
      await work(app); // it pauses
      await later(app);
    }
    expect(receiver.calls).toHaveLength(3);
    expect(pauses[0]).toBeLessThanOrEqual(5);
    expect(pauses[1]).toBeGreaterThan(260);
    expect(pauses[2], 'as the receiver asked').toBeGreaterThan(7_100);
    expect((await find(app, webhook.id)).failing_since).not.toBeNull();
    await work(app);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = await log(app, webhook.id);
    expect(delivery).toMatchObject({ state: 'delivered', due_at: null });
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [204, null],
      [503, 'status'],
      [null, 'connection'],
      [500, 'status'],
    ]);
    expect(await find(app, webhook.id)).toMatchObject({ failing_since: null, waiting: 0, is_enabled: true });
  });

  test('is given up after the last attempt, and sent again by hand under the same id', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    await stop(app);
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await app.db.updateTable('webhook_delivery').set({ tries: 11 }).execute();
    receiver.answers.push(500);
    await work(app);
    const [failed] = await log(app, webhook.id);
    expect(failed).toMatchObject({ state: 'failed', due_at: null });
    const params = { id: webhook.id, delivery_id: failed?.id ?? '' };
    const { body } = await app.as('superadmin').call(webhooks.resend, { params });
    expect(body.state).toBe('waiting');
    await work(app);
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([failed?.id, failed?.id]);
    expect((await log(app, webhook.id))[0]?.state).toBe('delivered');
  });

  test('is not sent on after a redirect, nor to an address that may not be called', async ({ app }) => {
    const inside = await aReceiver();
    const refused = await aWebhook(app, inside.url);
    await stop(app);
    await work(app);
    expect((await log(app, refused.id))[0]?.attempts[0]).toMatchObject({ status: null, error: 'address_refused' });
    await app.as('superadmin').call(webhooks.remove, { params: { id: refused.id } });
    allowReceivers(app);
    const [receiver, target] = [await aReceiver(), await aReceiver()];
    const webhook = await aWebhook(app, receiver.url);
    for (const status of [301, 302, 307, 308]) {
      receiver.answers.push((response) => response.writeHead(status, { location: target.url }).end());
    }
    await stop(app);
    for (let attempt = 0; attempt < 4; attempt++) {
      await work(app);
      await later(app);
    }
    expect([receiver.calls.length, target.calls.length, inside.calls.length]).toEqual([4, 0, 0]);
    expect((await log(app, webhook.id))[0]?.attempts.map(({ error }) => error)).toEqual(Array(4).fill('redirect'));
  });

  test('goes through the proxy of the installation, and waits while that refuses it', async ({ app }) => {
    const receiver = await aReceiver(outsideIdentity);
    const { proxy, tunnels } = await aConnectProxy({ credentials: 'key2xs:right' });
    const { id: webhookId } = await aWebhook(app, `https://hooks.outside.test:${receiver.port}/in`);
    callThrough(app, proxy());
    await stop(app);
    await work(app);
    expect((await find(app, webhookId)).last_attempt).toMatchObject({ error: 'proxy', status: null });
    callThrough(app, proxy('key2xs:right@'));
    await later(app);
    await work(app);
    expect((await find(app, webhookId)).last_attempt).toMatchObject({ error: null, status: 204 });
    const asked = `hooks.outside.test:${receiver.port}`;
    expect([tunnels, receiver.calls.length]).toEqual([[asked, asked], 1]);
  });

  test('ends with the status, however long, slow or endless the rest of the answer is', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    let sent = 0;
    receiver.answers.push((response) => {
      response.writeHead(200);
      const pour = () => {
        sent += 65_536;
        if (!response.destroyed) response.write(Buffer.alloc(65_536), pour);
      };
      pour();
    });
    receiver.answers.push((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    receiver.answers.push(() => undefined);
    for (let event = 0; event < 3; event++) await stop(app);
    await work(app, { timeoutMs: 400 });
    expect(sent).toBeLessThan(8 * 1_048_576);
    const attempts = (await log(app, webhook.id)).flatMap(({ attempts: [last] }) => (last ? [last] : []));
    expect(attempts.map(({ status, error }) => [status, error])).toEqual([
      [null, 'timeout'],
      [200, null],
      [200, null],
    ]);
    for (const { duration_ms } of attempts) expect(duration_ms).toBeLessThan(5_000);
  });

  test('to one receiver does not wait for another that is slow', async ({ app }) => {
    allowReceivers(app);
    const [slow, quick] = [await aReceiver(), await aReceiver()];
    await aWebhook(app, slow.url);
    await aWebhook(app, quick.url);
    slow.answers.push(() => undefined);
    const stopping = new AbortController();
    for (let event = 0; event < 3; event++) await stop(app);
    const working = work(app, { signal: stopping.signal });
    await expect.poll(() => quick.calls.length).toBe(3);
    expect(slow.calls).toHaveLength(1);
    await stop(app); // while the first call is still under way
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await expect.poll(() => quick.calls.length, { timeout: 5_000 }).toBe(4);
    stopping.abort();
    await working;
  });

  test('whose process ended in the middle is sent again under the same id', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    const stopping = new AbortController();
    receiver.answers.push(() => stopping.abort());
    await stop(app);
    await work(app, { signal: stopping.signal });
    await work(app);
    expect(receiver.calls, 'its claim still holds').toHaveLength(1);
    await later(app);
    await work(app);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect((await log(app, webhook.id))[0]?.attempts.map(({ status }) => status)).toEqual([204]);
  });

  test('of before a backup was put back is held until that is accepted, and then is not sent', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    await recordUpdates(app, 1);
    await sealAllPending(app.deps);
    await aWebhook(app, receiver.url);
    await stop(app);
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await stop(app);
    await sealAllPending(app.deps);
    const putBack = await backupAuditLog(app);
    await recordUpdates(app, 1);
    await sealAllPending(app.deps);
    await putBack();
    await work(app);
    await acceptEnd(app.deps, 'Backup of 3 May put back');
    await work(app);
    expect(receiver.calls).toEqual([]);
    await stop(app);
    await work(app);
    expect(receiver.calls).toHaveLength(1);
  });

  test('beyond the thousand that may wait is dropped, and leaves a gap', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    const waiting = Array.from({ length: 1_000 }, (_, at) => ({
      id: crypto.randomUUID(),
      webhook_id: webhook.id,
      sequence: -at,
      kind: 'source.recovered' as const,
      occurred_at: new Date(),
      data: '{}',
      path: '/',
      due_at: new Date(Date.now() + 60_000),
    }));
    await app.db.insertInto('webhook_delivery').values(waiting).execute();
    await stop(app);
    await work(app);
    expect((await log(app, webhook.id))[0]).toMatchObject({ sequence: 1, state: 'dropped', attempts: [] });
    await app.db.deleteFrom('webhook_delivery').where('sequence', '=', '0').execute();
    await stop(app);
    await work(app);
    expect(receiver.calls.map(({ body }) => JSON.parse(body).sequence)).toEqual([2]);
  });

  test('is deleted from the log after 90 days, unless it still waits', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    receiver.answers.push(500);
    for (let event = 0; event < 2; event++) await stop(app);
    await work(app);
    const longAgo = new Date(Date.now() - 91 * 86_400_000);
    await app.db.updateTable('webhook_delivery').set({ created_at: longAgo }).execute();
    await stop(app);
    await work(app);
    await forgetDeliveries(app.db);
    expect((await log(app, webhook.id)).map(({ sequence, state }) => [sequence, state])).toEqual([
      [3, 'delivered'],
      [1, 'waiting'],
    ]);
  });
});

describe('a webhook', () => {
  test('is signed with both secrets for 24 hours after a rotation, then with the new one alone', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const { id: webhookId, secret: former } = await aWebhook(app, receiver.url);
    const { body } = await app.as('superadmin').call(webhooks.rotateSecret, { params: { id: webhookId } });
    expect(body.previous_secret_until).not.toBeNull();
    await stop(app);
    await work(app);
    await app.db
      .updateTable('webhook')
      .set({ previous_until: new Date(0) })
      .execute();
    await stop(app);
    await work(app);
    const signed = receiver.calls.map((call) => [isSignedBy(former, call), isSignedBy(body.secret, call)]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
    expect((await find(app, webhookId)).previous_secret_until).toBeNull();
    await forgetDeliveries(app.db);
    const row = await app.db.selectFrom('webhook').select('previous_sealed').executeTakeFirst();
    expect(row).toEqual({ previous_sealed: null });
  });

  test('is switched off after five days of failures, with a notice; what waited is dropped', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    receiver.answers.push(500, 500);
    await stop(app);
    await work(app);
    const since = new Date(Date.now() - 5 * 86_400_000 - 1_000);
    await app.db.updateTable('webhook').set({ failing_since: since }).execute();
    await later(app);
    await stop(app);
    await work(app);
    expect(await find(app, webhook.id)).toMatchObject({
      is_enabled: false,
      disabled_because: 'failing',
      waiting: 0,
    });
    const noticed = await app.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'webhook.disabled')
      .execute();
    expect(noticed).toEqual([
      { payload: { webhook_id: webhook.id, host: `localhost:${receiver.port}`, because: 'failing' } },
    ]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select('actor_name')
      .where('action', '=', 'webhook.disabled')
      .execute();
    expect(audited).toEqual([{ actor_name: 'webhooks' }]);
    const { body: seen } = await app.as('superadmin').call(overview.get, { query: {} });
    const name = `localhost:${receiver.port}`;
    expect(seen.needs_you).toContainEqual({ kind: 'webhook', id: webhook.id, name, because: 'failing' });
    const calls = receiver.calls.length;
    await stop(app);
    await work(app);
    expect(receiver.calls).toHaveLength(calls);
    const { body } = await app.as('superadmin').call(webhooks.update, {
      params: { id: webhook.id },
      body: { url: receiver.url, description: '', events: ['change_set.stopped'], is_enabled: true },
    });
    expect(body).toMatchObject({ is_enabled: true, disabled_because: null, failing_since: null });
  });

  test('that answers 410 Gone is switched off at once', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    receiver.answers.push(410);
    await stop(app);
    await work(app);
    expect(await find(app, webhook.id)).toMatchObject({ is_enabled: false, disabled_because: 'gone' });
    expect((await log(app, webhook.id))[0]).toMatchObject({
      state: 'failed',
      attempts: [{ status: 410, error: 'gone' }],
    });
  });

  test('that is deleted is called no more', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url);
    await stop(app);
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await app.as('superadmin').call(webhooks.remove, { params: { id: webhook.id } });
    await work(app);
    expect(receiver.calls).toEqual([]);
    expect(await app.db.selectFrom('webhook_delivery').select('id').execute()).toEqual([]);
  });

  test('is tried by a test, also while switched off, and its answer is never shown', async ({ app }) => {
    allowReceivers(app);
    const receiver = await aReceiver();
    const webhook = await aWebhook(app, receiver.url, { is_enabled: false });
    const sendTest = () => app.as('superadmin').call(webhooks.sendTest, { params: { id: webhook.id } });
    receiver.answers.push(418);
    const failed = await sendTest();
    expect(failed.body).toMatchObject({
      kind: 'webhook.test',
      state: 'failed',
      attempts: [{ status: 418, error: 'status' }],
    });
    receiver.answers.push(200);
    const taken = await sendTest();
    expect(taken.body).toMatchObject({ sequence: 2, state: 'delivered', attempts: [{ status: 200, error: null }] });
    expect(receiver.calls.map((call) => isSignedBy(webhook.secret, call))).toEqual([true, true]);
    expect(await find(app, webhook.id)).toMatchObject({ last_attempt: null, failing_since: null });
    const rows = await app.db.selectFrom('webhook_delivery').selectAll().execute();
    const seen = JSON.stringify([failed.body, taken.body, await log(app, webhook.id), rows]);
    expect(seen).not.toContain('a secret of the receiver');
    const params = { id: webhook.id, delivery_id: taken.body.id };
    expect((await app.as('superadmin').call(webhooks.resend, { params })).status).toBe(409);
  });
});
