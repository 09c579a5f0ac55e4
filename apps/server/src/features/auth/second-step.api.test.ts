import { auth, secondFactors, signIn, signInPolicy } from '@key2xs/contract';
import { describe, inject } from 'vitest';
import { createSecrets } from '#platform/secrets/secrets';
import { endAccess, hashToken } from '#platform/sign-in/sessions';
import { anotherServer } from '#test/another-server';
import { expect, type TestApp, test } from '#test/app';
import { isBlockingOthers } from '#test/database';
import { giveUsualRole } from '#test/factories/administrators';
import { addTotp, anAdmin, codeOf, enter, pass } from '#test/second-factors';
import { send } from '#test/send';
import { elsewhere, home, password, tryToSignIn } from '#test/sign-in';
import { resetSecondFactors } from '../second-factors/service';

/** Starts a sign-in that needs a second factor. @returns its token */
async function start(server: { url: string }, username = 'ada', headers: Record<string, string> = {}) {
  const { problem } = await enter(server, username, headers);
  return problem.sign_in?.token ?? '';
}

const answer = (server: { url: string }, sign_in_token: string, code: string, headers: Record<string, string> = {}) =>
  send(server.url, signIn.totp, { body: { sign_in_token, code } }, { headers });

const recover = (server: { url: string }, sign_in_token: string, code: string) =>
  send(server.url, signIn.recoveryCode, { body: { sign_in_token, code } });

const demand = (app: TestApp, second_factor: 'super_admins' | 'everybody') =>
  app.as('superadmin').call(signInPolicy.save, { body: { second_factor } });

const countSessions = async ({ db }: TestApp, admin_id: string) =>
  (await db.selectFrom('session').select('id').where('admin_id', '=', admin_id).execute()).length;

describe('a sign-in with an authenticator app', () => {
  test('needs its code after the password, and is no session before', async ({ app }) => {
    const { id } = await anAdmin(app);
    const { secret } = await addTotp(app);
    const { status, problem } = await enter(app);
    expect([status, problem.code, problem.detail]).toEqual([
      401,
      'second_factor_needed',
      'Confirm this sign-in with your second factor.',
    ]);
    expect(problem.sign_in?.steps).toEqual(['totp', 'recovery_code']);
    expect(await countSessions(app, id)).toBe(1); // the one that set it up
    const token = problem.sign_in?.token ?? '';
    expect((await send(app.url, auth.me, {}, { token })).status).toBe(401);

    const body = { sign_in_token: token, code: codeOf(app, secret) };
    const { body: session } = await app.as('anonymous').call(signIn.totp, { body });
    expect((await send(app.url, auth.me, {}, { token: session.access_token })).body.username).toBe('ada');
    expect((await answer(app, token, codeOf(app, secret, 30))).problem.code).toBe('sign_in_ended');
  });

  test('takes a code once, none of an earlier step, and keeps the attempt for the right one', async ({ app }) => {
    await anAdmin(app);
    const { secret } = await addTotp(app);
    const [previous, current, next] = [codeOf(app, secret, -30), codeOf(app, secret), codeOf(app, secret, 30)];
    expect((await answer(app, await start(app), current)).status).toBe(200);
    const token = await start(app);
    const refused = [await answer(app, token, current), await answer(app, token, previous)];
    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual([
      [401, 'invalid_credentials'],
      [401, 'invalid_credentials'],
    ]);
    expect((await answer(app, token, next)).status).toBe(200);
  });

  test('says that the app was set up with another key of the installation, and takes a recovery code', async ({
    app,
  }) => {
    const { id } = await anAdmin(app);
    const { secret, codes } = await addTotp(app);
    const sealed = createSecrets(Buffer.alloc(32, 9)).seal(secret, `totp:${id}`);
    await app.db.updateTable('totp_factor').set({ secret: sealed }).where('admin_id', '=', id).execute();
    const token = await start(app);
    const { status, problem } = await answer(app, token, codeOf(app, secret));
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'conflict',
      expect.stringContaining('set up with another secret key'),
    ]);
    expect((await recover(app, token, codes[0] ?? '')).status).toBe(200);
  });

  test('takes one code once in two processes', async ({ app }) => {
    await anAdmin(app);
    const { secret } = await addTotp(app);
    const other = await anotherServer(app);
    other.deps.clock = app.deps.clock;
    const code = codeOf(app, secret);
    const tokens = [await start(app), await start(app)];
    const answers = await Promise.all([answer(app, tokens[0] ?? '', code), answer(other, tokens[1] ?? '', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('refuses half a code as a field, and forgets an attempt after ten minutes', async ({ app }) => {
    await anAdmin(app);
    const { secret } = await addTotp(app);
    const token = await start(app);
    expect((await answer(app, token, '123')).problem.errors).toEqual([
      { path: 'code', message: 'Type the six digits that the app shows.' },
    ]);
    expect((await answer(app, 'made-up', codeOf(app, secret))).problem.code).toBe('sign_in_ended');
    pass(app, 600_000);
    expect((await answer(app, token, codeOf(app, secret))).problem.code).toBe('sign_in_ended');
  });

  test('refuses the eleventh code after ten wrong ones, and the code of another administrator', async ({ app }) => {
    const server = await anotherServer(app);
    await anAdmin(app);
    await anAdmin(app, 'eve');
    const { secret } = await addTotp(app);
    const { secret: ofEve } = await addTotp(app, 'eve');
    server.deps.clock = app.deps.clock;
    const token = await start(server);
    expect((await answer(server, token, codeOf(server, ofEve))).problem.code).toBe('invalid_credentials');
    const wrong = String((Number(codeOf(server, secret)) + 1) % 1_000_000).padStart(6, '0');
    for (let i = 0; i < 9; i++) expect((await answer(server, token, wrong)).status).toBe(401);
    const { status, problem } = await answer(server, token, codeOf(server, secret));
    expect([status, problem.code]).toEqual([429, 'too_many_attempts']);
    const again = await start(server);
    expect((await answer(server, again, codeOf(server, secret))).status, 'a new attempt has no new limit').toBe(429);
    const from = { 'x-forwarded-for': home };
    expect((await answer(server, await start(server, 'ada', from), codeOf(server, secret), from)).status).toBe(200);
  });

  test('forgives wrong passwords only after the code', async ({ app }) => {
    const server = await anotherServer(app);
    await anAdmin(app);
    const { secret } = await addTotp(app);
    server.deps.clock = app.deps.clock;
    const from = { 'x-forwarded-for': elsewhere };
    const guess = () => tryToSignIn(server, { username: 'ada', password: 'wrong' }, elsewhere);
    for (let i = 0; i < 9; i++) await guess();
    const token = await start(server, 'ada', from);
    expect(token).not.toBe('');
    expect([await guess(), await guess()], 'the right password alone gives no new guesses').toEqual([401, 429]);
    expect((await answer(server, token, codeOf(server, secret), from)).status).toBe(200);
    expect(await guess()).toBe(401);
  });

  test('ends with the access of its administrator', async ({ app }) => {
    const { id } = await anAdmin(app);
    const { secret } = await addTotp(app);
    const token = await start(app);
    await app.db.transaction().execute((tx) => endAccess(tx, id));
    expect((await answer(app, token, codeOf(app, secret))).problem.code).toBe('sign_in_ended');
    const suspended = await start(app);
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('id', '=', id).execute();
    expect((await answer(app, suspended, codeOf(app, secret))).problem.code).toBe('sign_in_ended');
    expect(await countSessions(app, id)).toBe(0);
  });

  // The embedded database runs one transaction at a time.
  test.runIf(inject('databaseTemplate').kind === 'server')(
    'waits for what ends the access of its administrator, and is refused then',
    async ({ app }) => {
      const { id } = await anAdmin(app);
      const { secret } = await addTotp(app);
      const token = await start(app);
      const { answered } = await app.db.transaction().execute(async (tx) => {
        await endAccess(tx, id);
        const answered = answer(app, token, codeOf(app, secret));
        await expect.poll(() => isBlockingOthers(tx)).toBe(true);
        return { answered };
      });
      expect((await answered).problem.code).toBe('sign_in_ended');
      expect(await countSessions(app, id)).toBe(0);
    },
  );

  test('needs the password alone again after a reset of the factors, which ends the sessions', async ({ app }) => {
    const { id } = await anAdmin(app);
    await addTotp(app);
    const token = await start(app);
    expect(await app.db.transaction().execute((tx) => resetSecondFactors(tx, id))).toBe(true);
    expect(await countSessions(app, id)).toBe(0);
    expect((await answer(app, token, '123456')).problem.code).toBe('sign_in_ended');
    expect((await enter(app)).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is typed, and says how many are left', async ({ app }) => {
    await anAdmin(app);
    const { codes } = await addTotp(app);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')}`;
    const { status, body } = await recover(app, await start(app), typed);
    expect([status, body.recovery_codes_left]).toEqual([200, 9]);
    const token = await start(app);
    expect((await recover(app, token, first)).problem.code).toBe('invalid_credentials');
    expect((await recover(app, token, second)).body.recovery_codes_left).toBe(8);
  });

  test('is used once by two processes', async ({ app }) => {
    await anAdmin(app);
    const [code = ''] = (await addTotp(app)).codes;
    const other = await anotherServer(app);
    other.deps.clock = app.deps.clock;
    const tokens = [await start(app), await start(app)];
    const answers = await Promise.all([recover(app, tokens[0] ?? '', code), recover(other, tokens[1] ?? '', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is stored under a key; one from before that counts once', async ({ app }) => {
    const { id } = await anAdmin(app);
    const { codes } = await addTotp(app);
    const bare = codes.map((code) => hashToken(code.replaceAll('-', '')).toString('hex'));
    const stored = await app.db.selectFrom('recovery_code').select('code_hash').execute();
    expect(stored.filter(({ code_hash }) => bare.includes(code_hash.toString('hex')))).toEqual([]);
    const old = '0123456789abcdef';
    await app.db
      .insertInto('recovery_code')
      .values({ admin_id: id, code_hash: hashToken(old) })
      .execute();
    expect((await recover(app, await start(app), old)).status).toBe(200);
    expect((await recover(app, await start(app), old)).status).toBe(401);
  });

  test('ends when new ones are made', async ({ app }) => {
    await anAdmin(app);
    const { token, codes } = await addTotp(app);
    const made = await send(app.url, secondFactors.createRecoveryCodes, {}, { token });
    const attempt = await start(app);
    expect((await recover(app, attempt, codes[0] ?? '')).status).toBe(401);
    expect((await recover(app, attempt, made.body.recovery_codes[0] ?? '')).status).toBe(200);
  });
});

describe('a demanded second factor', () => {
  test('is set up within the next sign-in, and its codes are shown before the session starts', async ({ app }) => {
    await anAdmin(app);
    await demand(app, 'super_admins');
    const { status, problem } = await enter(app);
    expect([status, problem.sign_in?.steps]).toEqual([401, ['enrol']]);
    const sign_in_token = problem.sign_in?.token ?? '';
    const anonymous = app.as('anonymous');
    expect((await send(app.url, signIn.finish, { body: { sign_in_token } })).problem.code).toBe('sign_in_ended');

    const { secret } = (await anonymous.call(signIn.setUpTotp, { body: { sign_in_token } })).body;
    const wrong = await send(app.url, signIn.confirmTotp, { body: { sign_in_token, code: codeOf(app, secret, 90) } });
    expect(wrong.problem.code).toBe('invalid_credentials');
    const code = codeOf(app, secret);
    const confirmed = await anonymous.call(signIn.confirmTotp, { body: { sign_in_token, code } });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    const finished = await anonymous.call(signIn.finish, { body: { sign_in_token } });
    expect((await send(app.url, auth.me, {}, { token: finished.body.access_token })).status).toBe(200);
    expect((await enter(app)).problem.sign_in?.steps).toEqual(['totp', 'recovery_code']);
  });

  test('is set up by one of two sign-ins; the other then needs it', async ({ app }) => {
    await anAdmin(app);
    await demand(app, 'everybody');
    const [first, second] = [await start(app), await start(app)];
    const enrol = async (sign_in_token: string) => {
      const { secret } = (await send(app.url, signIn.setUpTotp, { body: { sign_in_token } })).body;
      return send(app.url, signIn.confirmTotp, { body: { sign_in_token, code: codeOf(app, secret) } });
    };
    expect((await enrol(first)).status).toBe(200);
    expect((await send(app.url, signIn.setUpTotp, { body: { sign_in_token: second } })).problem.code).toBe(
      'sign_in_ended',
    );
    expect((await send(app.url, signIn.finish, { body: { sign_in_token: second } })).problem.code).toBe(
      'sign_in_ended',
    );
  });

  test('comes from a role as well, and lets a sub-admin without it in', async ({ app }) => {
    const { id } = await anAdmin(app, 'bob', 'subadmin');
    await giveUsualRole(app.db, id);
    expect((await enter(app, 'bob')).status).toBe(200);
    await app.db.updateTable('admin_role').set({ needs_second_factor: true }).execute();
    expect((await enter(app, 'bob')).problem.sign_in?.steps).toEqual(['enrol']);
    await app.db.deleteFrom('admin_role_member').where('admin_id', '=', id).execute();
    expect((await enter(app, 'bob')).status).toBe(200);
  });
});

test('a password that was changed during a sign-in starts no session', async ({ app }) => {
  const { id } = await anAdmin(app);
  const server = await anotherServer(app);
  const { verify } = server.deps.passwords;
  server.deps.passwords = {
    ...server.deps.passwords,
    verify: async (...args) => {
      const isRight = await verify(...args);
      await app.db.updateTable('admin').set({ password_hash: 'another' }).where('id', '=', id).execute();
      return isRight;
    },
  };
  const { status, problem } = await send(server.url, auth.login, { body: { username: 'ada', password } });
  expect([status, problem.code]).toEqual([410, 'sign_in_ended']);
  expect(await countSessions(app, id)).toBe(0);
});
