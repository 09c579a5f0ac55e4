import { auth, invitations } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { send } from '#test/send';
import { ensureFirstAdmin } from './first-admin';

const password = 'a sentence with many words';

const signIn = async (app: TestApp, username: string) =>
  (await send(app.url, auth.login, { body: { username, password } })).status;

async function register(app: TestApp, username: string) {
  const { body } = await send(
    app.url,
    invitations.invite,
    { body: { role: 'subadmin' } },
    { token: await app.as('superadmin').token() },
  );
  return send(app.url, auth.register, { body: { username, password, invitation_token: body.invitation_token } });
}

describe('a username', () => {
  test.for([
    ['İlker.Ş', 'İLKER.ş', 'i\u0307lker.ş'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['Strauß', 'STRAUSS', 'strauẞ'],
    ['Änne', 'ÄNNE', 'a\u0308nne'],
    ['\u212Aarl', 'karl', 'ＫＡＲＬ'],
    ['ada', ' Ada\u200B', '\uFEFFADA'],
  ])('%s signs in however it is typed, and has no twin', async ([username = '', ...spellings], { app }) => {
    expect((await register(app, username)).status).toBe(201);
    for (const spelling of [username, ...spellings]) expect(await signIn(app, spelling)).toBe(200);
    for (const spelling of [username, ...spellings]) {
      expect((await register(app, spelling)).problem.code).toMatch(/conflict|validation_failed/);
    }
    expect(await app.db.selectFrom('admin').select('id').where('role', '=', 'subadmin').execute()).toHaveLength(1);
  });

  test.for([
    ['decomposed', 'A\u0308nne', 'Änne'],
    ['with wide letters', 'ａｄａ', 'ada'],
    ['with marks that no letter takes in', 'नमिता', 'नमिता'],
  ])('is stored in one form: %s', async ([, typed = '', stored], { app }) => {
    expect((await register(app, typed)).body.username).toBe(stored);
    expect(await signIn(app, typed)).toBe(200);
  });

  test.for([
    ['a control character', 'ada\u0007'],
    ['a zero-width space', 'a\u200Bda'],
    ['a zero-width joiner', 'a\u200Dda'],
    ['a bidi control', '\u202Eada\u202C'],
    ['an invisible letter', 'ada\u3164'],
    ['an invisible mark', 'ad\u034Fa'],
    ['a mark without a letter', '\u0301ada'],
    ['a space', 'a da'],
    ['a letter that stands for a sentence', '\uFDFA'],
  ])('with %s is refused', async ([, username = ''], { app }) => {
    const { status, problem } = await register(app, username);
    expect([status, problem.errors?.[0]?.path]).toEqual([422, 'username']);
  });

  test('from the configuration is checked alike', async ({ app }) => {
    const firstAdmin = { username: ' I\u0307lker ', password };
    await ensureFirstAdmin({ ...app.deps, config: { ...app.deps.config, firstAdmin } });
    expect(await app.db.selectFrom('admin').select('username').execute()).toEqual([{ username: 'İlker' }]);
    expect(await signIn(app, 'İLKER')).toBe(200);
    const refused = { ...app.deps.config, firstAdmin: { username: 'ada\u200B', password } };
    await app.db.deleteFrom('admin').execute();
    await expect(ensureFirstAdmin({ ...app.deps, config: refused })).rejects.toMatchObject({
      lines: [expect.stringContaining('KEY2XS_ADMIN_USERNAME')],
    });
  });
});
