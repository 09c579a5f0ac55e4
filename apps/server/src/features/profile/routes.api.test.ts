import { auth, preferences as preferenceCalls, profile, stepUp } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { send } from '#test/send';
import { password } from '#test/sign-in';

/** An administrator of a test, and a token for each of some sessions. */
async function signedIn(
  app: TestApp,
  username: string,
  agents: string[],
  role: 'superadmin' | 'subadmin' = 'subadmin',
) {
  const id = app.deps.newId();
  const password_hash = await app.deps.passwords.hash(password, { lane: 'test', isTrusted: true });
  await app.db.insertInto('admin').values({ id, username, username_folded: username, password_hash, role }).execute();
  const tokens: string[] = [];
  for (const agent of agents) {
    const answer = await send(
      app.url,
      auth.login,
      { body: { username, password } },
      { headers: { 'user-agent': agent } },
    );
    tokens.push(answer.body.access_token);
  }
  return { id, tokens: tokens as [string, ...string[]] };
}

const isLive = async (app: TestApp, token: string | undefined) =>
  (await send(app.url, auth.me, {}, { token })).status === 200;

describe('own sessions', () => {
  test('are listed with device and network, this one marked', async ({ app }) => {
    const { tokens } = await signedIn(app, 'ada', ['Old Browser', 'New Browser']);
    await signedIn(app, 'grace', ['Elsewhere']);
    const { body } = await send(app.url, profile.listSessions, {}, { token: tokens[0] });
    expect(body.items.map(({ user_agent, address, is_current }) => [user_agent, address, is_current])).toEqual([
      ['New Browser', '127.0.0.1', false],
      ['Old Browser', '127.0.0.1', true],
    ]);
  });

  test('end one by one, and only own ones', async ({ app }) => {
    const { tokens } = await signedIn(app, 'ada', ['one', 'two']);
    const other = await signedIn(app, 'grace', ['three']);
    const listed = await send(app.url, profile.listSessions, {}, { token: other.tokens[0] });
    const foreign = { id: listed.body.items[0]?.id ?? '' };
    const refused = await send(app.url, profile.endSession, { params: foreign }, { token: tokens[0] });
    expect([refused.status, await isLive(app, other.tokens[0])]).toEqual([404, true]);

    const { body } = await send(app.url, profile.listSessions, {}, { token: tokens[0] });
    const id = body.items.find(({ is_current }) => !is_current)?.id ?? '';
    await send(app.url, profile.endSession, { params: { id } }, { token: tokens[0] });
    expect([await isLive(app, tokens[0]), await isLive(app, tokens[1])]).toEqual([true, false]);
  });

  test('end all but this one', async ({ app }) => {
    const { tokens } = await signedIn(app, 'ada', ['one', 'two', 'three']);
    const other = await signedIn(app, 'grace', ['four']);
    const { body } = await send(app.url, profile.endOtherSessions, {}, { token: tokens[1] });
    expect(body).toEqual({ ended: 2 });
    const live = await Promise.all([...tokens, other.tokens[0]].map((token) => isLive(app, token)));
    expect(live).toEqual([false, true, false, true]);
  });
});

describe('own actions', () => {
  test('are what one did and what was done to the account, newest first, a page at a time', async ({ app }) => {
    const { id, tokens } = await signedIn(app, 'ada', ['one']);
    await signedIn(app, 'grace', ['two']);
    await send(app.url, auth.refresh, {}, { token: tokens[0] });
    const event = (n: number, about: object) => ({
      id: app.deps.newId(),
      actor_id: null,
      actor_name: `root ${n}`,
      action: 'admin.password_reset_issued',
      target_type: 'admin',
      target_id: id,
      details_hash: '',
      details_salt: '',
      ...about,
    });
    await app.db
      .insertInto('audit_event')
      .values(Array.from({ length: 60 }, (_, n) => event(n, {})))
      .execute();
    await app.db
      .insertInto('audit_event')
      .values(event(99, { target_id: app.deps.newId() }))
      .execute();
    const token = (await send(app.url, auth.login, { body: { username: 'ada', password } })).body.access_token;

    const first = (await send(app.url, profile.listActions, { query: {} }, { token })).body;
    expect(first.items).toHaveLength(50);
    expect(first.items[0]).toMatchObject({ action: 'session.started', actor_name: 'ada', is_own: true });
    expect(first.items[1]).toMatchObject({ actor_name: 'root 59', is_own: false });
    const rest = (await send(app.url, profile.listActions, { query: { before: first.next ?? undefined } }, { token }))
      .body;
    expect(rest.next).toBeNull();
    const all = [...first.items, ...rest.items];
    expect(all.map(({ action }) => action).filter((action) => action.startsWith('session'))).toEqual([
      'session.started',
      'session.started',
    ]);
    expect(new Set(all.map((one) => one.id)).size).toBe(62);
  });

  test('include failed sign-ins to the account', async ({ app }) => {
    const { tokens } = await signedIn(app, 'ada', ['one']);
    await signedIn(app, 'grace', []);
    for (const username of ['ADA', 'grace', 'unknown']) {
      await send(app.url, auth.login, { body: { username, password: 'wrong' } });
    }
    await send(app.url, stepUp.prove, { body: { method: 'password', password: 'wrong' } }, { token: tokens[0] });
    const { items } = (await send(app.url, profile.listActions, { query: {} }, { token: tokens[0] })).body;
    expect(items.map(({ action, actor_name, is_own }) => [action, actor_name, is_own])).toEqual([
      ['login.failed', 'ada', true],
      ['login.failed', null, false],
      ['session.started', 'ada', true],
    ]);
  });
});

describe('preferences', () => {
  test('are stored by field, for each administrator', async ({ app }) => {
    const { call } = app.as('subadmin');
    const first = await call(preferenceCalls.save, { body: { language: 'de', time_zone: 'Europe/Berlin' } });
    expect(first.body).toMatchObject({ language: 'de', time_zone: 'Europe/Berlin', theme: null });
    const second = await call(preferenceCalls.save, { body: { theme: 'dark', language: null } });
    expect(second.body).toMatchObject({ language: null, time_zone: 'Europe/Berlin', theme: 'dark' });
    expect((await app.as('superadmin').call(preferenceCalls.get, {})).body).toMatchObject({ theme: null });
  });

  test('refuse what cannot be applied', async ({ app }) => {
    const body = { time_zone: 'Middle/Earth' };
    const { status, problem } = await app.as('subadmin').call(preferenceCalls.save, { body });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, ['time_zone']]);
  });
});

test('the profile says in words where the account may act', async ({ app }) => {
  const { id, tokens } = await signedIn(app, 'ada', ['one']);
  const place = app.deps.newId();
  await app.db
    .insertInto('location')
    .values({ id: place, name: 'Tower', type: 'building' } as never)
    .execute();
  await app.db
    .insertInto('admin_scope')
    .values({ admin_id: id, departments: ['surgery'], places: [place] })
    .execute();
  const { body } = await send(app.url, profile.get, {}, { token: tokens[0] });
  expect(body).toMatchObject({
    username: 'ada',
    has_password: true,
    roles: [],
    scope: { departments: ['surgery'], places: [{ id: place, path: 'Tower' }] },
  });
});
