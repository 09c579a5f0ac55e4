import { auth } from '@key2xs/contract';
import { describe } from 'vitest';
import { anotherServer } from '#test/another-server';
import { expect, type TestApp, test } from '#test/app';
import { send } from '#test/send';
import {
  elsewhere,
  guess,
  guessFromEverywhere,
  home,
  office,
  pass,
  password,
  signIn,
  stopClock,
  tryToSignIn,
} from '#test/sign-in';

const minute = 60_000;
const day = 24 * 60 * minute;
const ada = { username: 'ada', password };

async function startWithAda(app: TestApp) {
  const server = await anotherServer(app);
  expect((await send(server.url, auth.register, { body: ada })).status).toBe(201);
  return server;
}

const countFailures = async (app: TestApp) =>
  (await app.db.selectFrom('audit_event').select('id').where('action', '=', 'login.failed').execute()).length;

describe('wrong passwords from one network', () => {
  test('never block the right password from another network', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await guess(server, 10, () => ({ username: 'ada' }))).toEqual({ 401: 10 });
    expect(await tryToSignIn(server, ada, home)).toBe(200);
    for (let i = 0; i < 4; i++) expect(await guess(server, 45, () => ({ username: 'ada' }))).toEqual({ 429: 45 });
    expect(await tryToSignIn(server, ada)).toBe(429);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
    expect(await countFailures(app)).toBe(10);
  });

  test('are refused for a quarter of an hour, for known and unknown names alike', async ({ app }) => {
    const server = await startWithAda(app);
    stopClock(server);
    for (const username of ['ada', 'nobody']) {
      expect(await guess(server, 10, () => ({ username }))).toEqual({ 401: 10 });
      const { problem, headers } = await signIn(server, { username: username.toUpperCase(), password });
      expect([problem.code, problem.detail]).toEqual([
        'too_many_attempts',
        'Too many failed sign-ins. Try again in 15 minutes.',
      ]);
      expect(headers.get('retry-after')).toBe('900');
    }
    pass(server, 15 * minute - 1);
    expect(await tryToSignIn(server, ada)).toBe(429);
    pass(server, 1);
    expect(await tryToSignIn(server, ada)).toBe(200);
  });

  test('are limited to fifty over all accounts, also with 300 at once', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await guess(server, 300, (i) => ({ username: `user-${i}` }))).toEqual({ 401: 50, 429: 250 });
    expect(await countFailures(app)).toBe(50);
    expect(await tryToSignIn(server, ada)).toBe(429);
    expect(await tryToSignIn(server, ada, home)).toBe(200);
  });

  test('are limited to ten on one account, also with 300 at once', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await guess(server, 300, () => ({ username: 'ada' }))).toMatchObject({ 401: 10 });
    expect(await countFailures(app)).toBe(10);
  });

  test.for([
    ['a port after the address', (i: number) => `198.51.100.7:${40_000 + i}`],
    ['a port after brackets', (i: number) => `[2001:db8:1:2::7]:${40_000 + i}`],
    ['no address', (i: number) => `hidden-${i}`],
  ] as const)('are ten on one account where the proxy writes %s', async ([, from], { app }) => {
    const server = await startWithAda(app);
    expect(await guess(server, 60, (i) => ({ username: 'ada', from: from(i) }))).toMatchObject({ 401: 10 });
    expect(await countFailures(app)).toBe(10);
    expect(await tryToSignIn(server, ada, home)).toBe(200);
  });

  test('from elsewhere do not lock out a network that is known, whatever port the proxy adds', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await tryToSignIn(server, ada, `${home}:50001`)).toBe(200);
    await guessFromEverywhere(server, 'ada');
    expect(await tryToSignIn(server, ada, `${home}:50002`)).toBe(200);
  });

  test('are counted together by several server processes', async ({ app }) => {
    const [left, right] = [await anotherServer(app), await anotherServer(app)];
    await Promise.all([left, right].map((server) => guess(server, 20, () => ({ username: 'ada' }))));
    expect(await countFailures(app)).toBe(10);
    await Promise.all(
      [left, right].map(({ url }) => guess({ url }, 60, (i) => ({ username: `${url}-${i}`, from: home }))),
    );
    expect(await countFailures(app)).toBe(10 + 50);
  });

  test('are those of the first 64 bits of an IPv6 address', async ({ app }) => {
    const server = await startWithAda(app);
    await guess(server, 10, (i) => ({ username: 'ada', from: `2001:db8:0:1::${i + 1}` }));
    expect(await tryToSignIn(server, ada, '2001:db8:0:1:ffff::1')).toBe(429);
    expect(await tryToSignIn(server, ada, '2001:db8:0:2::1')).toBe(200);
  });

  test('are limited to twenty an hour on one account, across all addresses of one provider', async ({ app }) => {
    const server = await startWithAda(app);
    const attempt = (i: number) => ({ username: 'ada', from: `2001:db8:0:${i}::1` });
    expect(await guess(server, 25, attempt)).toEqual({ 401: 20, 429: 5 });
    expect(await tryToSignIn(server, ada, '2001:db8:1::1')).toBe(200);
  });

  test('do not lock out an administrator who has signed in there before', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
    await guess(server, 60, (i) => ({ username: `user-${i}`, from: office }));
    expect(await tryToSignIn(server, { username: 'eve', password }, office)).toBe(429);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
  });
});

describe('wrong passwords from everywhere', () => {
  test('make a fresh network wait for at most an hour, whether the name exists or not', async ({ app }) => {
    const server = await startWithAda(app);
    stopClock(server);
    for (const username of ['ada', 'nobody']) {
      expect(await guessFromEverywhere(server, username)).toEqual({ 401: 100 });
      const { status, headers } = await signIn(server, { username, password }, home);
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toBe('3600');
    }
    pass(server, 60 * minute);
    expect(await tryToSignIn(server, ada, home)).toBe(200);
  });

  test('do not reach a network that this administrator has used within 90 days', async ({ app }) => {
    const server = await startWithAda(app);
    for (const from of [office, home]) expect(await tryToSignIn(server, ada, from)).toBe(200);
    pass(server, 89 * day);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
    pass(server, 2 * day);
    await guessFromEverywhere(server, 'ada');
    expect(await tryToSignIn(server, ada, home)).toBe(429);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
    const known = await app.db.selectFrom('known_network').selectAll().execute();
    expect(known).toHaveLength(1);
    expect(JSON.stringify(known)).not.toContain(office);
  });

  test('do not add up with those from a known network, which has ten of its own', async ({ app }) => {
    const server = await startWithAda(app);
    expect(await tryToSignIn(server, ada, office)).toBe(200);
    await guessFromEverywhere(server, 'ada');
    expect(await guess(server, 12, () => ({ username: 'ada', from: office }))).toEqual({ 401: 10, 429: 2 });
  });
});

describe('changing the password', () => {
  const change = (url: string, token: string, current_password: string) => {
    const body = { current_password, new_password: 'quite another sentence' };
    return send(url, auth.changePassword, { body }, { token, headers: { 'x-forwarded-for': elsewhere } });
  };

  test('stays open to signed-in administrators while others guess', async ({ app }) => {
    const server = await startWithAda(app);
    const { body } = await signIn(server, ada, home);
    await guess(server, 10, () => ({ username: 'ada' }));
    await guessFromEverywhere(server, 'ada');
    expect(await tryToSignIn(server, ada)).toBe(429);
    expect((await change(server.url, body.access_token, password)).status).toBe(200);
  });

  test('limits guesses within a session, and does not block signing in', async ({ app }) => {
    const server = await startWithAda(app);
    const token = (await signIn(server, ada)).body.access_token;
    const answers = await Promise.all(Array.from({ length: 30 }, () => change(server.url, token, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await change(server.url, token, password)).problem.code).toBe('too_many_attempts');
    const fresh = (await signIn(server, ada)).body.access_token;
    expect((await change(server.url, fresh, password)).status).toBe(200);
  });
});
