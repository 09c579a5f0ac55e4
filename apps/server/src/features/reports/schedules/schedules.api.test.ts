import { type Input, keptReports, reportSchedules } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { createMailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin, eventsAbout } from '#test/factories/administrators';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { aMailServer } from '#test/mail-server';
import { abandonJob, kindOfJob, runNow } from '#test/run-jobs';
import { send } from '#test/send';
import { schedules } from '../../../background-work';
import { productEvents } from '../../../product-events';
import { sendMails } from '../../notifications/send-mails';
import { requestDueReports, scheduledReportJob } from './run-schedules';

type Fields = Input<typeof reportSchedules.create>['body'];

const daily: Fields = {
  ...{ report: 'keys_out', parameters: {}, format: 'csv', days_kept: 30 },
  ...{ every: 'day', weekday: null, day: null, clock: '06:00', recipient_ids: [] },
};

const as = (app: TestApp, token: string) => ({
  create: (fields: Partial<Fields> = {}) =>
    send(app.url, reportSchedules.create, { body: { ...daily, ...fields } }, { token }),
  list: async () => (await send(app.url, reportSchedules.list, {}, { token })).body.items,
  kept: async () => (await send(app.url, keptReports.list, {}, { token })).body.items,
  pause: (id: string) => send(app.url, reportSchedules.pause, { params: { id } }, { token }),
  resume: (id: string) => send(app.url, reportSchedules.resume, { params: { id } }, { token }),
  update: (id: string, fields: Partial<Fields>, headers: Record<string, string> = {}) =>
    send(app.url, reportSchedules.update, { params: { id }, body: { ...daily, ...fields } }, { token, headers }),
  remove: (id: string) => send(app.url, reportSchedules.remove, { params: { id } }, { token }),
});

const makeDue = async (app: TestApp, id: string) => {
  await sql`update report_schedule set next_run_at = now() - interval '1 minute' where id = ${id}`.execute(app.db);
  await abandonJob(app.db, { kind: scheduledReportJob, key: id });
  return requestDueReports(app.deps);
};
const work = (app: TestApp, id: string) => runNow(app, kindOfJob(app, scheduledReportJob), id);

async function withMail(app: TestApp, ids: readonly string[]) {
  for (const id of ids)
    await app.db
      .insertInto('notification_settings')
      .values({ admin_id: id, mail_address: `${id}@city.test`, language: 'en', notices: [] })
      .execute();
  const server = await aMailServer();
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'Key2XS <key2xs@city.test>' });
  const deps = { ...app.deps, mailer, config: { ...app.deps.config, publicUrl: 'https://keys.test' } };
  return {
    server,
    deliver: async () => {
      const never = new AbortController().signal;
      await deliverEvents(deps, productEvents(deps), never);
      await sendMails(deps, never);
    },
  };
}

const keysOf = async (app: TestApp) => {
  const { id: system } = await aKeySystem(app);
  await aRecordedPerson(app, system, { identity: 'P-1', name: ['Cleo', 'Outside'] });
  for (const marking of ['K1x', 'K2x']) await aKey(app, system, { marking, holder_identity: 'P-1' });
};

test('a due schedule makes its report once, keeps it, and plans the next run', async ({ app }) => {
  await keysOf(app);
  const admin = as(app, await app.as('superadmin').token());
  const { status, body: schedule } = await admin.create();
  expect([status, schedule.state, Date.parse(schedule.next_run_at ?? '') > Date.now()]).toEqual([201, 'active', true]);
  expect(await makeDue(app, schedule.id)).toBe(1);
  expect(await requestDueReports(app.deps)).toBe(0);
  expect(await work(app, schedule.id)).toBe(true);
  // A worker that died after it had saved does it again, and finds nothing to do.
  await abandonJob(app.db, { kind: scheduledReportJob, key: schedule.id });
  await work(app, schedule.id);
  const kept = await admin.kept();
  expect(kept).toMatchObject([{ rows: 2, is_scheduled: true, report: 'keys_out' }]);
  const [after] = await admin.list();
  expect(after).toMatchObject({ last_run_at: expect.any(String), last_failure: null, last_skipped: [] });
  expect(Date.parse(after?.next_run_at ?? '')).toBeGreaterThan(Date.now());
  expect((await eventsAbout(app, kept[0]?.id ?? '')).map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['kept_report.created', 'report schedule'],
  ]);
});

test('says what it chooses as of now, also what is gone, and a period that moves with its runs', async ({ app }) => {
  const { id: connection_id } = await aKeySystem(app, { name: 'Annex' });
  const admin = as(app, await app.as('superadmin').token());
  const { body: system } = await admin.create({ parameters: { connection_id } });
  expect(system.chosen).toEqual(['Key system Annex', 'All people']);
  const { body: period } = await admin.create({ report: 'failed_runs' });
  expect(period.chosen).toEqual(['The 30 days before the run']);
  const dated = await admin.create({
    report: 'failed_runs',
    parameters: { from: '2026-01-01T00:00:00Z', before: '2026-02-01T00:00:00Z' },
  });
  expect(dated.body.chosen).toEqual(['From 2026-01-01 00:00 UTC until 2026-02-01 00:00 UTC']);
  const { id: source } = await aConnection(app);
  const { id: person_id } = await aPerson(app, { connection_id: source, display_name: 'Ada Invented' });
  const { body: person } = await admin.create({ parameters: { person_id } });
  expect(person.chosen).toEqual(['All key systems', 'Person Ada Invented']);
  await app.db.deleteFrom('person').where('id', '=', person_id).execute();
  const chosen = new Map((await admin.list()).map((one) => [one.id, one.chosen]));
  expect(chosen.get(person.id)).toEqual(['All key systems', 'What was chosen is gone']);
});

test('runs with the rights of its owner, and mails a link without rows to those who may read all of it', async ({
  app,
}) => {
  await keysOf(app);
  const scope = { departments: [foldText('Ward')], places: null };
  const owner = await aSubAdmin(app, { functions: ['assign_keys'] });
  const reader = await aSubAdmin(app, { functions: ['view_cylinders'] });
  const narrow = await aSubAdmin(app, { functions: ['assign_keys'], scope });
  const without = await aSubAdmin(app, { functions: ['view_plans'], scope });
  const recipients = [reader, narrow, without];
  const { server, deliver } = await withMail(
    app,
    [...recipients, owner].map(({ id }) => id),
  );
  const own = as(app, owner.token);
  const { body: schedule } = await own.create({ recipient_ids: recipients.map(({ id }) => id) });
  await makeDue(app, schedule.id);
  await work(app, schedule.id);
  await deliver();
  await deliver();
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(JSON.stringify(mail)).toContain(reader.id);
  expect(JSON.stringify(mail)).toContain('Keys handed out');
  expect(JSON.stringify(mail)).not.toMatch(/K1x|Cleo/);
  const [kept] = await own.kept();
  expect((await as(app, reader.token).kept()).map(({ id }) => id)).toEqual([kept?.id]);
  expect(await as(app, narrow.token).kept()).toEqual([]);
  expect((await own.list())[0]?.last_skipped).toHaveLength(2);
  // Others do not see the schedule, and cannot change it.
  const stranger = as(app, reader.token);
  expect(await stranger.list()).toEqual([]);
  const refused = [
    await stranger.pause(schedule.id),
    await stranger.update(schedule.id, {}),
    await stranger.remove(schedule.id),
  ];
  expect(refused.map(({ status: one }) => one)).toEqual([404, 404, 404]);
});

test('stops with a mail to its owner who has lost the right, and goes on once resumed', async ({ app }) => {
  const owner = await aSubAdmin(app, { functions: ['assign_keys', 'view_plans'] });
  const { server, deliver } = await withMail(app, [owner.id]);
  const own = as(app, owner.token);
  const { body: schedule } = await own.create({ report: 'lost_keys' });
  const before = await sql<{ functions: string[]; id: string }>`
    select admin_role.id, functions from admin_role join admin_role_member as member on member.role_id = admin_role.id
    where member.admin_id = ${owner.id}`.execute(app.db);
  await sql`update admin_role set functions = '{view_plans,view_people,view_cylinders}'
    where id = any(${before.rows.map(({ id }) => id)}::uuid[])`.execute(app.db);
  await makeDue(app, schedule.id);
  await work(app, schedule.id);
  expect(await own.list()).toMatchObject([{ state: 'stopped', next_run_at: null, last_run_at: null }]);
  expect(await own.kept()).toEqual([]);
  await deliver();
  expect(JSON.stringify(server.mails)).toContain('no longer made');
  for (const { id, functions } of before.rows)
    await sql`update admin_role set functions = ${functions}::text[] where id = ${id}`.execute(app.db);
  expect((await own.resume(schedule.id)).body).toMatchObject({ state: 'active', next_run_at: expect.any(String) });
  await makeDue(app, schedule.id);
  await work(app, schedule.id);
  expect(await own.kept()).toHaveLength(1);
});

describe('a schedule', () => {
  test('is checked, paused, changed with its version, and deleted', async ({ app }) => {
    const admin = as(app, await app.as('superadmin').token());
    const wrong: Partial<Fields>[] = [
      { every: 'week' },
      { every: 'month' },
      { clock: '24:00' },
      { report: 'person_access' },
      { parameters: { days: 7 } },
    ];
    for (const fields of wrong) expect([fields, (await admin.create(fields)).status]).toEqual([fields, 422]);
    expect((await admin.create({ recipient_ids: [app.deps.newId()] })).status).toBe(404);
    const { body: schedule } = await admin.create({ every: 'week', weekday: 1, day: 5 });
    expect(schedule).toMatchObject({ weekday: 1, day: null });
    expect((await admin.pause(schedule.id)).body).toMatchObject({ state: 'paused', next_run_at: null });
    expect(await makeDue(app, schedule.id)).toBe(1);
    await sql`update report_schedule set next_run_at = null, due_at = null`.execute(app.db);
    expect((await admin.update(schedule.id, {}, { 'if-match': '"1"' })).status).toBe(412);
    expect((await admin.update(schedule.id, { clock: '07:15' })).body).toMatchObject({
      clock: '07:15',
      state: 'paused',
    });
    expect((await admin.resume(schedule.id)).body.state).toBe('active');
    expect((await admin.remove(schedule.id)).status).toBe(200);
    expect(await admin.list()).toEqual([]);
    expect((await eventsAbout(app, schedule.id)).map(({ action }) => action.split('.')[1])).toEqual([
      ...['created', 'paused', 'updated', 'resumed', 'deleted'],
    ]);
  });

  test('says why its last run failed, and keeps nothing of it', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    const admin = as(app, await app.as('superadmin').token());
    const { body: schedule } = await admin.create({ parameters: { connection_id: system } });
    await sql`update report_schedule set parameters = ${JSON.stringify({ connection_id: app.deps.newId() })}`.execute(
      app.db,
    );
    await makeDue(app, schedule.id);
    await work(app, schedule.id);
    expect((await admin.list())[0]).toMatchObject({ state: 'active', last_failure: { message: expect.any(String) } });
    expect(await admin.kept()).toEqual([]);
  });

  test('makes nothing while the installation is paused after a backup was put back', async ({ app }) => {
    const admin = as(app, await app.as('superadmin').token());
    const { body: schedule } = await admin.create();
    await makeDue(app, schedule.id);
    const at = new Date();
    await app.db
      .insertInto('restored_backup')
      .values({ taken_at: at, restored_at: at } as never)
      .execute();
    await work(app, schedule.id);
    expect(await admin.kept()).toEqual([]);
    const { run } = schedules(app.deps, { isEmbedded: false }).find(({ name }) => name === 'request-due-reports') ?? {};
    await sql`update report_schedule set next_run_at = now() - interval '1 minute'`.execute(app.db);
    expect(await run?.(new AbortController().signal)).toBe(0);
  });
});
