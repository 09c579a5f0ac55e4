import { auth, type Input, invitations } from '@key2xs/contract';
import { describe, inject, onTestFinished } from 'vitest';
import { createPasswordHasher } from '#platform/isolated/password-hasher';
import { expect, type TestApp, test } from '#test/app';
import { createAuditCheck } from '#test/client';
import { isBlockingOthers } from '#test/database';
import { send } from '#test/send';
import { lockAdministrators } from '../administrators/service';
import { insertAdmin } from './queries';

const password = 'a sentence with many words';
const hour = 3_600_000;

async function anAdmin(app: TestApp, username = 'ada', role: 'superadmin' | 'subadmin' = 'superadmin') {
  const password_hash = await app.deps.passwords.hash(password, { lane: 'test', isTrusted: true });
  return app.db.transaction().execute((tx) => insertAdmin(tx, { id: app.deps.newId(), username, password_hash, role }));
}

const signIn = (app: TestApp, body: Input<typeof auth.login>['body'], headers?: Record<string, string>) =>
  send(app.url, auth.login, { body }, { headers: headers ?? {} });

async function aToken(app: TestApp, username = 'ada'): Promise<string> {
  return (await signIn(app, { username, password })).body.access_token;
}

const isLive = async (app: TestApp, token: string) => (await send(app.url, auth.me, {}, { token })).status === 200;

/** Shifts the server's clock until the end of the test. */
function pass(app: TestApp, ms: number) {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => {
    app.deps.clock = clock;
  });
}

const listEvents = (app: TestApp) => app.db.selectFrom('audit_event').selectAll().orderBy('id').execute();

describe('POST /auth/login', () => {
  test('gives an hour, and remembers who signed in', async ({ app }) => {
    const { id } = await anAdmin(app, 'Ada.Admin');
    const { status, body } = await app
      .as('anonymous')
      .call(auth.login, { body: { username: ' ADA.admin ', password } });
    expect([status, body.expires_in]).toEqual([200, 3_600]);

    const me = await send(app.url, auth.me, {}, { token: body.access_token });
    expect(me.body).toMatchObject({ id, username: 'Ada.Admin', role: 'superadmin' });
    expect(await listEvents(app)).toMatchObject([{ action: 'session.started', actor_id: id, actor_name: 'Ada.Admin' }]);
  });

  test('answers a wrong password, an unknown and a disabled administrator alike', async ({ app }) => {
    await anAdmin(app, 'ada');
    const { id } = await anAdmin(app, 'gone');
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();

    const answers = [
      await signIn(app, { username: 'ada', password: 'wrong' }),
      await signIn(app, { username: 'nobody', password }),
      await signIn(app, { username: 'gone', password }),
      await signIn(app, { username: '', password: '' }),
    ];
    const problems = answers.map(({ problem: { request_id: _, ...rest } }) => rest);
    expect(problems[0]).toMatchObject({ status: 401, detail: 'Wrong username or password.' });
    for (const other of problems) expect(other).toEqual(problems[0]);
  });

  test('lets many sign in to one account at once', async ({ app }) => {
    await anAdmin(app, 'ada');
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(app, { username: 'ada', password })));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  test('forgets the failures of an account once its password was right', async ({ app }) => {
    await anAdmin(app, 'ada');
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) await signIn(app, { username: 'ada', password: 'wrong' });
      expect((await signIn(app, { username: 'ada', password })).status).toBe(200);
    }
  });

  test('locks an address after fifty failures, whatever it says it is forwarded for', async ({ app }) => {
    await anAdmin(app, 'ada');
    const attempt = (i: number, body: { username: string; password: string }) =>
      signIn(app, body, { 'x-forwarded-for': `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` });
    for (let i = 0; i < 50; i++) {
      expect((await attempt(i, { username: `user-${i}`, password: 'wrong' })).status).toBe(401);
    }
    const { status, problem } = await attempt(51, { username: 'ada', password });
    expect([status, problem.code]).toEqual([429, 'too_many_attempts']);
  });
});

describe('a session', () => {
  test('is known by its hash only', async ({ app }) => {
    await anAdmin(app);
    const token = await aToken(app);
    const [session] = await app.db.selectFrom('session').selectAll().execute();
    expect(session?.token_hash).toHaveLength(32);
    expect(token).toHaveLength(43);
    expect(Buffer.from(token, 'base64url').equals(session?.token_hash ?? Buffer.of())).toBe(false);
  });

  test('ends after an hour without a refresh', async ({ app }) => {
    await anAdmin(app);
    const token = await aToken(app);
    pass(app, hour - 5_000);
    expect(await isLive(app, token)).toBe(true);
    pass(app, 6_000);
    expect(await isLive(app, token)).toBe(false);
  });

  test('gets a fresh token, and the old one stops at once', async ({ app }) => {
    await anAdmin(app);
    const old = await aToken(app);
    pass(app, hour / 2);
    const answer = await send(app.url, auth.refresh, {}, { token: old });
    await createAuditCheck(app.db).check(auth.refresh, answer);
    const { body } = answer;
    expect(body.expires_in).toBe(3_600);
    expect([await isLive(app, old), await isLive(app, body.access_token)]).toEqual([false, true]);
    pass(app, hour * 0.9);
    expect(await isLive(app, body.access_token)).toBe(true);
  });

  test('is refreshed once when many try with one token', async ({ app }) => {
    await anAdmin(app);
    const token = await aToken(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(app.url, auth.refresh, {}, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('cannot be refreshed past twelve hours', async ({ app }) => {
    await anAdmin(app);
    let token = await aToken(app);
    const lives: number[] = [];
    for (let i = 0; i < 13; i++) {
      pass(app, 0.9 * hour);
      const { body } = await send(app.url, auth.refresh, {}, { token });
      token = body.access_token;
      lives.push(body.expires_in);
    }
    expect(lives.slice(0, 12)).toEqual(Array(12).fill(3_600));
    expect(lives[12]).toBeLessThanOrEqual(0.3 * 3_600);
    pass(app, 0.3 * hour);
    expect(await isLive(app, token)).toBe(false);
  });

  test('ends with logout, and only this one', async ({ app }) => {
    await anAdmin(app);
    const [mine, other] = [await aToken(app), await aToken(app)];
    const answer = await send(app.url, auth.logout, {}, { token: mine });
    await createAuditCheck(app.db).check(auth.logout, answer);
    expect(answer.body).toEqual({ success: true });
    expect([await isLive(app, mine), await isLive(app, other)]).toEqual([false, true]);
  });

  test('ends when its administrator is disabled', async ({ app }) => {
    const { id } = await anAdmin(app);
    const token = await aToken(app);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect(await isLive(app, token)).toBe(false);
  });
});

describe('POST /auth/password', () => {
  const change = (app: TestApp, token: string, current_password: string, new_password: string) =>
    send(app.url, auth.changePassword, { body: { current_password, new_password } }, { token });

  test('ends every session; only the new password works', async ({ app }) => {
    await anAdmin(app);
    const tokens = [await aToken(app), await aToken(app)];
    const fresh = 'quite another sentence';
    expect((await change(app, tokens[0] ?? '', password, fresh)).body).toEqual({ success: true });
    for (const token of tokens) expect(await isLive(app, token)).toBe(false);
    expect((await signIn(app, { username: 'ada', password })).status).toBe(401);
    expect((await signIn(app, { username: 'ada', password: fresh })).status).toBe(200);
    expect((await listEvents(app)).map(({ action }) => action)).toContain('admin.password_changed');
  });

  test('needs the current one, and limits guesses', async ({ app }) => {
    await anAdmin(app);
    const token = await aToken(app);
    for (let i = 0; i < 10; i++) {
      const { problem } = await change(app, token, 'wrong', 'quite another sentence');
      expect(problem.code).toBe('invalid_credentials');
    }
    const { problem } = await change(app, token, password, 'quite another sentence');
    expect(problem.code).toBe('too_many_attempts');
    expect(await isLive(app, token)).toBe(true);
  });

  test('names the field of a weak one', async ({ app }) => {
    await anAdmin(app);
    const { status, problem } = await change(app, await aToken(app), password, 'adaadaadaadaadaada');
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'new_password']);
  });
});

describe('POST /auth/register', () => {
  const register = (app: TestApp, username: string, invitation_token?: string) =>
    send(app.url, auth.register, { body: { username, password, invitation_token } });
  const invite = async (app: TestApp, role: 'superadmin' | 'subadmin' = 'subadmin') =>
    (await app.as('superadmin').call(invitations.invite, { body: { role } })).body;

  test('makes the first administrator a super admin', async ({ app }) => {
    const { status, body, text } = await app
      .as('anonymous')
      .call(auth.register, { body: { username: 'Ada', password } });
    expect([status, body.username, body.role]).toEqual([201, 'Ada', 'superadmin']);
    expect(text).not.toMatch(/argon|password/);
    expect((await signIn(app, { username: 'ada', password })).status).toBe(200);
  });

  test('creates exactly one of ten concurrent ones', async ({ app }) => {
    const { passwords } = app.deps;
    app.deps.passwords = createPasswordHasher(app.deps.runner, { parallel: 10 }); // so that hashing does not serialize them
    onTestFinished(() => {
      app.deps.passwords = passwords;
    });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => register(app, `first-${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
    expect(await app.db.selectFrom('admin').selectAll().execute()).toHaveLength(1);
  });

  // The embedded database runs one transaction at a time.
  test.runIf(inject('databaseTemplate').kind === 'server')('waits for one that is under way', async ({ app }) => {
    const { registered } = await app.db.transaction().execute(async (tx) => {
      await lockAdministrators(tx);
      const registered = register(app, 'ada');
      await expect.poll(() => isBlockingOthers(tx)).toBe(true);
      return { registered };
    });
    expect((await registered).status).toBe(201);
  });

  test('is closed afterwards, even when that administrator is disabled', async ({ app }) => {
    const { id } = await anAdmin(app);
    expect((await register(app, 'eve')).problem.code).toBe('registration_closed');
    expect((await register(app, 'eve', 'guessed')).problem.code).toBe('registration_closed');
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect((await register(app, 'eve')).problem.code).toBe('registration_closed');
  });

  test('takes an invitation once, with its role', async ({ app }) => {
    const { invitation_token } = await invite(app);
    const answers = await Promise.all([1, 2, 3].map((i) => register(app, `guest-${i}`, invitation_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(answers.find(({ status }) => status === 201)?.body.role).toBe('subadmin');
    const [stored] = await app.db.selectFrom('invitation').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(invitation_token);
  });

  test('does not use up an invitation for a username that is taken', async ({ app }) => {
    await anAdmin(app, 'ÄNNE');
    const { invitation_token } = await invite(app, 'superadmin');
    expect((await register(app, 'änne', invitation_token)).problem.code).toBe('conflict');
    expect((await register(app, 'bea', invitation_token)).body.role).toBe('superadmin');
  });

  test('takes no invitation that is 72 hours old', async ({ app }) => {
    const { invitation_token } = await invite(app);
    pass(app, 72 * hour);
    expect((await register(app, 'late', invitation_token)).problem.code).toBe('registration_closed');
  });

  test('takes no invitation of an administrator who is disabled', async ({ app }) => {
    const { invitation_token } = await invite(app);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).execute();
    expect((await register(app, 'eve', invitation_token)).problem.code).toBe('registration_closed');
  });

  test('names the field of a weak password', async ({ app }) => {
    const body = { username: 'ada', password: 'Key2XS Key2XS Key2XS' };
    const { status, problem } = await send(app.url, auth.register, { body });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'password']);
  });
});
