import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { auth, singleSignOn } from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { createSecrets } from '#platform/secrets/secrets';
import { expect, type TestApp, test } from '#test/app';
import {
  aLinkedAdmin,
  allowLocalhost,
  answerAt,
  comeBack,
  configure,
  failures,
  newBrowserKey,
  redirectUri,
  settingsFor,
  signInAs,
  singleSignOnAt,
} from '#test/factories/single-sign-on';
import { anOpenIdProvider } from '#test/openid-provider';
import { send } from '#test/send';

type Answer = Awaited<ReturnType<typeof comeBack>>;

const finish = (app: TestApp, body: Answer) => app.as('anonymous').send(singleSignOn.finish, { body });
const refusal = async (answer: ReturnType<typeof finish>) => {
  const { status, problem } = await answer;
  return [status, problem?.detail];
};
const again = [410, 'This sign-in is no longer valid. Start it again.'];
const invalid = [
  401,
  'What the provider answered could not be accepted. Start the sign-in again; if that does not help, ask a super admin.',
];
const notAdmitted = [401, 'This account of the provider does not sign in here. Ask a super admin.'];

describe('POST /auth/single-sign-on/finish', () => {
  test('starts again where the sign-in was sealed under another secret key', async ({ app }) => {
    await aLinkedAdmin(app, await singleSignOnAt(app));
    const answer = await comeBack(app);
    const { id } = await app.db.selectFrom('single_sign_on_request').select('id').executeTakeFirstOrThrow();
    const sealed = createSecrets(randomBytes(32)).seal('{}', id);
    await app.db.updateTable('single_sign_on_request').set({ sealed }).execute();
    expect(await refusal(finish(app, answer))).toEqual(again);
  });

  test('signs a linked administrator in', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    const answer = await comeBack(app);
    const { body } = await app.as('anonymous').call(singleSignOn.finish, { body: answer });
    const me = await send(app.url, auth.me, {}, { token: body.access_token });
    expect(me.body.username).toBe('ada');
  });

  test('refuses a sign-in that was declined, and uses up its request', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    provider.declines = true;
    const answer = await comeBack(app);
    expect(await refusal(finish(app, answer))).toEqual([401, 'The sign-in was cancelled at the provider.']);
    expect(await refusal(finish(app, answer))).toEqual(again);
  });

  test('takes an answer once, from the browser and the settings it began with, within ten minutes', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    const answer = await comeBack(app);
    const [other, late, former] = [await comeBack(app), await comeBack(app), await comeBack(app)];
    expect(await refusal(finish(app, { ...other, browser_key: answer.browser_key }))).toEqual(again);
    expect(await refusal(finish(app, { ...other, state: 'unknown' }))).toEqual(again);
    expect((await finish(app, answer)).status).toBe(200);
    expect(await refusal(finish(app, answer))).toEqual(again);
    const { clock } = app.deps;
    onTestFinished(() => {
      app.deps.clock = clock;
    });
    app.deps.clock = () => new Date(clock().getTime() + 10 * 60_000);
    expect(await refusal(finish(app, late))).toEqual(again);
    app.deps.clock = clock;
    await configure(app, settingsFor(provider));
    expect(await refusal(finish(app, former))).toEqual(again);
    expect(await failures(app)).toEqual(Array(5).fill('sign_in_ended'));
  });

  test('takes no code of another sign-in, none a second time, and no answer of another issuer', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    const [used, swapped, foreign] = [await comeBack(app), await comeBack(app), await comeBack(app)];
    const { code } = used;
    expect((await finish(app, used)).status).toBe(200);
    expect(await refusal(finish(app, { ...swapped, code: code ?? '' }))).toEqual(invalid);
    expect(await refusal(finish(app, { ...foreign, iss: 'https://other.example' }))).toEqual(invalid);
  });

  test.for<[string, (claims: Record<string, unknown>) => object]>([
    ['an expired one', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 31 })],
    ['one of another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['one for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['one of another sign-in', (claims) => ({ ...claims, nonce: 'another' })],
    ['one without a nonce', ({ nonce, ...claims }) => claims],
  ])('refuses an ID token: %s', async ([, alter], { app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    provider.alter = alter;
    expect(await refusal(signInAs(app, provider))).toEqual(invalid);
  });

  test('accepts a clock that differs by less than 30 seconds, and no signature of another key', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    provider.alter = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 20 });
    expect((await signInAs(app, provider)).status).toBe(200);
    provider.foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(await refusal(signInAs(app, provider))).toEqual(invalid);
  });

  test('takes a nonce that was changed on the way for that of another sign-in', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    const browser_key = newBrowserKey();
    const { body } = await app.as('anonymous').call(singleSignOn.start, { body: { browser_key } });
    const url = new URL(body.authorization_url);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    url.searchParams.set('nonce', 'another');
    expect(await refusal(finish(app, { browser_key, ...(await answerAt(app, url.href)) }))).toEqual(invalid);
  });

  test('reads rotated keys with the next sign-in', async ({ app }) => {
    const before = await singleSignOnAt(app);
    await aLinkedAdmin(app, before);
    expect((await signInAs(app, before)).status).toBe(200);
    await before.close();
    const after = await anOpenIdProvider({ redirectUri: redirectUri(app), port: before.port });
    expect((await signInAs(app, after)).status).toBe(200);
  });

  test('refuses an administrator who is suspended, expired, not yet valid, or a service account', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
    const states = [{ suspended_at: past }, { valid_until: past }, { valid_from: future }, { is_service: true }];
    for (const [at, state] of states.entries()) {
      const sub = `person-${at}`;
      await aLinkedAdmin(app, provider, { username: `ada${at}`, sub, ...state });
      expect(await refusal(signInAs(app, provider, { sub }))).toEqual(notAdmitted);
    }
    expect(await failures(app)).toEqual(Array(4).fill('not_in_force'));
  });

  test('admits no one by name or mail address alone', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await aLinkedAdmin(app, provider);
    const person = { sub: 'another', preferred_username: 'ada', email: 'ada@example.org', email_verified: true };
    expect(await refusal(signInAs(app, provider, person))).toEqual(notAdmitted);
  });
});

describe('POST /auth/single-sign-on/start', () => {
  test('says when the provider cannot be used, and passwords still sign in', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    await provider.close();
    const start = await app.as('anonymous').call(singleSignOn.start, { body: { browser_key: newBrowserKey() } });
    expect([start.status, start.problem.detail]).toEqual([
      503,
      'The sign-in provider cannot be used at the moment. Sign in with your password, or try again later.',
    ]);
    expect(await failures(app)).toEqual(['unreachable: unreachable']);
    const username = 'ruth';
    const password = 'a sentence with many words';
    const password_hash = await app.deps.passwords.hash(password, { lane: 'test', isTrusted: true });
    const id = crypto.randomUUID();
    const row = { id, username, username_folded: username, password_hash, role: 'superadmin' } as const;
    await app.db.insertInto('admin').values(row).execute();
    const { status } = await app.as('anonymous').call(auth.login, { body: { username, password } });
    expect(status).toBe(200);
  });

  test('sends no one to a provider that calls itself something else', async ({ app }) => {
    allowLocalhost(app);
    const issuer = 'https://other.example';
    const provider = await anOpenIdProvider({ redirectUri: redirectUri(app), issuer });
    await configure(app, settingsFor(provider));
    const { status } = await app.as('anonymous').call(singleSignOn.start, { body: { browser_key: newBrowserKey() } });
    expect([status, await failures(app)]).toEqual([503, ['other_issuer: issuer']]);
  });

  test('is closed while single sign-on is switched off', async ({ app }) => {
    const { call } = app.as('anonymous');
    expect((await call(singleSignOn.offer, {})).body).toEqual({ is_enabled: false, name: '' });
    await singleSignOnAt(app);
    expect((await call(singleSignOn.offer, {})).body).toEqual({ is_enabled: true, name: 'Example login' });
    const { issuer } = await singleSignOnAt(app, { is_enabled: false });
    expect((await call(singleSignOn.offer, {})).text).not.toContain(issuer);
    const { status, problem } = await call(singleSignOn.start, { body: { browser_key: newBrowserKey() } });
    expect([status, problem.code]).toEqual([409, 'conflict']);
  });

  test('counts what one network starts', async ({ app }) => {
    await singleSignOnAt(app);
    const start = async () =>
      (await app.as('anonymous').call(singleSignOn.start, { body: { browser_key: newBrowserKey() } })).status;
    expect(await start()).toBe(200);
    await app.db.updateTable('sign_in_budget').set({ attempts_left: 0 }).execute();
    expect(await start()).toBe(429);
  });
});
