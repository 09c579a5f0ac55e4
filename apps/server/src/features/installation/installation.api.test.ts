import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, iam, installation, noticeKinds, notifications, sync } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { describe, inject, onTestFinished } from 'vitest';
import { sealAllPending } from '#platform/audit/audit-chain';
import { restoreBackup } from '#platform/backup/restore-backup';
import { writeBackup } from '#platform/backup/write-backup';
import { deliverEvents } from '#platform/events/deliver-events';
import { emit } from '#platform/events/event-kind';
import { findSecretKey } from '#platform/secrets/secret-key';
import { expect, startApp, type TestApp, test } from '#test/app';
import { recordUpdates } from '#test/backup-audit-log';
import { openTestDatabase } from '#test/database';
import { aConnection, upload } from '#test/factories/iam';
import { aWard, syncNow } from '#test/factories/key-plans';
import { openDoors } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { listOf, somePeople } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';
import { schedules } from '../../background-work';
import { productEvents } from '../../product-events';
import { changeSetStopped } from '../change-sets/events';
import { runTaskJob } from '../tasks/service';

const never = new AbortController().signal;
const superadmin = (app: TestApp) => app.as('superadmin');
const differences = async (app: TestApp) => (await superadmin(app).call(installation.differences, {})).body;

/** Another installation, restored from a backup of this one as of now; started when called. */
async function aRestoredCopy(app: TestApp): Promise<() => Promise<TestApp>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-restored-'));
  const file = join(dataDir, 'backup.age');
  const recoveryKey = await generateX25519Identity();
  const secretKey = await findSecretKey(app.deps.config);
  if (!secretKey) throw new Error('no key');
  await writeBackup(
    { db: app.db, secretKey, now: new Date() },
    { file, recipient: await identityToRecipient(recoveryKey) },
  );
  return async () => {
    const database = await openTestDatabase(inject('databaseTemplate'));
    const takeKey = (key: Buffer) => writeFile(join(dataDir, 'secret.key'), key.toString('base64'), { mode: 0o600 });
    const target = { db: database.db, log: pino({ level: 'silent' }), now: new Date(), takeKey };
    await restoreBackup(target, { file, recoveryKey });
    const { sandbox, entra } = app;
    const running = await startApp(database, { databaseUrl: database.url, sandbox, entra, dataDir });
    onTestFinished(async () => {
      await running.stop();
      await database.close();
      await rm(dataDir, { recursive: true });
    });
    return running.app;
  };
}

describe('an installation restored from a backup', () => {
  test('shows what an old plan would open again, and writes nothing until a super admin resumes it', async ({
    app,
  }) => {
    const { persons, system } = await aWard(app, 30);
    await syncNow(app);
    const waiting = await aTask(app, { key_system_connection_id: system.id, status: 'PENDING' });
    const key_id = await aKey(app, system.id, { marking: 'K-1' });
    const unwritten = { key_id, state: 'in_stock', changed_at: new Date(), is_to_write: true } as const;
    await app.db.insertInto('key_custody').values(unwritten).execute();
    const restore = await aRestoredCopy(app);
    await app.db.deleteFrom('sync_task').where('id', '=', waiting.id).execute();
    await app.db.updateTable('person').set({ active: false }).where('id', 'in', persons.slice(0, 1)).execute();
    await syncNow(app);
    const before = app.sandbox.inspect();
    expect(openDoors(before).size).toBeGreaterThan(0);

    const old = await restore();
    expect((await superadmin(old).call(auth.me, {})).body.restored_backup).toMatchObject({
      taken_at: expect.any(String),
    });
    expect((await differences(old)).key_systems).toMatchObject([
      { connection_id: system.id, is_read: false, orders_waiting: 1 },
    ]);
    expect((await superadmin(old).send(sync.start, { body: {} })).problem.code).toBe('installation_paused');
    await old.deps.jobs.enqueue(old.db, runTaskJob, waiting.id);
    expect((await old.ended(waiting.id)).error).toContain('is paused');

    const early = await superadmin(old).send(installation.resume, { body: { reason: 'It looks right' } });
    expect(early.problem.detail).toContain('was not compared since the backup was restored');
    expect((await syncNow(old, { dry_run: true })).result?.outcome).toBe('previewed');
    expect((await differences(old)).key_systems).toMatchObject([
      { is_read: true, people_gaining: 1, rights_to_withdraw: 0 },
    ]);
    expect(openDoors(app.sandbox.inspect()), 'nothing was written').toEqual(openDoors(before));

    await superadmin(old).call(installation.resume, { body: { reason: 'Compared with yesterday' } });
    expect((await superadmin(old).call(auth.me, {})).body.restored_backup).toBeUndefined();
    const again = await superadmin(old).send(installation.resume, { body: { reason: 'Once more' } });
    expect(again.problem.code).toBe('conflict');
    expect((await syncNow(old)).result?.outcome).toBe('applied');
  });

  test('previews an import and takes nothing over; mails wait until it is resumed, and those of before are dropped', async ({
    app,
  }) => {
    await recordUpdates(app, 1);
    await sealAllPending(app.deps); // before there is an administrator who was not registered
    const { id } = await aConnection(app);
    await upload(app, id, listOf(somePeople(2)));
    await aDueMail(app);
    const old = await (await aRestoredCopy(app))();
    const run = (isDryRun: boolean) =>
      superadmin(old).send(iam.sync, { params: { id }, query: { dry_run: isDryRun ? 'true' : 'false' } });
    expect((await run(false)).problem.code).toBe('installation_paused');
    await old.ended((await run(true)).body.task_id);
    expect((await differences(old)).sources).toMatchObject([{ id, previewed: { joined: 2, left: 0, moved: 0 } }]);

    const mails = () => old.db.selectFrom('mail_delivery').select(['event_id', 'state']).execute();
    const [waited] = await mails();
    expect(waited).toMatchObject({ state: 'waiting' });
    const mailsSent = await aDueMail(old);
    expect(await mailsSent(), 'paused').toBe(0);
    expect((await superadmin(old).call(installation.resume, { body: { reason: 'A new machine' } })).status).toBe(200);
    expect(await mailsSent(), 'to the super admins of before and after').toBe(2);
    expect((await mails()).map(({ event_id }) => event_id)).not.toContain(waited?.event_id);
    expect((await run(false)).status).toBe(202);
  });
});

/** A mail to the super admin is due. @returns a function that sends what is due, and says how many were sent in all */
async function aDueMail(app: TestApp): Promise<() => Promise<number>> {
  let sent = 0;
  const mailer = { send: async () => void sent++ };
  const deps = { ...app.deps, mailer };
  const body = { mail_address: 'ada@city.test', language: 'en' as const, notices: [...noticeKinds] };
  await superadmin(app).call(notifications.save, { body });
  await app.db.transaction().execute((tx) =>
    emit(tx, changeSetStopped, {
      change_set_id: deps.newId(),
      connection_id: 'one',
      title: say('changeSet.directory', { name: 'Staff' }),
      is_preview: false,
    }),
  );
  await deliverEvents(deps, productEvents(deps), never);
  const schedule = schedules(deps, { isEmbedded: false }).find(({ name }) => name === 'send-mails');
  return async () => {
    await schedule?.run(never);
    return sent;
  };
}
