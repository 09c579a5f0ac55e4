import { type Input, keyDesk } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem, asAnotherClient, goWrong } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { kindOfJob, runNow } from '#test/run-jobs';
import { writeHoldersJob } from './write-holders';

/** A key of the sandbox that is in stock there and known here, and a person whom the sandbox does not know yet. */
async function aKeyInStock(app: TestApp) {
  const { id: system } = await aKeySystem(app, { capabilities: ['read_keys', 'write_key_holders'] });
  const { id: source } = await aConnection(app);
  const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
  const { external_id } = await keyThere(app, ({ state }) => state === 'in_stock');
  const key = await aKey(app, system, { marking: 'K-1', external_id });
  const person = { reference: ada, first_name: 'Ada', surname: 'Invented', email: null, employee_id: null };
  return { system, ada, key, external_id, person };
}

type Listed = Awaited<ReturnType<typeof keyThere>>;

async function keyThere(app: TestApp, isMeant: (key: { external_id: string; state: string }) => boolean) {
  return asAnotherClient(app, async (session) => {
    for await (const page of session.listKeys()) {
      const found = page.find(isMeant);
      if (found) return found;
    }
    throw new Error('The sandbox has no such key.');
  });
}

const holderThere = async (app: TestApp, id: string): Promise<Pick<Listed, 'holder_identity' | 'state'>> =>
  keyThere(app, ({ external_id }) => external_id === id);

/** Works until nothing is left to be written now. */
async function work(app: TestApp, system: string): Promise<void> {
  const kind = kindOfJob(app, writeHoldersJob);
  while (await isWaiting(app)) {
    await runNow(app, kind, system);
    if (
      (
        await app.db
          .selectFrom('job')
          .select('key')
          .where('kind', '=', writeHoldersJob)
          .where('failures', '>', 0)
          .execute()
      ).length > 0
    )
      return;
  }
}

const isWaiting = async ({ db }: TestApp) =>
  (await db.selectFrom('key_custody').select('key_id').where('is_to_write', '=', true).execute()).length > 0;

const custodyOf = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keyDesk.get, { params: { id } })).body.custody;

const handOut = async (app: TestApp, person_id: string, id: string) => {
  const body: Input<typeof keyDesk.handOut>['body'] = {
    person_id,
    keys: [{ id, due_at: null }],
    reason: 'No plan yet.',
  };
  return (await app.as('superadmin').call(keyDesk.handOut, { body })).body.keys[0]?.custody;
};

describe('who holds a key', () => {
  test('is written into the key system, also that it is lost and returned', async ({ app }) => {
    const { system, ada, key, external_id, person } = await aKeyInStock(app);
    await asAnotherClient(app, (session) => session.putPerson(person));
    expect(await handOut(app, ada, key)).toMatchObject({ recording: 'pending' });
    await work(app, system);
    expect(await custodyOf(app, key)).toMatchObject({
      state: 'handed_out',
      recording: 'same',
      recording_problem: null,
    });
    expect(await holderThere(app, external_id)).toMatchObject({
      state: 'handed_out',
      holder_identity: expect.any(String),
    });
    const report = (report: Input<typeof keyDesk.report>['body']['report']) =>
      app.as('superadmin').call(keyDesk.report, { params: { id: key }, body: { report, reason: 'Told so.' } });
    await report('report_lost');
    await work(app, system);
    expect(await holderThere(app, external_id)).toMatchObject({ state: 'lost' });
    await report('find');
    await work(app, system);
    expect(await holderThere(app, external_id)).toMatchObject({ state: 'in_stock', holder_identity: null });
  });

  test('stays to be written while the key system fails, and is said to be refused where it refuses', async ({
    app,
  }) => {
    const { system, ada, key, external_id, person } = await aKeyInStock(app);
    await handOut(app, ada, key);
    await work(app, system);
    const refused = await custodyOf(app, key);
    expect(refused).toMatchObject({ state: 'handed_out', recording: 'failed', recording_problem: expect.any(String) });
    await asAnotherClient(app, (session) => session.putPerson(person));
    goWrong(app, { name: 'server_error' });
    const { body: again } = await app.as('superadmin').call(keyDesk.writeAgain, { params: { id: key } });
    expect(again.custody).toMatchObject({ recording: 'pending' });
    await work(app, system);
    expect(await custodyOf(app, key)).toMatchObject({ recording: 'failed' });
    app.sandbox.script();
    await work(app, system);
    expect(await custodyOf(app, key)).toMatchObject({ recording: 'same' });
    expect(await holderThere(app, external_id)).toMatchObject({ state: 'handed_out' });
  });

  test('is tried again later after each failure, when the key system wants it at the earliest', async ({ app }) => {
    const { system, ada, key, person } = await aKeyInStock(app);
    await asAnotherClient(app, (session) => session.putPerson(person));
    await handOut(app, ada, key);
    const job = () => app.db.selectFrom('job').selectAll().where('kind', '=', writeHoldersJob).executeTakeFirst();
    const minutesUntilNext = async () => {
      await runNow(app, kindOfJob(app, writeHoldersJob), system);
      return Math.round(((await job())?.due_at.getTime() ?? 0) / 60_000 - Date.now() / 60_000);
    };
    goWrong(app, { name: 'too_many_requests_retry_after', amount: 60 });
    expect([await minutesUntilNext(), await minutesUntilNext(), await minutesUntilNext()]).toEqual([1, 2, 4]);
    goWrong(app, { name: 'too_many_requests_retry_after', amount: 3_600 });
    expect(await minutesUntilNext()).toBe(60);
    app.sandbox.script();
    expect(await minutesUntilNext()).toBeCloseTo(0);
    expect(await job()).toMatchObject({ failures: 0 });
  });
});
