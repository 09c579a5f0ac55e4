import { administrators, auth, invitations } from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { createPasswordHasher } from '#platform/isolated/password-hasher';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator, eventsAbout } from '#test/factories/administrators';
import { aPlace } from '#test/factories/doors';
import { aMailServer } from '#test/mail-server';
import { send } from '#test/send';

const password = 'a sentence with many words';
const hour = 3_600_000;

const register = (app: TestApp, username: string, invitation_token?: string) =>
  send(app.url, auth.register, { body: { username, password, invitation_token } });
const check = (app: TestApp, token: string) => send(app.url, invitations.check, { body: { token } });
const tokenOf = (link: string | null) => link?.split('#')[1] ?? '';

function pass(app: TestApp, ms: number) {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => {
    app.deps.clock = clock;
  });
}

describe('an invitation', () => {
  test('gives the account its name, roles, scope, dates and mail address', async ({ app }) => {
    const { call } = app.as('superadmin');
    const other = await anAdministrator(app, { functions: ['view_people', 'edit_plans'] });
    const roles = (await call(administrators.get, { params: other })).body.roles;
    const place = await aPlace(app, { name: 'Site', type: 'site' });
    const { body: invited } = await call(invitations.invite, {
      body: {
        role: 'subadmin',
        role_ids: roles.map(({ id }) => id),
        scope: { departments: ['Ward'], places: [place.id] },
        name: 'Zoe Zett',
        mail_address: 'zoe@example.org',
        valid_until: '2100-01-01T00:00:00Z',
      },
    });
    expect(invited.link).toBe(`${app.url}/invitation#${invited.invitation_token}`);
    expect(invited.mail_problem, 'there is no mail server').toMatch(/sends no mails/);
    const checked = await app.as('anonymous').call(invitations.check, { body: { token: invited.invitation_token } });
    expect(checked.body).toEqual({
      name: 'Zoe Zett',
      role: 'subadmin',
      roles: roles.map(({ name }) => name),
      expires_at: invited.expires_at,
    });
    const { body: admin } = await register(app, 'zoe', invited.invitation_token);
    expect(admin.functions, 'as far as the scope lets them').toEqual(['view_people']);
    expect((await call(administrators.get, { params: admin })).body).toMatchObject({
      name: 'Zoe Zett',
      mail_address: 'zoe@example.org',
      roles,
      scope: { departments: ['ward'], places: [{ id: place.id }] },
      valid_until: '2100-01-01T00:00:00.000Z',
    });
    const { body: list } = await call(invitations.list, { query: { status: 'used' } });
    expect(list.items).toMatchObject([{ registered_as: { username: 'zoe' }, roles, name: 'Zoe Zett' }]);
  });

  test('is used once by 50 at the same moment', async ({ app }) => {
    const { passwords } = app.deps;
    app.deps.passwords = createPasswordHasher(app.deps.runner, { parallel: 10 });
    onTestFinished(() => {
      app.deps.passwords = passwords;
    });
    const { body } = await app.as('superadmin').call(invitations.invite, { body: { role: 'subadmin' } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => register(app, `guest-${n}`, body.invitation_token)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 403, 503].includes(status))).toEqual([]);
    const guests = await app.db.selectFrom('admin').select('id').where('username', 'like', 'guest-%').execute();
    expect(guests).toHaveLength(1);
  });

  test('answers the same for every token that opens none', async ({ app }) => {
    const { call } = app.as('superadmin');
    const invite = async () => (await call(invitations.invite, { body: { role: 'subadmin' } })).body;
    const [used, revoked, resent, foreign] = [await invite(), await invite(), await invite(), await invite()];
    await register(app, 'zoe', used.invitation_token);
    await call(invitations.revoke, { params: revoked });
    const { body: renewed } = await call(invitations.resend, { params: resent });
    const reset = await call(administrators.sendPasswordReset, { params: await anAdministrator(app) });
    const wrong = [
      used.invitation_token,
      revoked.invitation_token,
      resent.invitation_token,
      foreign.invitation_token.slice(0, -1),
      tokenOf(reset.body.link),
      '',
    ];
    for (const token of wrong) {
      const [checked, registered] = [await check(app, token), await register(app, 'eve', token)];
      expect([checked.status, checked.problem.detail]).toEqual([
        410,
        expect.stringContaining('This invitation does not exist, has been used'),
      ]);
      expect([registered.status, registered.problem.detail]).toEqual([
        403,
        expect.stringContaining('Registration needs'),
      ]);
    }
    expect((await check(app, tokenOf(renewed.link))).status).toBe(200);
    pass(app, 72 * hour);
    expect((await check(app, foreign.invitation_token)).status).toBe(410);
  });

  test('dies with the rights of its inviter, and is listed so', async ({ app }) => {
    const ada = await anAdministrator(app, { role: 'superadmin' });
    const { body } = await ada.call(invitations.invite, { body: { role: 'superadmin' } });
    const { call } = app.as('superadmin');
    const change = { params: ada, body: { role: 'subadmin' as const, reason: 'Other duties' } };
    await call(administrators.change, change);
    expect((await register(app, 'eve', body.invitation_token)).status).toBe(403);
    const { body: list } = await call(invitations.list, { query: {} });
    expect(list.items.map(({ status }) => status)).toEqual(['expired']);
    const { body: renewed } = await call(invitations.resend, { params: body });
    expect((await register(app, 'eve', tokenOf(renewed.link))).status).toBe(201);
    for (const closed of [invitations.resend, invitations.revoke]) {
      expect((await call(closed, { params: body })).status).toBe(409);
    }
    expect((await eventsAbout(app, body.id)).map(({ action }) => action)).toEqual([
      'admin.invited',
      'invitation.resent',
    ]);
  });

  test('is mailed where that is possible, and the link is shown where it is not', async ({ app }) => {
    const server = await aMailServer();
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'key2xs@example.org' });
    const { config } = app.deps;
    Object.assign(app.deps, { mailer });
    onTestFinished(() => void Object.assign(app.deps, { mailer: undefined, config }));
    const { call } = app.as('superadmin');
    const mail_address = 'zoe@example.org';
    const { body: shown } = await call(invitations.invite, { body: { role: 'subadmin', mail_address } });
    expect([shown.mail_problem, server.mails]).toEqual([expect.stringContaining('KEY2XS_PUBLIC_URL'), []]);
    Object.assign(app.deps, { config: { ...config, publicUrl: 'https://keys.test' } });
    const { body: mailed } = await call(invitations.invite, { body: { role: 'subadmin', mail_address } });
    expect(mailed).toMatchObject({ link: null, mailed_to: mail_address, mail_problem: null });
    expect(server.mails).toMatchObject([
      { to: [mail_address], text: expect.stringContaining('https://keys.test/invitation#') },
    ]);
    server.answers.push({ code: 550, words: 'No such mailbox' });
    const { body: refused } = await call(invitations.invite, { body: { role: 'subadmin', mail_address } });
    expect(refused).toMatchObject({
      link: expect.stringContaining(refused.invitation_token),
      mailed_to: null,
      mail_problem: expect.stringContaining('No such mailbox'),
    });
  });
});
