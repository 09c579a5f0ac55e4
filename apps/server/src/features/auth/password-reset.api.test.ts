import { auth } from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { addTotp } from '#test/second-factors';
import { send } from '#test/send';
import { insertAdmin } from './queries';
import { issueReset } from './service';

const before = 'a sentence with many words';
const after = 'another sentence of several words';

async function anAdmin(app: TestApp) {
  const password_hash = await app.deps.passwords.hash(before, { lane: 'test', isTrusted: true });
  const row = { id: app.deps.newId(), username: 'Ada', password_hash, role: 'superadmin' as const };
  return app.db.transaction().execute((tx) => insertAdmin(tx, row));
}

const issue = (app: TestApp, username = 'ada', resets?: { resetsFactors: boolean }) => {
  const caller = { actor: undefined, name: 'command', request_id: null, sign: app.deps.signEvent };
  return issueReset(app.deps, caller, username, resets);
};

const reset = (app: TestApp, token = '', new_password = after) =>
  send(app.url, auth.resetPassword, { body: { token, new_password } });

const signIn = (app: TestApp, password: string) => send(app.url, auth.login, { body: { username: 'ada', password } });

describe('POST /auth/password/reset', () => {
  test('sets a password once, ends the sessions and is recorded', async ({ app }) => {
    const { id } = await anAdmin(app);
    const session = (await signIn(app, before)).body.access_token;
    const issued = await issue(app);
    expect((await signIn(app, before)).status).toBe(200);

    const answer = await app
      .as('anonymous')
      .call(auth.resetPassword, { body: { token: issued?.token ?? '', new_password: after } });
    expect(answer.body).toEqual({ success: true, username: 'Ada' });
    expect((await send(app.url, auth.me, {}, { token: session })).status).toBe(401);
    expect([(await signIn(app, before)).status, (await signIn(app, after)).status]).toEqual([401, 200]);
    const events = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { action: 'admin.password_reset_issued', actor_name: 'command' },
      { action: 'admin.password_reset', actor_name: 'Ada' },
      { action: 'login.failed', actor_name: 'anonymous', details: { step: 'password' } },
    ]);
    expect((await reset(app, issued?.token)).problem.code).toBe('link_expired');
  });

  test('removes the second factors only when the link was made for that', async ({ app }) => {
    await anAdmin(app);
    await addTotp(app);
    const secondFactorNeeded = async (sentence: string) => (await signIn(app, sentence)).problem?.code;
    expect((await reset(app, (await issue(app))?.token)).status).toBe(200);
    expect(await secondFactorNeeded(after)).toBe('second_factor_needed');
    const issued = await issue(app, 'ada', { resetsFactors: true });
    expect((await reset(app, issued?.token, before)).status).toBe(200);
    expect(await secondFactorNeeded(before)).toBeUndefined();
  });

  test('works for one of several concurrent requests', async ({ app }) => {
    await anAdmin(app);
    const issued = await issue(app);
    const answers = await Promise.all([1, 2, 3].map((n) => reset(app, issued?.token, `${after} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  test('refuses a weak password, and the link still works', async ({ app }) => {
    await anAdmin(app);
    const issued = await issue(app);
    const weak = await reset(app, issued?.token, 'ada ada ada ada ada');
    expect([weak.status, weak.problem.code]).toEqual([422, 'validation_failed']);
    expect((await reset(app, issued?.token)).status).toBe(200);
  });

  test('refuses a link an hour later, one before a newer one, and one of an administrator disabled since', async ({
    app,
  }) => {
    const { id } = await anAdmin(app);
    const first = await issue(app);
    const second = await issue(app);
    expect((await reset(app, first?.token)).status).toBe(410);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect((await reset(app, second?.token)).status).toBe(410);
    await app.db.updateTable('admin').set({ suspended_at: null }).where('id', '=', id).execute();
    const { clock } = app.deps;
    onTestFinished(() => {
      app.deps.clock = clock;
    });
    app.deps.clock = () => new Date(clock().getTime() + 3_600_000);
    expect((await reset(app, second?.token)).status).toBe(410);
  });

  test('issues no link for an unknown or disabled administrator', async ({ app }) => {
    const { id } = await anAdmin(app);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect([await issue(app), await issue(app, 'nobody')]).toEqual([undefined, undefined]);
  });
});
