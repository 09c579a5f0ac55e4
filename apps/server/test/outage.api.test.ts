import { auth, iam, liveUpdates, people, sync } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { LeaseLost } from '#platform/jobs/hold-lease';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { aWard, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships } from '#test/factories/key-systems';
import { listOf, somePeople } from '#test/factories/people';
import { openStream } from '#test/open-stream';
import { expect, type TestApp } from './app';
import { type Behind, isEmbeddedRun, test } from './app-behind-proxy';

/** A task with all its data, bypassing the proxy. */
const readTask = ({ direct }: Behind, id: string) =>
  direct.db.selectFrom('sync_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The state of a running task. */
const readJob = ({ direct }: Behind, id: string) =>
  direct.db.selectFrom('job').select('attempt').where('key', '=', id).executeTakeFirst();

const ended = async (behind: Behind, id: string) => {
  await expect.poll(async () => (await readTask(behind, id)).status, { timeout: 50_000 }).toMatch(/SUCCESS|FAILURE/);
  return readTask(behind, id);
};

/** Collects unhandled rejections, which would end a server. */
function collectUnhandled(): unknown[] {
  const seen: unknown[] = [];
  const note = (error: unknown) => seen.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return seen;
}

const get = (app: TestApp, path: string) => fetch(`${app.url}${path}`);

async function expectUnavailable(answer: Promise<{ status: number; headers: Headers; problem: object }>) {
  const { status, headers, problem } = await answer;
  expect([status, problem]).toMatchObject([
    503,
    { code: 'unavailable', detail: expect.stringMatching(/\w\. .*\w\.$/) },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe.skipIf(isEmbeddedRun)('while the database is away', () => {
  const failures: [how: string, fail: (behind: Behind) => void][] = [
    ['refuses connections', ({ proxy }) => proxy.refuse()],
    ['swallows what it is sent', ({ proxy }) => proxy.swallow()],
  ];
  for (const [how, fail] of failures) {
    test(`and ${how}, the server survives and reports the problem`, async ({ behind }) => {
      fail(behind);
      expect((await get(behind.app, '/healthz')).status).toBe(200);
      const ready = await get(behind.app, '/readyz');
      expect([ready.status, await ready.json()]).toMatchObject([
        503,
        { detail: expect.stringMatching(/^The database/) },
      ]);
      expect(await (await get(behind.app, '/metrics')).text()).toContain('key2xs_database_up 0');
      behind.proxy.restore();
      await expect.poll(async () => (await get(behind.app, '/readyz')).status, { timeout: 50_000 }).toBe(200);
      expect(await (await get(behind.app, '/metrics')).text()).toContain('key2xs_database_up 1');
    });
  }

  test('streams end, because changes would be missed; then they begin again', async ({ behind }) => {
    const { app, proxy } = behind;
    const token = await app.as('superadmin').token();
    const stream = await openStream(app.url, liveUpdates.stream, { token });
    expect(await stream.next()).toMatchObject({ event: 'connected' });
    proxy.refuse();
    expect(await stream.next()).toBeUndefined();
    await expectUnavailable(app.as('superadmin').send(liveUpdates.stream, { query: {} }));
    proxy.restore();
    const reopen = () => openStream(app.url, liveUpdates.stream, { token });
    await expect.poll(async () => (await reopen()).next(), { timeout: 50_000 }).toMatchObject({ event: 'connected' });
  });

  test('callers get that error and a retry time; then everything works as before', async ({ behind }) => {
    const { app, proxy } = behind;
    const unhandled = collectUnhandled();
    const { id } = await aConnection(app);
    const admin = app.as('superadmin');
    await admin.token();
    proxy.refuse();
    const login = { username: 'unknown', password: 'a long wrong password', grant_type: 'password' as const };
    await expectUnavailable(admin.send(people.list, { query: {} }));
    await expectUnavailable(admin.send(people.exportCsv, { query: {} }));
    await expectUnavailable(app.as('anonymous').send(auth.login, { body: login }));
    await expectUnavailable(admin.send(iam.sync, { params: { id }, query: {} }));
    proxy.restore();
    expect(await importPeople(app, id, somePeople(3))).toMatchObject({ status: 'SUCCESS' });
    expect(unhandled).toEqual([]);
  });

  test('a change whose answer was lost may have been made, and the caller is asked to check', async ({ behind }) => {
    const { app, proxy, direct } = behind;
    const { id } = await aConnection(app, { name: 'Before' });
    const admin = app.as('superadmin');
    await admin.token();
    proxy.loseAnswerTo('commit', 'update "iam_connection"');
    const { status, problem } = await admin.send(iam.update, { params: { id }, body: { name: 'After' } });
    expect([status, problem.detail]).toEqual([
      503,
      expect.stringContaining('First check whether your change was saved.'),
    ]);
    const row = await direct.db.selectFrom('iam_connection').select('name').where('id', '=', id).executeTakeFirst();
    expect(row?.name).toBe('After');
  });
});

describe.skipIf(isEmbeddedRun)('a database that takes no changes', () => {
  const makeReadOnly = async ({ direct, proxy }: Behind, setting: string) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(direct.db);
    await sql.raw(`alter database ${rows[0]?.name} ${setting}`).execute(direct.db);
    proxy.cut(); // applies to new connections
  };

  test('can be read, changes are refused with a sentence, and tasks wait', async ({ behind }) => {
    const { app } = behind;
    const { id } = await aConnection(app);
    await upload(app, id, listOf(somePeople(3)));
    await makeReadOnly(behind, 'set default_transaction_read_only = on');
    onTestFinished(() => makeReadOnly(behind, 'reset default_transaction_read_only'));
    const detail = async () => (await (await get(app, '/readyz')).json()).detail;
    await expect.poll(detail).toContain('read-only');
    const admin = app.as('superadmin');
    expect((await admin.send(people.list, { query: {} })).status).toBe(200);
    const { status, problem } = await admin.send(iam.sync, { params: { id }, query: {} });
    expect([status, problem]).toMatchObject([503, { detail: expect.stringContaining('takes no changes') }]);
    await makeReadOnly(behind, 'reset default_transaction_read_only');
    await expect.poll(detail).toBeUndefined();
    expect(await run(app, id)).toMatchObject({ status: 'SUCCESS' });
  });
});

/** Statements of the worker when it claims, runs and ends a task. */
const moments = [
  ['claim', 'coalesce(started_at, now())'],
  ['work', '"change_set_item"'],
  ['end', 'sync.finished'],
] as const;

describe.skipIf(isEmbeddedRun)('a task in the middle of which the database goes away', () => {
  test.for(moments)('is an import, cut in its %s: continues and succeeds once', async ([, text], { behind }) => {
    const { app, proxy, direct } = behind;
    const unhandled = collectUnhandled();
    const { id } = await aConnection(app);
    await upload(app, id, listOf(somePeople(200)));
    const isCut = proxy.cutAt(text);
    const { body } = await app.as('superadmin').send(iam.sync, { params: { id }, query: {} });
    await isCut;
    expect(await ended(behind, body.task_id)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(await direct.db.selectFrom('person').select('id').execute()).toHaveLength(200);
    const ends = direct.db.selectFrom('audit_event').select('id').where('action', '=', 'sync.finished');
    expect(await ends.execute()).toHaveLength(1);
    expect(unhandled).toEqual([]);
  });

  test.for(moments)('is a sync, cut in its %s: continues, and nothing is done twice', async ([, text], { behind }) => {
    const { app, proxy } = behind;
    const { system } = await aWard(app, 30);
    const isCut = proxy.cutAt(text);
    const { body } = await app.as('superadmin').send(sync.start, { body: {} });
    await isCut;
    expect(await ended(behind, body.task_id)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    const references = app.sandbox.inspect().persons.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
  });

  test('waits for it without a limit, and does not count as failed', async ({ behind }) => {
    const { app, proxy } = behind;
    const { id } = await aConnection(app);
    await upload(app, id, listOf(somePeople(200)));
    const { body } = await app.as('superadmin').send(iam.sync, { params: { id }, query: {} });
    for (let outage = 1; outage <= 7; outage++) {
      // Claimed again each time, more often than a failing task is retried; a cut may come just after its end.
      const isClaimedOrEnded = async () => {
        const job = await readJob(behind, body.task_id);
        return job === undefined || job.attempt >= outage;
      };
      await expect.poll(isClaimedOrEnded, { interval: 2 }).toBe(true);
      if ((await readTask(behind, body.task_id)).status === 'SUCCESS') break;
      proxy.cut();
    }
    expect(await ended(behind, body.task_id)).toMatchObject({ status: 'SUCCESS', error: null });
  });
});

/** The signals of this server's calls to key systems, until the end of the test. */
function signalsOf({ deps }: TestApp): AbortSignal[] {
  const { openHttps } = deps.outbound;
  const signals: AbortSignal[] = [];
  deps.outbound.openHttps = (origin, tls) =>
    openHttps(origin, tls).compose((dispatch) => (options, handler) => {
      if ('signal' in options && options.signal instanceof AbortSignal) signals.push(options.signal);
      return dispatch(options, handler);
    });
  onTestFinished(() => {
    deps.outbound.openHttps = openHttps;
  });
  return signals;
}

describe.skipIf(isEmbeddedRun)('a worker that is cut off from its database', () => {
  test('has aborted its calls to the key system before another server has its task', async ({ behind }) => {
    const { app, proxy, direct, startSecond } = behind;
    const { system } = await aWard(app, 30);
    const signals = signalsOf(app);
    const isStalled = new Promise<void>((resolve) => {
      let writes = 0;
      disturb(app, ({ method }) => {
        if (method === 'GET' || ++writes !== 5) return undefined;
        proxy.swallow();
        resolve();
        return { kind: 'delay', ms: 120_000 };
      });
    });
    const { body } = await app.as('superadmin').send(sync.start, { body: {} });
    await isStalled;
    await startSecond(); // only now, so that it is not the first to claim the task
    await expect.poll(async () => (await readJob(behind, body.task_id))?.attempt, { timeout: 50_000 }).toBe(2);
    expect(signals.at(-1)?.reason).toBeInstanceOf(LeaseLost);
    const before = signals.length;
    expect(await ended(behind, body.task_id)).toMatchObject({ status: 'SUCCESS' });
    const past = { ...app, db: direct.db };
    expect(await heldMemberships(past)).toEqual(await wantedMemberships(past, system.id));
    expect(signals).toHaveLength(before);
  });
});
