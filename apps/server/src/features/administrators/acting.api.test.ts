import {
  acting,
  administrators,
  auth,
  cylinders,
  type Endpoint,
  isClosedToViews,
  notifications,
  ownViews,
} from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, eventsAbout } from '#test/factories/administrators';
import { aFullHouse, reads } from '#test/factories/full-house';
import { aMailServer } from '#test/mail-server';
import { send } from '#test/send';
import { productEvents } from '../../product-events';
import { sendMails } from '../notifications/send-mails';

const reason = 'Asked for help';
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

function pass(app: TestApp, ms: number) {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => {
    app.deps.clock = clock;
  });
}

describe('a deputy', () => {
  const appoint = (app: TestApp, of: { id: string }, deputy_id: string, from = inHours(-1), until = inHours(5)) =>
    app.as('superadmin').call(administrators.setDeputy, { params: of, body: { deputy_id, from, until, reason } });

  test('acts within the dates with the rights of the other one, under their own name', async ({ app }) => {
    const zoe = await anAdministrator(app, { functions: ['view_people'], username: 'zoe' });
    const yan = await anAdministrator(app, { functions: [], username: 'yan' });
    const open = () => yan.call(acting.actFor, { body: { admin_id: zoe.id } });
    expect((await open()).status).toBe(409);
    await appoint(app, zoe, yan.id, inHours(1), inHours(2));
    expect((await open()).status).toBe(409);
    const { body: of } = await appoint(app, zoe, yan.id);
    expect(of.deputy).toMatchObject({ username: 'yan' });
    const { body: list } = await yan.call(acting.deputyships, {});
    expect(list.items.map(({ username }) => username)).toEqual(['zoe']);

    const { status, body: session } = await open();
    expect(status).toBe(201);
    const token = session.access_token;
    const me = async () => send(app.url, auth.me, {}, { token });
    expect((await me()).body).toMatchObject({
      username: 'yan',
      functions: ['view_people'],
      acting: { as: 'deputy', id: zoe.id, username: 'zoe' },
    });
    expect((await yan.call(auth.me, {})).body).toMatchObject({ functions: [], acting: null });
    const again = await send(app.url, acting.actFor, { body: { admin_id: zoe.id } }, { token });
    expect(again.status, 'no deputy of a deputy').toBe(409);
    expect((await eventsAbout(app, zoe.id)).map(({ action, actor_name }) => [action, actor_name])).toContainEqual([
      'admin.acted_for',
      'yan',
    ]);

    pass(app, 5 * hour);
    expect((await me()).status, 'the dates are over').toBe(401);
    expect((await open()).status).toBe(401); // the own session is over too
  });

  test('ends when removed, and when the represented one gets other rights', async ({ app }) => {
    const zoe = await anAdministrator(app, { functions: ['view_people'] });
    const yan = await anAdministrator(app, { functions: [] });
    const { call } = app.as('superadmin');
    const open = async () => (await yan.call(acting.actFor, { body: { admin_id: zoe.id } })).body.access_token;
    const status = async (token: string) => (await send(app.url, auth.me, {}, { token })).status;
    await appoint(app, zoe, yan.id);
    const first = await open();
    await call(administrators.removeDeputy, { params: zoe });
    expect(await status(first)).toBe(401);
    await appoint(app, zoe, yan.id);
    const second = await open();
    await call(administrators.change, { params: zoe, body: { role: 'superadmin', reason } });
    expect(await status(second)).toBe(401);
    const { body } = await call(administrators.get, { params: zoe });
    expect(body.deputy, 'a sub-admin is no deputy of a super admin').toBeNull();
    expect((await yan.call(acting.actFor, { body: { admin_id: zoe.id } })).status).toBe(409);
  });

  test('is neither the same person nor of a lower role, and no one appoints themselves', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const zoe = await anAdministrator(app, { functions: [] });
    const status = async (params: { id: string }, deputy_id: string, until = inHours(5)) => {
      const body = { deputy_id, from: inHours(-1), until, reason };
      return (await ada.call(administrators.setDeputy, { params, body })).status;
    };
    expect(await status(zoe, zoe.id)).toBe(403);
    expect(await status(zoe, ada.id)).toBe(403);
    expect(await status(ada, zoe.id)).toBe(403);
    expect(await status(zoe, zoe.id, inHours(-2))).toBe(422);
    const bea = await anAdministrator(app, { role: 'superadmin' });
    expect(await status(ada, bea.id)).toBe(200);
  });
});

describe('a view', () => {
  test('is listed to the one it shows for 14 days, as unseen until they have seen it', async ({ app }) => {
    const zoe = await anAdministrator(app, { functions: ['view_cylinders'], username: 'zoe' });
    const yan = await anAdministrator(app, { functions: [] });
    const { body: viewer } = await app.as('superadmin').call(auth.me, {});
    await app.as('superadmin').call(administrators.view, { params: zoe, body: { reason } });
    const list = async (of: typeof zoe) => (await of.call(ownViews.list, {})).body.items;
    const [listed, ...others] = await list(zoe);
    expect(listed).toMatchObject({ by: viewer.username, reason, seen: false });
    expect([others, await list(yan)]).toEqual([[], []]);
    await zoe.call(ownViews.markSeen, {});
    expect(await list(zoe)).toMatchObject([{ id: listed?.id, seen: true }]);
    await app.db
      .updateTable('session')
      .set({ expires_at: inHours(999), ends_at: inHours(999) })
      .execute();
    pass(app, 14 * 24 * hour + hour);
    expect(await list(zoe)).toEqual([]);
  });

  async function aView(app: TestApp) {
    const zoe = await anAdministrator(app, { functions: ['view_cylinders'], username: 'zoe' });
    const { status, body } = await app.as('superadmin').call(administrators.view, { params: zoe, body: { reason } });
    expect(status).toBe(201);
    return { zoe, token: body.access_token, seconds: body.expires_in };
  }

  test('reads what the other one reads, and neither changes nor downloads anything', async ({ app }) => {
    const { zoe, token, seconds } = await aView(app);
    expect(seconds).toBe(900);
    const seen = await send(app.url, cylinders.list, { query: {} }, { token });
    const own = await zoe.call(cylinders.list, { query: {} });
    expect([seen.status, seen.text]).toEqual([200, own.text]);
    expect((await send(app.url, administrators.list, { query: {} }, { token })).status).toBe(403);
    const viewOnly = expect.stringContaining('only shows what another administrator sees');
    const refused = [
      await send(app.url, cylinders.exportCsv, { query: {} }, { token }),
      await send(app.url, auth.refresh, {}, { token }),
      await send(app.url, notifications.save, { body: { mail_address: null, language: 'en', notices: [] } }, { token }),
      await send(app.url, acting.actFor, { body: { admin_id: zoe.id } }, { token }),
    ];
    expect(refused.map(({ status, problem }) => [status, problem?.detail])).toEqual(refused.map(() => [403, viewOnly]));
    expect((await send(app.url, auth.me, {}, { token })).body.acting).toMatchObject({ as: 'view', username: 'zoe' });
    expect((await send(app.url, auth.createStreamTicket, {}, { token })).status).toBe(201);
    expect((await send(app.url, auth.logout, {}, { token })).status).toBe(200);
    expect((await send(app.url, auth.me, {}, { token })).status).toBe(401);
  });

  test('has the same answer to every read as the other one, and no download', async ({ app }) => {
    const { addressOf } = await aFullHouse(app);
    const { zoe, token } = await aView(app);
    const ask = async (endpoint: Endpoint, bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await fetch(`${app.url}${addressOf(endpoint)}`, { headers });
      return { status: answer.status, text: answer.ok ? await answer.text() : '' };
    };
    const others: string[] = [];
    for (const endpoint of reads) {
      const own = await ask(endpoint, zoe.token);
      const seen = await ask(endpoint, token);
      const isAsPromised = isClosedToViews(endpoint)
        ? seen.status === 403
        : seen.status === own.status && seen.text === own.text;
      if (!isAsPromised) others.push(`${endpoint.path}: ${seen.status} instead of ${own.status}`);
    }
    expect(others).toEqual([]);
  });

  test('ends after 15 minutes, and with the rights of the other one', async ({ app }) => {
    const { zoe, token } = await aView(app);
    const status = async () => (await send(app.url, auth.me, {}, { token })).status;
    pass(app, 14 * 60_000);
    expect(await status()).toBe(200);
    pass(app, 60_000);
    expect(await status()).toBe(401);
    const again = await app.as('superadmin').call(administrators.view, { params: zoe, body: { reason } });
    expect(again.status, 'without a fresh proof').toBe(403);
  });

  test('is never of a super admin, of oneself or of a suspended account', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const bea = await anAdministrator(app, { role: 'superadmin' });
    const gone = await anAdministrator(app, { suspended_at: new Date() });
    const yan = await anAdministrator(app);
    const status = async (params: { id: string }, by = ada) =>
      (await by.call(administrators.view, { params, body: { reason } })).status;
    expect([await status(bea), await status(ada), await status(gone)]).toEqual([409, 409, 409]);
    expect(await status(yan, yan)).toBe(403);
    expect(await app.db.selectFrom('session').select('id').where('acts_as', '=', 'view').execute()).toEqual([]);
  });

  test('is recorded with its reason, and the other one is mailed', async ({ app }) => {
    const server = await aMailServer();
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'key2xs@example.org' });
    Object.assign(app.deps, { mailer });
    onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
    const zoe = await anAdministrator(app, { functions: [] });
    const mail_address = 'zoe@example.org';
    await app.db
      .insertInto('notification_settings')
      .values({ admin_id: zoe.id, mail_address, language: 'en', notices: [] })
      .execute();
    await app.as('superadmin').call(administrators.view, { params: zoe, body: { reason } });
    const never = new AbortController().signal;
    await deliverEvents(app.deps, productEvents(app.deps), never);
    await sendMails(app.deps, never);
    expect(server.mails).toMatchObject([{ to: [mail_address], text: expect.stringContaining(reason) }]);
    const [event] = await eventsAbout(app, zoe.id);
    expect(event).toMatchObject({ action: 'admin.viewed', details: { reason, minutes: 15 } });
  });
});
