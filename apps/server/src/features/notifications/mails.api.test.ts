import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Input, type NoticeKind, noticeKinds, notifications } from '@key2xs/contract';
import { DriverError } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { beforeAll, describe, onTestFinished } from 'vitest';
import { acceptEnd } from '#platform/audit/audit-acceptance';
import { sealAllPending } from '#platform/audit/audit-chain';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { createMailer, type Mailer } from '#platform/mail/mailer';
import { expect, type TestApp, test } from '#test/app';
import { backupAuditLog, recordUpdates } from '#test/backup-audit-log';
import { anAdministrator } from '#test/factories/administrators';
import { addPager, aPager, readIn } from '#test/factories/called-sources';
import { aMailServer, localhostIdentity } from '#test/mail-server';
import { calledPerson } from '#test/pager';
import { productEvents } from '../../product-events';
import { changeSetStopped } from '../change-sets/events';
import { sourceFailing, sourceRecovered } from '../source-health/events';
import { sendMails } from './send-mails';

beforeAll(addPager);

const from = 'Key2XS <key2xs@city.test>';
/** Of a server that never answers; one that does may take the usual time on a busy machine. */
const shortLimits = { stepMs: 400, mailMs: 2_000 };
const never = new AbortController().signal;

/** The server sends its mails there until the test has ended. */
function sendBy(app: TestApp, smtpUrl: string, limits?: typeof shortLimits): void {
  Object.assign(app.deps, { mailer: createMailer({ smtpUrl, from }, limits) });
  onTestFinished(() => void Object.assign(app.deps, { mailer: undefined }));
}

const save = (
  app: TestApp,
  body: Partial<Input<typeof notifications.save>['body']> & { mail_address: string | null; notices?: NoticeKind[] },
) => app.as('superadmin').call(notifications.save, { body: { language: 'en', notices: [...noticeKinds], ...body } });

const lastFailure = async (app: TestApp) => (await app.as('superadmin').call(notifications.get, {})).body.last_failure;

/** As the background work does. */
async function work({ deps }: TestApp, mailer: Mailer | undefined = deps.mailer): Promise<void> {
  await deliverEvents(deps, productEvents(deps), never);
  await sendMails({ ...deps, mailer, config: { ...deps.config, publicUrl: 'https://keys.test' } }, never);
}

/** Pauses after failures, and claims, are over. */
const later = ({ db }: TestApp) =>
  db
    .updateTable('mail_delivery')
    .set({ due_at: new Date(0) })
    .execute();

const stop = (
  { db }: TestApp,
  change_set_id = '0190c0de-0000-7000-8000-000000000001',
  connection_id: string = crypto.randomUUID(),
) =>
  db.transaction().execute((tx) =>
    emit(tx, changeSetStopped, {
      change_set_id,
      connection_id,
      title: say('changeSet.directory', { name: 'Staff & <b>guests</b>' }),
      is_preview: false,
    }),
  );

/** Another administrator with a mail address. */
async function aColleague({ db }: TestApp, mail_address: string, suspended_at: Date | null = null) {
  const admin = {
    id: crypto.randomUUID(),
    username: mail_address,
    username_folded: mail_address,
    password_hash: 'none',
  };
  await db
    .insertInto('admin')
    .values({ ...admin, role: 'superadmin', suspended_at })
    .execute();
  const settings = { admin_id: admin.id, mail_address, language: 'en' as const, notices: [...noticeKinds] };
  await db.insertInto('notification_settings').values(settings).execute();
}

describe('a mail', () => {
  test('of before a backup was put back is held until that is accepted, and then is not sent', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await recordUpdates(app, 1);
    await sealAllPending(app.deps);
    await save(app, { mail_address: 'me@city.test' });
    await stop(app);
    await sealAllPending(app.deps);
    const putBack = await backupAuditLog(app);
    await save(app, { mail_address: 'me@city.test', language: 'de' });
    await sealAllPending(app.deps);
    await putBack();
    await work(app);
    await acceptEnd(app.deps, 'Backup of 3 May put back');
    await later(app);
    await work(app);
    expect(server.mails).toEqual([]);
    await stop(app, '0190c0de-0000-7000-8000-000000000002');
    await work(app);
    expect(server.mails).toHaveLength(1);
  });

  test('reports a guard that stopped a run, once, in the language of its reader', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    const { id, pager } = await aPager(app);
    pager.full = [{ people: Array.from({ length: 40 }, (_, at) => calledPerson(`p${at}`)) }];
    await readIn(app, id);
    await save(app, { mail_address: 'ada@city.test', language: 'de' });
    await aColleague(app, 'gone@city.test', new Date());
    pager.tell({ people: Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, gone: 'restorable' as const })) });
    const { change_set_id } = await readIn(app, id);
    await work(app);
    await later(app);
    await work(app);
    expect(server.mails.map(({ to }) => to)).toEqual([['ada@city.test']]);
    const [{ head, text } = { head: '', text: '' }] = server.mails;
    expect(head).toMatch(/^From: Key2XS <key2xs@city.test>/m);
    expect(head).toMatch(/^Message-ID:\s+<event-\d+\.[-0-9a-f]{36}@city\.test>/m);
    const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(plain).toContain('Schutzpr=C3=BCfung');
    expect(plain).toContain(`href="https://keys.test/change-sets/${change_set_id}"`);
    expect(text.match(/^Content-Type: text\/(plain|html)/gm)).toHaveLength(2);
  });

  test('reports a failed run over a source, once, and that runs succeed again', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test' });
    const { id, pager } = await aPager(app);
    pager.failures.push(new DriverError('unauthorised'), new DriverError('unauthorised'));
    for (let run = 0; run < 3; run++) {
      await readIn(app, id);
      for (let pass = 0; pass < 2; pass++) await work(app); // the source's own events come of those of its runs
    }
    const subjects = server.mails.map(({ head }) => /^Subject: (.*?):/m.exec(head)?.[1]);
    expect(subjects).toEqual(['Run failed', 'Works again']);
  });

  test('goes only to those who chose its notice, and holds foreign names as text', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test', notices: ['run_failed'] });
    await aColleague(app, 'bob@city.test');
    await stop(app);
    await work(app);
    expect(server.mails.map(({ to }) => to)).toEqual([['bob@city.test']]);
    expect(server.mails[0]?.text).toContain('Staff &amp; &lt;b&gt;guests&lt;/b&gt;');
  });

  test('goes to a sub-admin who has chosen its notice and may act on it', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    for (const [name, functions] of [
      ['zoe', ['run_syncs']],
      ['yan', ['manage_sources']],
    ] as const) {
      const { call } = await anAdministrator(app, { functions });
      const body = { mail_address: `${name}@city.test`, language: 'en' as const, notices: [...noticeKinds] };
      expect((await call(notifications.save, { body })).status).toBe(200);
    }
    await stop(app);
    await work(app);
    expect(server.mails.map(({ to }) => to)).toEqual([['zoe@city.test']]);
  });

  test('that the server does not take yet is sent later under the same name, and shown as failing until then', async ({
    app,
  }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test' });
    server.answers.push({ code: 451, words: 'Greylisted, come back later' });
    await stop(app);
    await work(app);
    await work(app);
    expect(server.mails, 'it pauses').toEqual([]);
    expect(await lastFailure(app)).toMatchObject({
      message: expect.stringContaining('451 Greylisted, come back later'),
      is_tried_again: true,
    });
    await later(app);
    await work(app);
    expect(server.mails).toHaveLength(1);
    expect(await lastFailure(app)).toBeNull();
  });

  test('that the server refuses is given up and shown; others arrive', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test' });
    server.answers.push({ code: 550, words: 'No such mailbox' });
    await stop(app);
    await work(app);
    await later(app);
    await work(app);
    expect(server.mails).toEqual([]);
    expect(await lastFailure(app)).toMatchObject({
      message: expect.stringContaining('550 No such mailbox'),
      is_tried_again: false,
    });
    await stop(app);
    await work(app);
    expect(server.mails).toHaveLength(1);
  });

  test('waits while the server cannot be reached, or does not greet', async ({ app }) => {
    const away = await aMailServer();
    await away.close();
    sendBy(app, `smtp://127.0.0.1:${away.port}`);
    await save(app, { mail_address: 'ada@city.test' });
    await aColleague(app, 'bob@city.test');
    await stop(app);
    await work(app);
    const tried = await app.db.selectFrom('mail_delivery').select('attempts').orderBy('attempts').execute();
    expect(tried, 'the other one is not tried in vain').toEqual([{ attempts: 0 }, { attempts: 1 }]);
    const slow = await aMailServer({ onConnect: () => undefined });
    sendBy(app, `smtp://127.0.0.1:${slow.port}`, shortLimits);
    await later(app);
    await work(app);
    await work(app);
    expect((await lastFailure(app))?.message).toBe('The mail server did not answer in time.');
    const back = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${back.port}`);
    await later(app);
    await work(app);
    expect(back.mails).toHaveLength(2);
  });

  test('whose process died after sending it is sent again under the same name', async ({ app }) => {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test' });
    await stop(app);
    const { mailer } = app.deps;
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const dying: Mailer = {
      async send(mail) {
        await mailer?.send(mail);
        sent();
        await new Promise(() => undefined); // nothing of this process runs on
      },
    };
    void work(app, dying);
    await isSent;
    await work(app);
    expect(server.mails, 'its claim still holds').toHaveLength(1);
    await later(app);
    await work(app);
    const names = server.mails.map(({ head }) => /^Message-ID:\s+<(\S+)>/m.exec(head)?.[1]);
    expect(names).toEqual([names[0], names[0]]);
    expect(names[0]).toContain('event-');
  });

  test('goes over TLS to a server whose certificate is trusted, and to no other; nor does a password', async ({
    app,
  }) => {
    const server = await aMailServer({ secure: true, ...localhostIdentity });
    const upgrading = await aMailServer({ hideSTARTTLS: false, ...localhostIdentity });
    const plain = await aMailServer();
    await save(app, { mail_address: 'ada@city.test' });
    await stop(app);
    const workBy = async (smtpUrl: string) => {
      sendBy(app, smtpUrl);
      await later(app);
      await work(app);
    };
    await workBy(`smtps://localhost:${server.port}`);
    expect((await lastFailure(app))?.message).toMatch(/^The certificate of the mail server cannot be trusted/);
    await workBy(`smtp://key2xs:secret@localhost:${upgrading.port}`);
    await workBy(`smtp://key2xs:secret@localhost:${plain.port}`);
    expect([upgrading.signedIn, plain.signedIn, plain.mails]).toEqual([[], [], []]);
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, localhostIdentity.cert]);
    await workBy(`smtp://key2xs:secret@localhost:${upgrading.port}`);
    expect([upgrading.signedIn, upgrading.mails.length]).toEqual([['key2xs'], 1]);
    await stop(app);
    await workBy(`smtps://localhost:${server.port}`);
    expect(server.mails).toHaveLength(1);
  });
});

describe('at most one mail of a kind a day', () => {
  const hourMs = 3_600_000;

  /** Events whose moments are moved, so that a year of test days needs no waiting. Starts at 10:00 UTC. */
  async function aDay(app: TestApp, settings: Partial<Input<typeof notifications.save>['body']> = {}) {
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    await save(app, { mail_address: 'ada@city.test', ...settings });
    const { databaseClock } = app.deps;
    onTestFinished(() => void Object.assign(app.deps, { databaseClock }));
    const start = Date.parse(`${new Date(Date.now() + 24 * hourMs).toISOString().slice(0, 10)}T10:00:00Z`);
    const at = (hours: number) => {
      app.deps.databaseClock = async () => new Date(start + hours * hourMs);
      return work(app);
    };
    const failing = (name: string) =>
      app.db.transaction().execute((tx) =>
        emit(tx, sourceFailing, {
          connection_id: crypto.randomUUID(),
          connection_name: name,
          task_id: 'one',
          reason: say('mail.timedOut'),
        }),
      );
    const subjects = () => server.mails.map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1]);
    return { server, at, failing, subjects };
  }

  test('the others come in the next daily mail, with their links; none in the quiet time', async ({ app }) => {
    const { server, at, failing, subjects } = await aDay(app, { quiet: { from: '20:00', to: '07:00' } });
    await failing('A');
    await at(0);
    await failing('B');
    await at(1);
    await failing('C');
    await at(11);
    await stop(app);
    await at(12);
    expect(subjects(), 'at 22:00').toEqual(['Run failed: A']);
    await at(21);
    expect(subjects(), 'at 07:00 what someone waits for').toEqual(['Run failed: A', expect.stringContaining('guard')]);
    await at(22);
    await at(23);
    expect(subjects().slice(2)).toEqual(['Key2XS: 2 notices']);
    const text = server.mails[2]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain('- Run failed: B\r\n  https://keys.test/tasks/one');
    expect(server.mails[2]?.head).toMatch(/^Message-ID:\s+<daily-/m);
  });

  test('what someone has dealt with meanwhile is in none, nor what its reader no longer wants', async ({ app }) => {
    const { at, failing, subjects } = await aDay(app, { delivery: 'daily' });
    await failing('A');
    const connection_id = crypto.randomUUID();
    const of = { connection_id, connection_name: 'B', task_id: 'two' };
    await app.db.transaction().execute((tx) => emit(tx, sourceFailing, { ...of, reason: say('mail.timedOut') }));
    await at(0);
    await app.db.transaction().execute((tx) => emit(tx, sourceRecovered, of));
    await at(1);
    await at(22);
    expect(subjects()).toEqual(['Key2XS: 2 notices']); // A failing and B working again
    await failing('C');
    await at(23);
    await save(app, { mail_address: 'ada@city.test', delivery: 'daily', notices: ['key_lost'] });
    await at(23);
    await at(24 + 22);
    expect(subjects()).toHaveLength(1);
    expect(
      await app.db.selectFrom('mail_delivery').select('event_id').where('state', '=', 'waiting').execute(),
    ).toEqual([]);
  });

  test('while the mail server is down for a day nothing is lost, and nothing comes twice', async ({ app }) => {
    const { server, at, failing, subjects } = await aDay(app);
    await failing('A');
    await at(0);
    await failing('B');
    server.answers.push(...Array.from({ length: 24 * 6 }, () => ({ code: 451, words: 'Down' })));
    for (let hours = 1; hours < 25; hours += 1) {
      await at(hours);
      if (hours === 3) await stop(app);
      if (hours === 23) await failing('C');
    }
    expect(subjects()).toEqual(['Run failed: A']);
    server.answers.length = 0;
    for (let hours = 25; hours < 24 * 3; hours += 1) await at(hours);
    const later = subjects().slice(1).sort();
    expect(later).toEqual([expect.stringContaining('guard'), 'Key2XS: 1 notice', 'Key2XS: 1 notice']);
    const text = server.mails.map((mail) => mail.text).join('');
    for (const name of ['B', 'C']) expect(text.split(`- Run failed: ${name}`)).toHaveLength(2);
    const days = await app.db
      .selectFrom('mail_delivery')
      .select(sql<string>`tried_at::date::text`.as('day'))
      .where('event_group', '=', 'source.failing')
      .execute();
    expect(new Set(days.map(({ day }) => day)).size, 'each on a day of its own').toBe(3);
  });
});

describe('the settings', () => {
  test('are checked, and their change is in the audit log', async ({ app }) => {
    const { body } = await app.as('superadmin').call(notifications.get, {});
    expect(body).toEqual({
      mail_address: null,
      language: 'en',
      notices: [...noticeKinds],
      delivery: 'instant',
      daily_at: '08:00',
      quiet: null,
      time_zone: 'UTC',
      is_mail_configured: false,
      last_failure: null,
    });
    for (const mail_address of ['ada', 'ada@city.test\r\nBcc: eve@city.test', `${'a'.repeat(250)}@city.test`]) {
      expect((await save(app, { mail_address })).status).toBe(422);
    }
    expect((await save(app, { mail_address: ' ada@city.test ' })).body.mail_address).toBe('ada@city.test');
    const { details } = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'notifications.updated')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ before: null, after: { mail_address: 'ada@city.test' } });
  });

  test('are changed only with a fresh proof, as a forgotten password is mailed there', async ({ app }) => {
    await save(app, { mail_address: 'ada@city.test' });
    await app.db
      .updateTable('session')
      .set({ proved_at: new Date(0) })
      .execute();
    expect((await save(app, { mail_address: 'eve@city.test' })).problem.code).toBe('step_up_needed');
    const { body } = await app.as('superadmin').call(notifications.get, {});
    expect(body.mail_address).toBe('ada@city.test');
  });

  test('send a test mail, and say why they cannot', async ({ app }) => {
    const test = () => app.as('superadmin').call(notifications.sendTestMail, {});
    expect((await test()).problem.detail).toContain('Set KEY2XS_SMTP_URL and KEY2XS_MAIL_FROM');
    const server = await aMailServer();
    sendBy(app, `smtp://127.0.0.1:${server.port}`);
    expect((await test()).problem.detail).toBe('Save your mail address first.');
    await save(app, { mail_address: 'ada@city.test' });
    server.answers.push({ code: 554, words: 'Not from here' });
    expect((await test()).body).toEqual({ is_sent: false, message: expect.stringContaining('554 Not from here') });
    expect((await test()).body).toEqual({
      is_sent: true,
      message: 'The mail server has taken a test mail to ada@city.test.',
    });
    expect(server.mails.map(({ to }) => to)).toEqual([['ada@city.test']]);
  });
});
