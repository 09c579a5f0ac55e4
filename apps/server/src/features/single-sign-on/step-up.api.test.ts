import { singleSignOn, stepUp } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import {
  aLinkedAdmin,
  answerAt,
  comeBack,
  newBrowserKey,
  settingsFor,
  signInAs,
  singleSignOnAt,
} from '#test/factories/single-sign-on';
import { send } from '#test/send';

/** A super admin who has nothing but the provider, and whose last proof is too old. */
async function aSuperAdminOf(app: TestApp) {
  const provider = await singleSignOnAt(app);
  await aLinkedAdmin(app, provider, { role: 'superadmin' });
  const { access_token: token } = (await signInAs(app, provider)).body;
  const old = new Date(Date.now() - 3_600_000);
  await app.db.updateTable('session').set({ proved_at: old }).execute();
  const save = () => send(app.url, singleSignOn.save, { body: settingsFor(provider) }, { token });
  const begin = async () => {
    const browser_key = newBrowserKey();
    const { body } = await send(app.url, stepUp.startProvider, { body: { browser_key } }, { token });
    return { browser_key, url: body.authorization_url };
  };
  const prove = async () => {
    const { browser_key, url } = await begin();
    const answer = { browser_key, ...(await answerAt(app, url)) };
    return send(app.url, stepUp.finishProvider, { body: answer }, { token });
  };
  return { provider, token, save, begin, prove };
}

test('another sign-in at the provider is a proof, for those who have no password and no factor', async ({ app }) => {
  const { save, begin, prove } = await aSuperAdminOf(app);
  expect((await save()).problem?.code).toBe('step_up_needed');
  const { searchParams } = new URL((await begin()).url);
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  expect((await prove()).status).toBe(200);
  expect((await save()).problem?.code).not.toBe('step_up_needed');
});

test('neither an old sign-in there, nor another account, nor what was begun for something else is one', async ({
  app,
}) => {
  const { provider, token, save, prove } = await aSuperAdminOf(app);
  const refusal = async (answered: ReturnType<typeof prove>) => {
    const { status, problem } = await answered;
    return [status, problem?.detail];
  };
  const old = [409, 'The provider does not say that you have just signed in there.'];
  provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 120 });
  expect(await refusal(prove())).toEqual(old);
  provider.alter = ({ auth_time: _, ...claims }) => claims;
  expect(await refusal(prove())).toEqual(old);
  provider.alter = undefined;
  provider.person = { sub: 'ruth-1', preferred_username: 'ruth' };
  expect(await refusal(prove())).toEqual([409, 'That account of the provider is not linked with you.']);
  provider.person = { sub: 'ada-1', preferred_username: 'ada' };
  const answer = await comeBack(app);
  const other = send(app.url, stepUp.finishProvider, { body: answer }, { token });
  expect((await other).status, 'begun as a sign-in').toBe(410);
  expect((await save()).problem?.code).toBe('step_up_needed');
});
