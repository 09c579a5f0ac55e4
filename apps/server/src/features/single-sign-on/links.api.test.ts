import { administrators, singleSignOn } from '@key2xs/contract';
import { expect, type TestApp, test } from '#test/app';
import {
  aLinkedAdmin,
  answerAt,
  linksOf,
  newBrowserKey,
  signInAs,
  singleSignOnAt,
} from '#test/factories/single-sign-on';
import { credentialsChanged } from '../second-factors/events';

/** Links the account of the next person with the super admin of the test. */
async function link(app: TestApp) {
  const { call } = app.as('superadmin');
  const browser_key = newBrowserKey();
  const { body } = await call(singleSignOn.startLink, { body: { browser_key } });
  return { browser_key, ...(await answerAt(app, body.authorization_url)) };
}

/** Of how administrators sign in, about which they are mailed. */
async function mailedChanges({ db }: TestApp) {
  const events = await db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', credentialsChanged.kind)
    .orderBy('id')
    .execute();
  return events.map(({ payload }) => credentialsChanged.payload.parse(payload).change);
}

test('links an account with who is signed in, shows it, and removes it', async ({ app }) => {
  const provider = await singleSignOnAt(app);
  await app.db.updateTable('admin').set({ username: 'ruth', username_folded: 'ruth' }).execute();
  const { call } = app.as('superadmin');
  const answer = await link(app);
  expect((await app.as('anonymous').call(singleSignOn.finish, { body: answer })).status, 'no sign-in').toBe(410);
  const { body } = await call(singleSignOn.finishLink, { body: answer });
  expect(await linksOf(app)).toEqual([{ account: 'ada', linked_by: 'administrator' }]);
  expect((await signInAs(app, provider)).status).toBe(200);
  const { items } = (await call(singleSignOn.links, {})).body;
  expect(items.map(({ account, last_used_at }) => [account, last_used_at !== null])).toEqual([['ada', true]]);
  await call(singleSignOn.unlink, { params: { id: body.id } });
  expect((await signInAs(app, provider)).status).toBe(401);
  expect(await mailedChanges(app)).toEqual(['single_sign_on_linked', 'single_sign_on_unlinked']);
});

test('refuses an account of someone else, a second one, and a sign-in in place of a link', async ({ app }) => {
  const provider = await singleSignOnAt(app);
  await aLinkedAdmin(app, provider);
  const { call } = app.as('superadmin');
  const finish = async () => {
    const { status, problem } = await call(singleSignOn.finishLink, { body: await link(app) });
    return [status, problem?.detail];
  };
  expect(await finish()).toEqual([409, 'This account of the provider is linked with another administrator.']);
  provider.person = { sub: 'ruth-1', preferred_username: 'ruth' };
  expect((await finish())[0]).toBe(200);
  provider.person = { sub: 'ruth-2', preferred_username: 'ruth2' };
  expect((await finish())[1]).toMatch(/^You are linked with another account/);
  provider.declines = true;
  expect(await finish()).toEqual([409, 'The sign-in was cancelled at the provider.']);
});

test('keeps the only way in', async ({ app }) => {
  await singleSignOnAt(app);
  const { call } = app.as('superadmin');
  const { body } = await call(singleSignOn.finishLink, { body: await link(app) });
  await app.db.updateTable('admin').set({ password_hash: null }).execute();
  const { status, problem } = await call(singleSignOn.unlink, { params: { id: body.id } });
  expect([status, problem.detail]).toEqual([
    409,
    'You have no password, so this link is the only way in. Set a password first.',
  ]);
});

test('a super admin removes those of another administrator with a reason, which ends their access', async ({ app }) => {
  const provider = await singleSignOnAt(app);
  const params = { id: await aLinkedAdmin(app, provider) };
  expect((await signInAs(app, provider)).status).toBe(200);
  const { call } = app.as('superadmin');
  expect((await call(administrators.get, { params })).body.linked_accounts).toEqual(['ada']);
  const unlink = () => call(administrators.unlinkSingleSignOn, { params, body: { reason: 'Left the provider' } });
  expect((await unlink()).body.linked_accounts).toEqual([]);
  expect(await mailedChanges(app)).toEqual(['single_sign_on_unlinked']);
  const sessions = app.db.selectFrom('session').select('id').where('admin_id', '=', params.id);
  expect(await sessions.execute()).toEqual([]);
  expect((await signInAs(app, provider)).status).toBe(401);
  const { details } = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'single_sign_on.unlinked')
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ admin_id: params.id, account: 'ada', reason: 'Left the provider' });
  expect((await unlink()).status).toBe(409);
});
