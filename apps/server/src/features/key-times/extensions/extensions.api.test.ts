import { keyExtensions, keyTimes, noticeKinds } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { anAdministrator } from '#test/factories/administrators';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aMailServer } from '#test/mail-server';
import { productEvents } from '../../../product-events';
import { sendMails } from '../../notifications/send-mails';
import { endExtensions } from './extend-keys';

const hourMs = 3_600_000;
const never = new AbortController().signal;
const admin = (app: TestApp) => app.as('superadmin');
const reason = 'The station is flooded.';

/** Two keys with intervals of a day and of two, and one without. */
async function someKeys(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const at = (hours: number) => new Date(Date.now() + hours * hourMs);
  const row = { validity: 'always' as const, schedule: '[]', last_update_at: at(-1), changed_at: at(-2) };
  return {
    day: await aKey(app, system, { marking: 'DAY', ...row, revalidation_minutes: 1_440 }),
    days: await aKey(app, system, { marking: 'DAYS', ...row, revalidation_minutes: 2_880 }),
    free: await aKey(app, system, { marking: 'FREE', ...row, revalidation_minutes: null }),
  };
}

const ask = (app: TestApp, keys: string[], hours = 48) =>
  admin(app).send(keyExtensions.ask, { body: { keys, hours, reason } });
const times = async (app: TestApp, id: string) => (await admin(app).call(keyTimes.get, { params: { id } })).body;
const minutesOf = async (app: TestApp, id: string) => (await times(app, id)).order?.times.revalidation_minutes;

/** The hours are over. */
const later = ({ db }: TestApp) =>
  db
    .updateTable('key_extension')
    .set({ ends_at: new Date(0) })
    .where('state', '=', 'approved')
    .execute();

test('an extension is ordered once a second super admin approves it, and the former intervals after its hours', async ({
  app,
}) => {
  const { day, days } = await someKeys(app);
  const { body: asked } = await ask(app, [day, days]);
  expect(asked).toMatchObject({ state: 'open', is_own: true, hours: 48 });
  expect(asked.keys.map(({ marking }) => marking)).toEqual(['DAY', 'DAYS']);
  expect(await times(app, day)).toMatchObject({ order: null, extension: { state: 'open', hours: 48 } });
  const params = { id: asked.id };
  const own = await admin(app).send(keyExtensions.approve, { params });
  expect([own.status, own.problem?.detail]).toEqual([409, expect.stringContaining('Another super admin')]);
  expect((await ask(app, [day])).problem?.detail, 'one at a time').toContain('DAY');
  const { asked_by_id: invited_by } = await app.db
    .selectFrom('key_extension')
    .select('asked_by_id')
    .executeTakeFirstOrThrow();
  const invited = await anAdministrator(app, { role: 'superadmin', invited_by });
  const asInvited = await invited.call(keyExtensions.approve, { params });
  expect([asInvited.status, asInvited.problem?.detail]).toEqual([409, expect.stringContaining('by an invitation')]);
  const second = await anAdministrator(app, { role: 'superadmin' });
  const { body: approved } = await second.call(keyExtensions.approve, { params });
  expect(approved).toMatchObject({ state: 'approved', is_own: false, decided_by: expect.any(String) });
  expect([await minutesOf(app, day), await minutesOf(app, days)]).toEqual([1_440 + 2_880, 2_880 + 2_880]);
  expect(await times(app, day)).toMatchObject({ order: { reason }, extension: { state: 'approved' } });
  expect((await second.call(keyExtensions.refuse, { params, body: { reason } })).status).toBe(409);
  // Someone gives one of them another interval meanwhile, which it keeps.
  await admin(app).send(keyTimes.order, {
    body: { selection: { ids: [days] }, change: { revalidation_minutes: 60 }, reason },
  });
  expect(await endExtensions(app.deps)).toBe(0);
  await later(app);
  expect(await Promise.all([endExtensions(app.deps), endExtensions(app.deps)])).toContain(1);
  expect([await minutesOf(app, day), await minutesOf(app, days)]).toEqual([1_440, 60]);
  expect(await times(app, day)).toMatchObject({ extension: null });
  const { items } = (await admin(app).call(keyExtensions.list, {})).body;
  expect(items).toMatchObject([{ state: 'ended' }]);
});

test('what cannot be extended is refused in a sentence, and what is refused orders nothing', async ({ app }) => {
  const { day, free } = await someKeys(app);
  expect((await ask(app, [day, free])).problem?.detail).toContain('nothing to extend: FREE');
  const tooLong = await ask(app, [day], 73);
  expect([tooLong.status, JSON.stringify(tooLong.problem)]).toEqual([422, expect.stringContaining('at most 72 hours')]);
  expect((await ask(app, [day, crypto.randomUUID()])).status).toBe(404);
  const { body: asked } = await ask(app, [day]);
  const params = { id: asked.id };
  const { body: refused } = await admin(app).call(keyExtensions.refuse, { params, body: { reason: 'Not needed.' } });
  expect(refused).toMatchObject({ state: 'refused', decision_reason: 'Not needed.' });
  expect(await times(app, day)).toMatchObject({ order: null, extension: null });
});

test('those who may decide are mailed, and not who has asked', async ({ app }) => {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  Object.assign(app.deps, { mailer });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
  await anAdministrator(app, { role: 'superadmin' });
  const admins = await app.db.selectFrom('admin').select(['id', 'username']).where('role', '=', 'superadmin').execute();
  await app.db
    .insertInto('notification_settings')
    .values(
      admins.map(({ id, username }) => ({
        ...{ admin_id: id, mail_address: `${username}@city.test`, language: 'en' as const },
        notices: [...noticeKinds],
      })),
    )
    .execute();
  const { day } = await someKeys(app);
  const { body: asked } = await ask(app, [day]);
  await deliverEvents(app.deps, productEvents(app.deps), never);
  await sendMails(app.deps, never);
  const others = admins.flatMap(({ username }) => (username === asked.asked_by ? [] : [`${username}@city.test`]));
  expect(server.mails.map(({ to }) => to[0]).sort()).toEqual(others.sort());
  expect(server.mails[0]?.text).toContain('48 hours longer');
});
