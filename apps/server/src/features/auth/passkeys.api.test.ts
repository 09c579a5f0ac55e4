import { auth, type Problem, secondFactors, signIn, signInPolicy, stepUp } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { anAuthenticator } from '#test/authenticator';
import { anAdmin, enter, pass } from '#test/second-factors';
import { send } from '#test/send';

/** By its name: browsers allow no passkeys at an IP address. */
const named = ({ url }: TestApp) => url.replace('127.0.0.1', 'localhost');

type Authenticator = ReturnType<typeof anAuthenticator>;

/** Adds a passkey in a session of the administrator. */
async function addPasskey(app: TestApp, username = 'ada', authenticator = anAuthenticator(named(app))) {
  const token = (await enter(app, username)).body.access_token;
  const { options } = (await send(named(app), secondFactors.passkeyOptions, {}, { token })).body;
  const body = { name: 'Laptop', response: authenticator.create(options) };
  const added = await send(named(app), secondFactors.addPasskey, { body }, { token });
  return { token, authenticator, added };
}

const optionsAlone = async (app: TestApp) => (await send(named(app), signIn.passkeyOptions, {})).body.options;

const enterBy = (app: TestApp, response: ReturnType<Authenticator['get']>) =>
  send(named(app), signIn.byPasskey, { body: { response } });

const refusal = [401, 'invalid_credentials', 'This passkey was not accepted. Try again or choose another way.'];
const refusedOf = ({ status, problem }: { status: number; problem: Problem }) => [
  status,
  problem?.code,
  problem?.detail,
];

describe('a passkey alone', () => {
  test('signs in without a name, past a demanded second factor', async ({ app }) => {
    await anAdmin(app);
    const { authenticator, added } = await addPasskey(app);
    expect(added.body).toMatchObject({ passkey: { name: 'Laptop', last_used_at: null, is_backed_up: false } });
    expect(added.body.recovery_codes).toHaveLength(10);
    await app.as('superadmin').call(signInPolicy.save, { body: { second_factor: 'everybody' } });
    const options = await optionsAlone(app);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const { status, body } = await enterBy(app, authenticator.get(options));
    expect(status).toBe(200);
    const { access_token: token } = body;
    expect((await send(app.url, auth.me, {}, { token })).body.username).toBe('ada');
    const { passkeys } = (await send(app.url, secondFactors.list, {}, { token })).body;
    expect(passkeys).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }]);
  });

  test('is refused without its user verified, from elsewhere, for another address and of another key', async ({
    app,
  }) => {
    await anAdmin(app);
    const { authenticator } = await addPasskey(app);
    const odd = [
      { isVerified: false },
      { origin: 'https://evil.test' },
      { rpId: 'evil.test' },
      { challenge: 'bWFkZSB1cA' },
    ];
    for (const one of odd) {
      const refused = await enterBy(app, authenticator.get(await optionsAlone(app), one));
      expect(refusedOf(refused), JSON.stringify(one)).toEqual(refusal);
    }
    const foreign = anAuthenticator(named(app)).get(await optionsAlone(app));
    expect(refusedOf(await enterBy(app, foreign))).toEqual(refusal);
    const options = await optionsAlone(app);
    const [real, other] = [authenticator.get(options), anAuthenticator(named(app)).get(options)];
    const forged = { ...real, response: { ...real.response, signature: other.response.signature } };
    expect(refusedOf(await enterBy(app, forged))).toEqual(refusal);
    const failed = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'login.failed')
      .orderBy('id')
      .execute();
    expect(failed.map(({ details }) => details?.username)).toEqual(['ada', 'ada', 'ada', 'ada', null, 'ada']);
  });

  test('answers a challenge once, within five minutes, and for its purpose only', async ({ app }) => {
    await anAdmin(app);
    const { authenticator, token } = await addPasskey(app);
    const options = await optionsAlone(app);
    expect((await enterBy(app, authenticator.get(options))).status).toBe(200);
    expect(refusedOf(await enterBy(app, authenticator.get(options))), 'used').toEqual(refusal);
    const ofStepUp = (await send(named(app), stepUp.passkeyOptions, {}, { token })).body.options;
    expect(refusedOf(await enterBy(app, authenticator.get(ofStepUp))), 'of a step-up').toEqual(refusal);
    const late = await optionsAlone(app);
    pass(app, 300_000);
    expect(refusedOf(await enterBy(app, authenticator.get(late))), 'late').toEqual(refusal);
    expect((await enterBy(app, authenticator.get(await optionsAlone(app)))).status).toBe(200);
  });

  test('is refused when its counter has not gone on, which is recorded', async ({ app }) => {
    const { id } = await anAdmin(app);
    const { authenticator } = await addPasskey(app);
    expect((await enterBy(app, authenticator.get(await optionsAlone(app), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 3, 0]) {
      const refused = await enterBy(app, authenticator.get(await optionsAlone(app), { counter }));
      expect(refusedOf(refused), `${counter}`).toEqual(refusal);
    }
    const events = await app.db
      .selectFrom('audit_event')
      .select(['target_id', 'details'])
      .where('action', '=', 'second_factor.refused')
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([7, 3, 0].map((counter) => ({ target_id: id, details: { before: 7, counter } })));
  });

  test('that does not count signs in again and again', async ({ app }) => {
    await anAdmin(app);
    const authenticator = anAuthenticator(named(app));
    const uncounted = { ...authenticator, create: (options: never) => authenticator.create(options, { counter: 0 }) };
    await addPasskey(app, 'ada', uncounted);
    for (let i = 0; i < 2; i++) {
      const answer = authenticator.get(await optionsAlone(app), { counter: 0 });
      expect((await enterBy(app, answer)).status).toBe(200);
    }
  });

  test('lets no suspended administrator in', async ({ app }) => {
    await anAdmin(app);
    const { authenticator } = await addPasskey(app);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('username', '=', 'ada').execute();
    expect(refusedOf(await enterBy(app, authenticator.get(await optionsAlone(app))))).toEqual(refusal);
  });

  test('is refused clearly where the address is an IP address', async ({ app }) => {
    const { status, problem } = await send(app.url, signIn.passkeyOptions, {});
    expect([status, problem.code]).toEqual([409, 'conflict']);
    expect(problem.detail).toContain('Passkeys do not work at this address.');
  });
});

describe('a passkey as second factor', () => {
  const secondOptions = async (app: TestApp, sign_in_token: string) =>
    (await send(named(app), signIn.secondPasskeyOptions, { body: { sign_in_token } })).body.options;
  const finish = (app: TestApp, sign_in_token: string, response: ReturnType<Authenticator['get']>) =>
    send(named(app), signIn.secondPasskey, { body: { sign_in_token, response } });

  test('finishes a sign-in by password, and only that one', async ({ app }) => {
    await anAdmin(app);
    const { authenticator } = await addPasskey(app);
    const { problem } = await enter(app);
    expect(problem.sign_in?.steps).toEqual(['passkey', 'recovery_code']);
    const token = problem.sign_in?.token ?? '';
    const options = await secondOptions(app, token);
    expect(options.allowCredentials).toHaveLength(1);
    const other = (await enter(app)).problem.sign_in?.token ?? '';
    const crossed = await finish(app, other, authenticator.get(options));
    expect(refusedOf(crossed), 'a challenge of another sign-in').toEqual(refusal);
    const unverified = authenticator.get(await secondOptions(app, token), { isVerified: false });
    expect(refusedOf(await finish(app, token, unverified))).toEqual(refusal);
    expect((await finish(app, token, authenticator.get(await secondOptions(app, token)))).status).toBe(200);
  });

  test('of another address is not asked for, and why is said', async ({ app }) => {
    await anAdmin(app);
    await addPasskey(app);
    await app.db.updateTable('passkey').set({ rp_id: 'old.test' }).execute();
    const sign_in_token = (await enter(app)).problem.sign_in?.token ?? '';
    const { status, problem } = await send(named(app), signIn.secondPasskeyOptions, { body: { sign_in_token } });
    expect([status, problem.detail]).toEqual([
      409,
      'No passkey of your account belongs to this address. Choose another way.',
    ]);
  });

  test('of another administrator is refused', async ({ app }) => {
    await anAdmin(app);
    await anAdmin(app, 'eve');
    await addPasskey(app);
    const { authenticator: ofEve } = await addPasskey(app, 'eve');
    const token = (await enter(app)).problem.sign_in?.token ?? '';
    expect(refusedOf(await finish(app, token, ofEve.get(await secondOptions(app, token))))).toEqual(refusal);
  });

  test('can be set up within a sign-in that demands one', async ({ app }) => {
    await anAdmin(app);
    await app.as('superadmin').call(signInPolicy.save, { body: { second_factor: 'everybody' } });
    const sign_in_token = (await enter(app)).problem.sign_in?.token ?? '';
    const authenticator = anAuthenticator(named(app));
    const creation = async () =>
      (await send(named(app), signIn.newPasskeyOptions, { body: { sign_in_token } })).body.options;
    const add = (response: ReturnType<Authenticator['create']>) =>
      send(named(app), signIn.addPasskey, { body: { sign_in_token, name: 'Phone', response } });
    const unverified = await add(authenticator.create(await creation(), { isVerified: false }));
    expect(unverified.problem.code).toBe('invalid_credentials');
    expect((await add(authenticator.create(await creation()))).body.recovery_codes).toHaveLength(10);
    expect((await send(app.url, signIn.finish, { body: { sign_in_token } })).status).toBe(200);
  });
});

describe('adding a passkey', () => {
  test('refuses a foreign origin, an unverified user, a used challenge and one that is there already', async ({
    app,
  }) => {
    await anAdmin(app);
    const { token, authenticator } = await addPasskey(app);
    const creation = async () => (await send(named(app), secondFactors.passkeyOptions, {}, { token })).body.options;
    const add = async (response: ReturnType<Authenticator['create']>) =>
      (await send(named(app), secondFactors.addPasskey, { body: { name: 'x', response } }, { token })).problem?.code;
    const fresh = () => anAuthenticator(named(app));
    expect(await add(fresh().create(await creation(), { origin: 'https://evil.test' }))).toBe('invalid_credentials');
    expect(await add(fresh().create(await creation(), { isVerified: false }))).toBe('invalid_credentials');
    expect(await add(authenticator.create(await creation()))).toBe('conflict');
    const options = await creation();
    expect(await add(fresh().create(options))).toBeUndefined();
    expect(await add(fresh().create(options))).toBe('invalid_credentials');
  });
});
