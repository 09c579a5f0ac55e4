import { administrators, auth, notifications } from '@key2xs/contract';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { anotherServer } from '#test/another-server';
import { expect, type TestApp, test } from '#test/app';
import { aMailServer } from '#test/mail-server';
import { addTotp, anAdmin, enter, pass } from '#test/second-factors';
import { send } from '#test/send';
import { elsewhere, home, office } from '#test/sign-in';
import { productEvents } from '../../product-events';
import { sendMails } from '../notifications/send-mails';
import { resetSecondFactors } from '../second-factors/service';

const never = new AbortController().signal;

/** A server behind a proxy that sends mails, and how they are read. */
async function aMailingServer(app: TestApp) {
  const { port, mails } = await aMailServer();
  const server = await anotherServer(app);
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Key2XS <key2xs@city.test>' });
  Object.assign(server.deps, { mailer, config: { ...server.deps.config, publicUrl: 'https://keys.test' } });
  const work = async () => {
    await deliverEvents(server.deps, productEvents(server.deps), never);
    await sendMails(server.deps, never);
    return mails
      .splice(0)
      .map(({ to, text }) => ({ to: to[0], text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') }));
  };
  return { ...server, work };
}

async function withAddress(app: TestApp, username: string, role: 'superadmin' | 'subadmin' = 'superadmin') {
  const admin = await anAdmin(app, username, role);
  const settings = { language: 'en' as const, notices: [] };
  await app.db
    .insertInto('notification_settings')
    .values({ admin_id: admin.id, mail_address: `${username}@city.test`, ...settings })
    .execute();
  return admin;
}

const forget = ({ url }: { url: string }, username: string, from = elsewhere) =>
  send(url, auth.forgotPassword, { body: { username } }, { headers: { 'x-forwarded-for': from } });

describe('POST /auth/password/forgotten', () => {
  test('mails a link that sets a new password once', async ({ app }) => {
    await withAddress(app, 'ada', 'subadmin');
    const server = await aMailingServer(app);
    const { body } = await forget(server, ' ADA ');
    expect(body).toEqual({ success: true, is_mail_configured: true });
    const [mail, ...more] = await server.work();
    expect([mail?.to, more]).toEqual(['ada@city.test', []]);
    const token = /https:\/\/keys\.test\/reset-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.text).toContain('because it is about your own account');
    const reset = { body: { token, new_password: 'quite another sentence' } };
    expect((await send(server.url, auth.resetPassword, reset)).body.username).toBe('ada');
    expect((await send(server.url, auth.resetPassword, reset)).problem.code).toBe('link_expired');
    const stored = await app.db.selectFrom('outbox').select('payload').execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('answers alike and mails nothing for an unknown name, a suspended one, one without a password or an address', async ({
    app,
  }) => {
    await withAddress(app, 'gone');
    await withAddress(app, 'sso');
    await anAdmin(app, 'bob');
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('username', '=', 'gone').execute();
    await app.db.updateTable('admin').set({ password_hash: null }).where('username', '=', 'sso').execute();
    const server = await aMailingServer(app);
    const answers = await Promise.all(['gone', 'sso', 'bob', 'unknown'].map((name) => forget(server, name)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await server.work()).toEqual([]);
    const events = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'admin.password_forgotten')
      .execute();
    expect(events.map(({ details }) => details?.username).sort()).toEqual(['bob', 'gone', null, 'sso']);
    expect((await app.db.selectFrom('outbox').select('id').execute()).length, 'the same writes').toBe(4);
  });

  test('mails three times an hour at most, and refuses a network that asks on and on', async ({ app }) => {
    await withAddress(app, 'ada');
    const server = await aMailingServer(app);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => forget(server, 'ada')));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await server.work()).toHaveLength(3);
    for (let i = 0; i < 15; i++) expect((await forget(server, `user-${i}`)).status).toBe(200);
    expect((await forget(server, 'ada')).problem.code).toBe('too_many_attempts');
    expect((await forget(server, 'ada', home)).status).toBe(200);
  });

  test('sends no link where the address of the product is only what the request says, and none that is stale', async ({
    app,
  }) => {
    await withAddress(app, 'ada');
    const server = await aMailingServer(app);
    server.deps.config.publicUrl = undefined;
    expect((await forget(server, 'ada')).body.is_mail_configured).toBe(false);
    expect(await server.work()).toEqual([]);
    server.deps.config.publicUrl = 'https://keys.test';
    await forget(server, 'ada');
    pass(server, 3_600_001);
    expect(await server.work()).toEqual([]);
  });
});

describe('a sign-in from a new network or browser', () => {
  test('is mailed to its administrator, and noted in what they did', async ({ app }) => {
    const { id } = await withAddress(app, 'ada');
    const server = await aMailingServer(app);
    const firefox = (version: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Firefox/${version}.0`;
    const from = (address: string, agent: string) =>
      enter(server, 'ada', { 'x-forwarded-for': address, 'user-agent': agent });
    await from(office, firefox(140));
    await from(office, firefox(141));
    expect(await server.work(), 'neither the first sign-in nor a newer version').toEqual([]);
    await from(home, firefox(141));
    await from(office, 'curl/8.0');
    await from(home, 'curl/8.1');
    const mails = await server.work();
    expect(mails.map(({ to, text }) => [to, text.includes(home), text.includes('curl')])).toEqual([
      ['ada@city.test', true, false],
      ['ada@city.test', false, true],
    ]);
    const started = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'session.started')
      .where('actor_id', '=', id)
      .orderBy('id')
      .execute();
    expect(started.map(({ details }) => details?.is_new_device)).toEqual([false, false, true, true, false]);
    const sessions = await app.db.selectFrom('session').select(['address', 'user_agent']).orderBy('id').execute();
    expect(sessions.at(-1)).toEqual({ address: home, user_agent: 'curl/8.1' });
  });
});

test('a change of how an administrator signs in is mailed to them, whatever they have chosen', async ({ app }) => {
  const { id } = await withAddress(app, 'ada', 'subadmin');
  const server = await aMailingServer(app);
  await addTotp(server);
  await app.db.transaction().execute((tx) => resetSecondFactors(tx, id));
  const texts = (await server.work()).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain('An authenticator app was set up for your account.');
  expect(texts[1]).toContain('The second factors of your account were removed.');
});

test('another mail address is reported to itself and to the former one, regardless of who changed it', async ({
  app,
}) => {
  const { id } = await withAddress(app, 'ada', 'subadmin');
  const server = await aMailingServer(app);
  const { call } = app.as('superadmin');
  const told = async () => (await server.work()).map(({ to, text }) => [to, /now come|no longer come/.exec(text)?.[0]]);
  await call(administrators.change, { params: { id }, body: { mail_address: 'new@city.test', reason: 'Wrong' } });
  expect(await told()).toEqual([
    ['ada@city.test', 'no longer come'],
    ['new@city.test', 'now come'],
  ]);
  const save = (mail_address: string | null) =>
    call(notifications.save, { body: { mail_address, language: 'en', notices: [] } });
  await save('own@city.test');
  await save('own@city.test');
  expect(await told(), 'there was none before').toEqual([]);
  await save(null);
  expect(await told()).toEqual([['own@city.test', 'no longer come']]);
});
