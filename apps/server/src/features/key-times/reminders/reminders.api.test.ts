import {
  type KeyReminderPolicy,
  keyCases,
  keyDesk,
  keyReminders,
  keyTimes,
  keyTimesSettings,
  noticeKinds,
} from '@key2xs/contract';
import { describe, onTestFinished } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { productEvents } from '../../../product-events';
import { keepReturnCases } from '../../key-cases/return-cases';
import { planReminders } from './plan-reminders';
import { sendReminders } from './send-reminders';

const hourMs = 3_600_000;
const dayMinutes = 1_440;
const never = new AbortController().signal;
const admin = (app: TestApp) => app.as('superadmin');

async function aServer(app: TestApp) {
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'keys@city.test' });
  Object.assign(app.deps, { mailer });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
  const to = () => server.mails.map((mail) => mail.to[0]).sort();
  const textOf = (address: string) =>
    server.mails
      .find((mail) => mail.to.includes(address))
      ?.text.replaceAll('=\r\n', '')
      .replaceAll('=3D', '=') ?? '';
  return { ...server, to, textOf };
}

const on = { is_on: true, days: [7, 2] };
const off = { is_on: false, days: [2] };
const holdersOnly: KeyReminderPolicy = {
  ...{ holder: on, manager: off, security: { ...off, mail_address: null } },
  returns: { is_on: false, holder: [-7, 0, 3], manager: [7], security: [14] },
  ...{ language: 'en', quiet: null },
};

async function savePolicy(app: TestApp, reminders: Partial<KeyReminderPolicy> = {}): Promise<void> {
  const { body } = await admin(app).call(keyTimesSettings.get, {});
  const { version, outside: _, employee_types: __, is_mail_configured: ___, ...policy } = body;
  const headers = { headers: { 'if-match': `"${version}"` } };
  const changed = { ...policy, reminders: { ...holdersOnly, ...reminders } };
  const saved = await admin(app).send(keyTimesSettings.save, { body: changed }, headers);
  expect(saved.status).toBe(200);
}

/** Ada, whose manager is Mo, has a key with a validity until in some hours, updated since, and others by interval. */
async function keysOfAda(app: TestApp, hours: number) {
  const { id: system } = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  await aPerson(app, {
    ...{ connection_id: source, display_name: 'Mo Boss', external_id: 'M1', email: 'mo@city.test' },
  });
  const { id: ada } = await aPerson(app, {
    ...{ connection_id: source, display_name: 'Ada Invented', email: 'ada@city.test', manager_ref: 'M1' },
  });
  await aRecordedPerson(app, system, { identity: 'P-1', own: ada });
  const at = (away: number) => new Date(Date.now() + away * hourMs);
  const row = {
    ...{ validity: 'between' as const, valid_from: at(-500), schedule: '[]', holder_identity: 'P-1' },
    ...{ state: 'handed_out', last_update_at: at(-2), changed_at: at(-3), revalidation_minutes: null },
  };
  const key = await aKey(app, system, { marking: 'A-1', ...row, valid_until: at(hours) });
  /** Needs an update each day: reminding of it would never end. */
  await aKey(app, system, {
    ...{ marking: 'DAILY', ...row, validity: 'always', valid_from: null, revalidation_minutes: dayMinutes },
  });
  const until = (away: number) =>
    app.db
      .updateTable('key')
      .set({ valid_until: at(away) })
      .where('id', '=', key)
      .execute();
  return { system, ada, key, until, at, row };
}

const work = async (app: TestApp) => {
  await planReminders(app.deps);
  await sendReminders(app.deps, never);
};
const dueNow = ({ db }: TestApp) =>
  db
    .updateTable('key_reminder')
    .set({ due_at: new Date(0) })
    .execute();
/** As if what was mailed had been mailed the day before. */
const aDayLater = ({ db }: TestApp) =>
  db
    .updateTable('key_reminder')
    .set({ day: '2020-01-01' } as never) // in the product, never
    .execute();
const list = async (app: TestApp) => (await admin(app).call(keyReminders.list, { query: {} })).body.items;

test('a holder is reminded once at each number of days, whatever runs twice, and the manager and security as the policy says', async ({
  app,
}) => {
  const server = await aServer(app);
  await savePolicy(app, {
    manager: { is_on: true, days: [2] },
    security: { is_on: true, days: [2], mail_address: 'desk@city.test' },
  });
  const { key, until } = await keysOfAda(app, 24 * 6);
  await Promise.all([planReminders(app.deps), planReminders(app.deps)]);
  await Promise.all([sendReminders(app.deps, never), sendReminders(app.deps, never)]);
  await work(app);
  expect(server.to()).toEqual(['ada@city.test']);
  const text = server.textOf('ada@city.test');
  expect(text).toContain('Your key A-1 works until');
  expect(text).not.toContain('DAILY');
  expect((await admin(app).call(keyTimes.get, { params: { id: key } })).body.reminded_at).not.toBeNull();
  await aDayLater(app);
  await work(app);
  expect(server.to(), 'not again for the same days').toHaveLength(1);
  await until(30);
  await work(app);
  await work(app);
  expect(server.to()).toEqual(['ada@city.test', 'ada@city.test', 'desk@city.test', 'mo@city.test']);
  expect(server.textOf('mo@city.test')).toContain('Key A-1, which Ada Invented has, works until');
  const events = await app.db.selectFrom('audit_event').select('id').where('action', '=', 'key.reminded').execute();
  expect(events).toHaveLength(4);
});

test('one mail a day is about all keys, also for who is holder and manager', async ({ app }) => {
  const server = await aServer(app);
  await savePolicy(app, { manager: on });
  const { system, at, row } = await keysOfAda(app, 24);
  const mo = await app.db.selectFrom('person').select('id').where('external_id', '=', 'M1').executeTakeFirstOrThrow();
  await aRecordedPerson(app, system, { identity: 'P-2', own: mo.id });
  await aKey(app, system, { marking: 'M-1', ...row, holder_identity: 'P-2', valid_until: at(20) });
  await work(app);
  expect(server.to()).toEqual(['ada@city.test', 'mo@city.test']);
  const text = server.textOf('mo@city.test');
  expect(text).toContain('Your key M-1 works until');
  expect(text).toContain('Key A-1, which Ada Invented has');
});

test('what was updated or given back before is not sent; what the mail server postpones is sent later, refused is told', async ({
  app,
}) => {
  const server = await aServer(app);
  await savePolicy(app);
  const { key, until } = await keysOfAda(app, 24);
  server.answers.push({ code: 451, words: 'Later' });
  await work(app);
  expect(await list(app)).toMatchObject([
    { state: 'waiting', problem: expect.stringContaining('451 Later'), markings: ['A-1'] },
  ]);
  await dueNow(app);
  await until(24 * 100);
  await work(app);
  expect(await list(app)).toMatchObject([{ state: 'needless', problem: null }]);
  expect(server.mails).toEqual([]);
  const ask = () => admin(app).send(keyReminders.ask, { body: { selection: { ids: [key] }, to: ['holder'] } });
  expect((await ask()).body, 'taken up again').toMatchObject({ mails: 1, keys: 1 });
  server.answers.push({ code: 550, words: 'No such mailbox' });
  await work(app);
  expect(await list(app)).toMatchObject([{ state: 'failed', problem: expect.stringContaining('550') }]);
  await ask();
  await work(app);
  expect(server.to()).toEqual(['ada@city.test']);
  const again = await ask();
  expect([again.status, again.problem?.detail]).toEqual([409, expect.stringContaining('at most one a day')]);
});

test('nothing is mailed in the quiet time but what a person asks for', async ({ app }) => {
  const server = await aServer(app);
  const now = app.deps.clock();
  const clock = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString().slice(11, 16);
  await savePolicy(app, { quiet: { from: clock(-2), to: clock(2) } });
  const { key, row, system } = await keysOfAda(app, 24);
  await work(app);
  expect(await list(app)).toEqual([]);
  const inStock = { ...row, holder_identity: null, valid_until: row.valid_from };
  const other = await aKey(app, system, { marking: 'STOCK', ...inStock });
  const body = { selection: { ids: [key, other] }, to: ['holder' as const] };
  const asked = await admin(app).call(keyReminders.ask, { body });
  expect(asked.body).toEqual({ mails: 1, keys: 1, today: 0, no_address: 1, no_end: 0 });
  await work(app);
  expect(server.to()).toEqual(['ada@city.test']);
  expect(await list(app)).toMatchObject([{ state: 'sent', asked_by: expect.any(String), audiences: ['holder'] }]);
});

test('without a mail server nothing is said to be sent', async ({ app }) => {
  await savePolicy(app);
  const { key } = await keysOfAda(app, 24);
  await work(app);
  expect(await list(app)).toEqual([]);
  const body = { selection: { ids: [key] }, to: ['holder' as const] };
  const { status, problem } = await admin(app).send(keyReminders.ask, { body });
  expect([status, problem?.detail]).toEqual([409, expect.stringContaining('KEY2XS_SMTP_URL')]);
  expect((await admin(app).call(keyTimesSettings.get, {})).body.is_mail_configured).toBe(false);
});

test('super admins are reminded in their language where they chose it', async ({ app }) => {
  const server = await aServer(app);
  await savePolicy(app, { holder: off, security: { is_on: true, days: [2], mail_address: null } });
  await keysOfAda(app, 24);
  const { id: admin_id } = await app.db
    .selectFrom('admin')
    .select('id')
    .where('role', '=', 'superadmin')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('notification_settings')
    .values({ admin_id, mail_address: 'me@city.test', language: 'de', notices: [...noticeKinds] })
    .execute();
  await work(app);
  expect(server.to()).toEqual(['me@city.test']);
  expect(server.textOf('me@city.test')).toContain('von Ada Invented funktioniert bis');
});

describe('a key to be returned', () => {
  /** Ada has left, with a key that has no clock; her case is due in seven days. */
  async function aLeaver(app: TestApp) {
    const server = await aServer(app);
    const { publicUrl } = app.deps.config;
    Object.assign(app.deps.config, { publicUrl: 'https://keys.city.test' });
    onTestFinished(() => void Object.assign(app.deps.config, { publicUrl }));
    const returns = { is_on: true, holder: [-7, 0, 3], manager: [7], security: [14] };
    await savePolicy(app, { holder: off, returns, security: { ...off, mail_address: 'desk@city.test' } });
    const { ada, key } = await keysOfAda(app, 24);
    await app.db.updateTable('key').set({ key_type: 'normal' }).where('id', '=', key).execute();
    await app.db.deleteFrom('key').where('id', '<>', key).execute();
    await app.db.updateTable('person').set({ active: false }).where('id', '=', ada).execute();
    await app.db.transaction().execute((tx) => keepReturnCases(tx, app.deps));
    const start = Date.now();
    /** Every six hours of the days up to one, counted from the due date. */
    const workUntil = async (from: number, to: number) => {
      const { clock } = app.deps;
      for (let hours = from * 24; hours < to * 24; hours += 6) {
        Object.assign(app.deps, { clock: () => new Date(start + (7 * 24 + hours) * hourMs + 60_000) });
        await work(app);
      }
      Object.assign(app.deps, { clock }); // sessions last hours
      await deliverEvents(app.deps, productEvents(app.deps), never);
    };
    const { items } = (await admin(app).call(keyCases.list, { query: { key_id: key } })).body;
    const history = async () => {
      const { body } = await admin(app).call(keyCases.get, { params: { id: items[0]?.id ?? '' } });
      return body.entries.filter(({ reminded }) => reminded).map(({ happening, reminded }) => [happening, reminded]);
    };
    return { server, key, workUntil, history, case_id: items[0]?.id ?? '' };
  }

  test('is asked for on each day of the policy once, of the holder, then the manager, then security', async ({
    app,
  }) => {
    const { server, workUntil, history, case_id } = await aLeaver(app);
    const days: [string, number][] = [];
    for (let day = -7; day < 17; day += 1) {
      const before = server.mails.length;
      await workUntil(day, day + 1);
      for (const { to } of server.mails.slice(before)) days.push([to[0] ?? '', day]);
    }
    expect(days).toEqual([
      ['ada@city.test', -7],
      ['ada@city.test', 0],
      ['ada@city.test', 3],
      ['mo@city.test', 7],
      ['desk@city.test', 14],
    ]);
    expect(server.textOf('ada@city.test')).toContain('Your key A-1 is to be returned by');
    expect(server.textOf('mo@city.test')).toContain('Key A-1, which Ada Invented has, was to be returned by');
    expect(server.textOf('desk@city.test')).toContain(`https://keys.city.test/keys/cases/${case_id}`);
    expect(await history()).toEqual([
      ['reminded', ['security']],
      ['reminded', ['manager']],
      ...Array.from({ length: 3 }, () => ['reminded', ['holder']]),
    ]);
  });

  test('is asked for no more once it is back, and not by a mail that waited meanwhile', async ({ app }) => {
    const { server, key, workUntil } = await aLeaver(app);
    server.answers.push({ code: 451, words: 'Later' });
    await work(app);
    await admin(app).call(keyDesk.takeBack, { body: { keys: [{ id: key }] } });
    await workUntil(-7, 16);
    expect(server.mails).toEqual([]);
    expect(await list(app)).toMatchObject([{ state: 'needless' }]);
  });

  test('a request by hand is in the history of the case, with who made it', async ({ app }) => {
    const { server, key, workUntil, case_id } = await aLeaver(app);
    const asked = await admin(app).call(keyReminders.ask, { body: { selection: { ids: [key] }, to: ['manager'] } });
    expect(asked.body).toMatchObject({ mails: 1, keys: 1, no_end: 0 });
    await workUntil(-7, -6);
    expect(server.to()).toEqual(['ada@city.test', 'mo@city.test']);
    const { body } = await admin(app).call(keyCases.get, { params: { id: case_id } });
    expect(body.entries).toContainEqual(
      expect.objectContaining({
        ...{ happening: 'reminder_requested', reminded: ['manager'], actor_name: expect.any(String) },
      }),
    );
  });
});
