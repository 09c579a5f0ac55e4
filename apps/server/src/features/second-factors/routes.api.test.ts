import { secondFactors, signIn, signInPolicy, stepUp } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { anAuthenticator } from '#test/authenticator';
import { addTotp, anAdmin, codeOf, enter, pass } from '#test/second-factors';
import { send } from '#test/send';

const factorsOf = async (app: TestApp, token: string) => (await send(app.url, secondFactors.list, {}, { token })).body;

const demandOfAll = (app: TestApp) =>
  app.as('superadmin').call(signInPolicy.save, { body: { second_factor: 'everybody' } });

describe('the own second factors', () => {
  test('begin with none, and say how their owner signs in', async ({ app }) => {
    await anAdmin(app);
    const token = (await enter(app)).body.access_token;
    expect(await factorsOf(app, token)).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
      is_required: false,
      has_password: true,
      passkeys_possible: false,
    });
    const at = app.url.replace('127.0.0.1', 'localhost');
    expect((await send(at, secondFactors.list, {}, { token })).body.passkeys_possible).toBe(true);
    const codes = await send(app.url, secondFactors.createRecoveryCodes, {}, { token });
    expect(codes.problem.code, 'alone they are good for nothing').toBe('conflict');
  });

  test('stay as they are until a new app is confirmed, whose codes then count', async ({ app }) => {
    await anAdmin(app);
    const { token, secret } = await addTotp(app);
    const { secret: next } = (await send(app.url, secondFactors.setUpTotp, {}, { token })).body;
    const attempt = (await enter(app)).problem.sign_in?.token ?? '';
    const wrong = { body: { sign_in_token: attempt, code: codeOf(app, next) } };
    expect((await send(app.url, signIn.totp, wrong)).status).toBe(401);
    const body = { code: codeOf(app, next) };
    const confirmed = await send(app.url, secondFactors.confirmTotp, { body }, { token });
    expect([confirmed.status, confirmed.body.recovery_codes]).toEqual([200, null]);
    pass(app, 30_000);
    const old = { body: { sign_in_token: attempt, code: codeOf(app, secret) } };
    expect((await send(app.url, signIn.totp, old)).status).toBe(401);
    const right = { body: { sign_in_token: attempt, code: codeOf(app, next) } };
    expect((await send(app.url, signIn.totp, right)).status).toBe(200);
  });

  test('a set-up ends after a quarter of an hour and takes no wrong code', async ({ app }) => {
    await anAdmin(app);
    const token = (await enter(app)).body.access_token;
    const { secret } = (await send(app.url, secondFactors.setUpTotp, {}, { token })).body;
    const confirm = async (code: string) =>
      (await send(app.url, secondFactors.confirmTotp, { body: { code } }, { token })).problem.code;
    expect(await confirm(codeOf(app, secret, 120))).toBe('invalid_credentials');
    pass(app, 900_000);
    expect(await confirm(codeOf(app, secret))).toBe('conflict');
    expect((await factorsOf(app, token)).totp).toBeNull();
  });

  test('the last one goes with its recovery codes, but not where one is demanded', async ({ app }) => {
    await anAdmin(app);
    const { token } = await addTotp(app);
    await demandOfAll(app);
    const refused = await send(app.url, secondFactors.removeTotp, {}, { token });
    expect([refused.status, refused.problem.code]).toEqual([409, 'conflict']);
    expect(await factorsOf(app, token)).toMatchObject({ is_required: true, recovery_codes_left: 10 });
    await app.as('superadmin').call(signInPolicy.save, { body: { second_factor: 'optional' } });
    expect((await send(app.url, secondFactors.removeTotp, {}, { token })).status).toBe(200);
    expect(await factorsOf(app, token)).toMatchObject({ totp: null, recovery_codes_left: 0 });
    expect((await enter(app)).status).toBe(200);
  });

  test('are renamed and removed by their owner only', async ({ app }) => {
    await anAdmin(app);
    await anAdmin(app, 'eve');
    const at = app.url.replace('127.0.0.1', 'localhost');
    const token = (await enter(app)).body.access_token;
    const ofEve = (await enter(app, 'eve')).body.access_token;
    const { options } = (await send(at, secondFactors.passkeyOptions, {}, { token })).body;
    const body = { name: 'Laptop', response: anAuthenticator(at).create(options) };
    const { id } = (await send(at, secondFactors.addPasskey, { body }, { token })).body.passkey;
    const rename = { params: { id }, body: { name: 'Old laptop' } };
    expect((await send(app.url, secondFactors.renamePasskey, rename, { token: ofEve })).status).toBe(404);
    expect((await send(app.url, secondFactors.removePasskey, { params: { id } }, { token: ofEve })).status).toBe(404);
    expect((await send(app.url, secondFactors.renamePasskey, rename, { token })).body.name).toBe('Old laptop');
    expect((await send(app.url, secondFactors.removePasskey, { params: { id } }, { token })).status).toBe(200);
    expect((await factorsOf(app, token)).passkeys).toEqual([]);
  });

  test('are changed only with a fresh proof', async ({ app }) => {
    await anAdmin(app);
    const token = (await enter(app)).body.access_token;
    pass(app, 601_000);
    const stale = await send(app.url, secondFactors.setUpTotp, {}, { token });
    expect([stale.status, stale.problem.code]).toEqual([403, 'step_up_needed']);
    const body = { method: 'password' as const, password: 'wrong' };
    expect((await send(app.url, stepUp.prove, { body }, { token })).problem.detail).toBe('Wrong password.');
    expect((await send(app.url, secondFactors.setUpTotp, {}, { token })).status).toBe(403);
    const right = { ...body, password: 'a sentence with many words' };
    expect((await send(app.url, stepUp.prove, { body: right }, { token })).status).toBe(200);
    expect((await send(app.url, secondFactors.setUpTotp, {}, { token })).status).toBe(200);
  });
});

describe('POST /auth/step-up', () => {
  test('takes a code once, and a passkey of this administrator', async ({ app }) => {
    await anAdmin(app);
    const at = app.url.replace('127.0.0.1', 'localhost');
    const { token, secret } = await addTotp(app);
    const byCode = () =>
      send(app.url, stepUp.prove, { body: { method: 'totp', code: codeOf(app, secret) } }, { token });
    const before = app.deps.clock().getTime();
    const until = new Date((await byCode()).body.proved_until).getTime();
    expect(until).toBeGreaterThanOrEqual(before + 600_000);
    expect(until).toBeLessThanOrEqual(app.deps.clock().getTime() + 600_000);
    expect((await byCode()).problem.code).toBe('invalid_credentials');
    const { options: creation } = (await send(at, secondFactors.passkeyOptions, {}, { token })).body;
    const authenticator = anAuthenticator(at);
    const body = { name: 'Key', response: authenticator.create(creation) };
    await send(at, secondFactors.addPasskey, { body }, { token });
    const { options } = (await send(at, stepUp.passkeyOptions, {}, { token })).body;
    const response = authenticator.get(options);
    expect((await send(at, stepUp.prove, { body: { method: 'passkey', response } }, { token })).status).toBe(200);
    const unknown = anAuthenticator(at).get((await send(at, stepUp.passkeyOptions, {}, { token })).body.options);
    const refused = await send(at, stepUp.prove, { body: { method: 'passkey', response: unknown } }, { token });
    expect(refused.problem.code).toBe('invalid_credentials');
  });

  test('refuses the eleventh answer after ten wrong ones', async ({ app }) => {
    await anAdmin(app);
    const token = (await enter(app)).body.access_token;
    const answer = async (password: string) =>
      (await send(app.url, stepUp.prove, { body: { method: 'password', password } }, { token })).status;
    for (let i = 0; i < 10; i++) expect(await answer('wrong')).toBe(401);
    expect(await answer('a sentence with many words')).toBe(429);
  });
});

describe('the sign-in policy', () => {
  test('is optional at first, counts who has no second factor, and goes up a version', async ({ app }) => {
    await anAdmin(app);
    await anAdmin(app, 'bob', 'subadmin');
    await addTotp(app);
    const superadmin = app.as('superadmin');
    const { body } = await superadmin.call(signInPolicy.get, {});
    expect(body).toEqual({
      second_factor: 'optional',
      version: 1,
      without_second_factor: { super_admins: 1, everybody: 2 },
    });
    const save = (tag: string) =>
      superadmin.call(signInPolicy.save, { body: { second_factor: 'super_admins' } }, { headers: { 'if-match': tag } });
    expect((await save('"2"')).problem.code).toBe('version_conflict');
    expect((await save('"1"')).body).toMatchObject({ second_factor: 'super_admins', version: 2 });
    expect((await enter(app, 'bob')).status).toBe(200);
  });
});
