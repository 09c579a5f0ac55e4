import type { Actor, Caller } from '#platform/deps';
import { findActorsOf } from '#platform/sign-in/actor-finder';
import { endAccess } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { expect, type TestApp, test } from '#test/app';
import { revokeToken } from '../api-tokens/service';
import { saveNotifications } from '../notifications/service';
import {
  confirmOwnTotp,
  createOwnRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '../second-factors/own-factors';
import { unlink } from '../single-sign-on/links';
import { savePreferences } from './preferences';
import { endOtherSessions, endOwnSession } from './service';

const id = crypto.randomUUID();
type SignedIn = { actor: Actor; caller: Caller; reader: Reader; origin: undefined };

const notifications = { mail_address: 'eve@city.test', language: 'en', notices: [], quiet: null } as const;
const times = { delivery: 'instant', daily_at: '08:00', time_zone: 'UTC' } as const;

const writes: [name: string, write: (deps: TestApp['deps'], by: SignedIn) => Promise<unknown>][] = [
  ['notifications', (deps, by) => saveNotifications(deps, by, { ...notifications, ...times, notices: [] })],
  ['preferences', (deps, by) => savePreferences(deps, by, { density: 'compact' })],
  ['end of a session', (deps, by) => endOwnSession(deps, by, id)],
  ['end of the others', (deps, by) => endOtherSessions(deps, by)],
  ['confirmation of an app', (deps, by) => confirmOwnTotp(deps, by, '123456')],
  ['removal of an app', (deps, by) => removeTotp(deps, by)],
  ['name of a passkey', (deps, by) => renamePasskey(deps, by, { id, name: 'Old' })],
  ['removal of a passkey', (deps, by) => removePasskey(deps, by, id)],
  ['recovery codes', (deps, by) => createOwnRecoveryCodes(deps, by)],
  ['end of a link', (deps, by) => unlink(deps, by, id)],
  ['end of a token', (deps, by) => revokeToken(deps, by, id)],
];

test('a session that ends while a request is under way writes nothing about its account', async ({ app }) => {
  const { deps } = app;
  await app.as('superadmin').token();
  const session = await app.db.selectFrom('session').select('id').executeTakeFirstOrThrow();
  const actor = (await findActorsOf(deps, [session.id])).get(session.id) ?? expect.fail('no session');
  const caller = { actor, name: actor.username, request_id: null, sign: deps.signEvent };
  const reader: Reader = { db: app.db, viewer: actor, language: 'en' };
  await app.db.transaction().execute((tx) => endAccess(tx, actor.id));
  for (const [name, write] of writes) {
    const refused = await write(deps, { actor, caller, reader, origin: undefined }).catch((error: unknown) => error);
    expect(refused, name).toMatchObject({ code: 'unauthenticated' });
  }
});
