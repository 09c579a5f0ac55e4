import { iam, invitations, people } from '@key2xs/contract';
import { describe, onTestFinished, vi } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, aFile } from '#test/factories/iam';
import { recordEvent } from '../audit/audit';
import type { Caller, Claim } from '../deps';
import { forgetOldKeys, withIdempotency } from './idempotency';

const headers = { 'idempotency-key': 'a-key' };
const body = { name: 'Head office', provider: 'csv' } as const;

const create = (app: TestApp, name = 'Head office', key = 'a-key') =>
  app.as('superadmin').send(iam.create, { body: { ...body, name } }, { headers: { 'idempotency-key': key } });
const count = async ({ db }: TestApp) => (await db.selectFrom('iam_connection').select('id').execute()).length;

describe('Idempotency-Key', () => {
  test('gives the same request the same answer, and does it once', async ({ app }) => {
    const [first, second] = [await create(app), await create(app)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await count(app)).toBe(1);
    const events = await app.db.selectFrom('audit_event').select('action').execute();
    expect(events).toEqual([{ action: 'iam_connection.created' }]);
  });

  test('is refused for another body', async ({ app }) => {
    await create(app);
    const { status, problem } = await create(app, 'Branch');
    expect([status, problem.code]).toEqual([409, 'idempotency_conflict']);
    expect(await count(app)).toBe(1);
  });

  test('is refused for another endpoint', async ({ app }) => {
    const { id } = await aConnection(app);
    await create(app);
    const { problem } = await app
      .as('superadmin')
      .send(iam.uploadStaffList, { params: { id }, body: { file: aFile('id\n1') } }, { headers });
    expect(problem.code).toBe('idempotency_conflict');
  });

  test('lets other keys through', async ({ app }) => {
    await create(app, 'Head office', 'one');
    expect((await create(app, 'Branch', 'two')).status).toBe(201);
    expect(await count(app)).toBe(2);
  });

  test('is free again after a request that failed', async ({ app }) => {
    await aConnection(app, { name: 'Head office' });
    expect((await create(app)).status).toBe(409);
    await app.db.updateTable('iam_connection').set({ name: 'Elsewhere' }).execute();
    expect((await create(app)).status).toBe(201);
  });

  test('is free again after a request that was not valid', async ({ app }) => {
    expect((await create(app, '')).status).toBe(422);
    expect((await create(app)).status).toBe(201);
  });

  test('of several requests at once lets one through, and never does it twice', async ({ app }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(app)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem.code)).toEqual(refused.map(() => 'idempotency_conflict'));
    const ids = answers.flatMap((answer) => (answer.status === 201 ? [answer.body.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await count(app)).toBe(1);
  });

  test('is kept for a day', async ({ app }) => {
    const first = await create(app);
    const age = (hours: number) =>
      app.db
        .updateTable('idempotency_key')
        .set({ created_at: hoursAgo(hours) })
        .execute();
    await age(23.9);
    expect((await create(app)).body).toEqual(first.body);
    await age(24.1);
    expect((await create(app)).problem.code).toBe('conflict');
  });

  test('belongs to one administrator', async ({ app }) => {
    await create(app);
    await app.db.updateTable('admin').set({ role: 'superadmin' }).execute();
    await app.as('subadmin').token();
    await app.db.updateTable('admin').set({ role: 'superadmin' }).execute();
    const { status } = await app.as('subadmin').send(iam.create, { body: { ...body, name: 'Branch' } }, { headers });
    expect(status).toBe(201);
  });

  test('of more than 200 characters is refused', async ({ app }) => {
    expect((await create(app, 'Head office', 'k'.repeat(200))).status).toBe(201);
    expect((await create(app, 'Branch', 'k'.repeat(201))).problem.code).toBe('bad_request');
  });

  test('does not keep an answer that shows a secret', async ({ app }) => {
    const invite = () => app.as('superadmin').send(invitations.invite, { body: { role: 'subadmin' } }, { headers });
    const [first, second] = [await invite(), await invite()];
    expect(second.body.invitation_token).not.toBe(first.body.invitation_token);
    expect(await app.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  });

  test('means nothing to a request that creates nothing', async ({ app }) => {
    const read = () => app.as('superadmin').send(people.list, { query: {} }, { headers });
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    expect(await app.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  });
});

describe('Idempotency-Key of an upload', () => {
  const upload = (app: TestApp, id: string, content: string, name = 'staff.csv') =>
    app
      .as('superadmin')
      .send(iam.uploadStaffList, { params: { id }, body: { file: { ...aFile(content), name } } }, { headers });
  const lists = ({ db }: TestApp) => db.selectFrom('staff_list').select('id').execute();

  test('gives the same file the same answer, however its parts are divided', async ({ app }) => {
    const { id } = await aConnection(app);
    const [first, second] = [await upload(app, id, 'id\n1'), await upload(app, id, 'id\n1')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await lists(app)).toHaveLength(1);
  });

  test('is refused for another file, and for the same under another name', async ({ app }) => {
    const { id } = await aConnection(app);
    await upload(app, id, 'id\n1');
    for (const other of [await upload(app, id, 'id\n2'), await upload(app, id, 'id\n1', 'other.csv')]) {
      expect([other.status, other.problem.code]).toEqual([409, 'idempotency_conflict']);
      expect(other.headers.get('retry-after')).toBeNull();
    }
  });
});

/** Tries of one request whose work is an audit event, made and broken at will. */
describe('a try under an Idempotency-Key', () => {
  type Work = (claim: Claim | undefined) => Promise<object>;

  async function aRequest(app: TestApp) {
    await app.as('superadmin').token();
    const admin = await app.db.selectFrom('admin').select(['id', 'username', 'role']).executeTakeFirstOrThrow();
    const proof = { kind: 'session' as const, id: '', proved_at: app.deps.clock() };
    const actor = { ...admin, functions: [], scope: null, acting: null, proof };
    const request = { method: 'POST', url: '/api/v1/things', headers };
    const asked = { endpoint: iam.create, request, actor, contentHash: () => 'the content' };
    const work = (claim: Claim | undefined) =>
      app.db.transaction().execute(async (tx) => {
        const caller: Caller = { actor, name: admin.username, request_id: null, claim, sign: app.deps.signEvent };
        await recordEvent(tx, caller, 'iam_connection.created');
        return { done: true };
      });
    const tried = (run: Work = work) => withIdempotency(app.deps, asked, run);
    const isClaimed = async () => (await rowsOf(app)).length === 1;
    return { tried, work, isClaimed };
  }
  const rowsOf = ({ db }: TestApp) => db.selectFrom('idempotency_key').selectAll().execute();
  const countDone = async ({ db }: TestApp) => (await db.selectFrom('audit_event').select('id').execute()).length;
  const endLease = ({ db }: TestApp) =>
    db
      .updateTable('idempotency_key')
      .set({ claimed_until: hoursAgo(0.01) })
      .execute();

  /** Work that continues when released, and then ends as the first try would. */
  function held(work: Work) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run: Work = async (claim) => {
      await released;
      return work(claim);
    };
    return { run, release };
  }

  test('makes others wait, and says how long', async ({ app }) => {
    const { tried, work, isClaimed } = await aRequest(app);
    const { run, release } = held(work);
    const first = tried(run);
    await expect.poll(isClaimed).toBe(true);
    await expect(tried()).rejects.toMatchObject({ code: 'idempotency_conflict', extra: { retry_after: 2 } });
    release();
    expect(await first).toEqual({ done: true });
    expect(await tried()).toEqual({ done: true });
    expect(await countDone(app)).toBe(1);
  });

  test('that died is taken over by the next once its claim has run out', async ({ app }) => {
    const { tried, work, isClaimed } = await aRequest(app);
    const { run, release } = held(work);
    const dead = tried(run);
    await expect.poll(isClaimed).toBe(true);
    await endLease(app);
    expect(await tried()).toEqual({ done: true });

    release(); // it was only slow
    await expect(dead).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await countDone(app)).toBe(1);
    expect(await tried()).toEqual({ done: true });
  });

  test('that died is not taken over by another request', async ({ app }) => {
    const { tried } = await aRequest(app);
    await tried();
    await app.db.updateTable('idempotency_key').set({ request_hash: 'of another', is_carried_out: false }).execute();
    await endLease(app);
    await expect(tried()).rejects.toMatchObject({ code: 'idempotency_conflict', extra: {} });
  });

  test('whose work is done and whose answer is lost is not done again', async ({ app }) => {
    const { tried, work } = await aRequest(app);
    const broken: Work = async (claim) => {
      await work(claim);
      throw new Error('Connection terminated unexpectedly'); // the commit arrived, its answer did not
    };
    await expect(tried(broken)).rejects.toThrow('Connection terminated');
    await expect(tried()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/answer was lost/),
    });
    expect(await countDone(app)).toBe(1);
  });

  test('that died after its work blocks retries for its claim at most, and is not done again', async ({ app }) => {
    const { tried, work } = await aRequest(app);
    await tried(async (claim) => {
      const answer = await work(claim);
      await expect(tried()).rejects.toMatchObject({ code: 'idempotency_conflict' });
      return answer;
    });
    await app.db.updateTable('idempotency_key').set({ answer: null }).execute();
    await endLease(app);
    await expect(tried()).rejects.toMatchObject({ code: 'conflict' });
    expect(await countDone(app)).toBe(1);
  });

  test('keeps its claim for as long as it runs', async ({ app }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { tried, work, isClaimed } = await aRequest(app);
    const { run, release } = held(work);
    const first = tried(run);
    await expect.poll(isClaimed).toBe(true);
    await endLease(app);
    vi.advanceTimersByTime(20_000);
    await expect.poll(async () => (await rowsOf(app))[0]?.claimed_until.getTime()).toBeGreaterThan(Date.now());
    release();
    await first;
  });

  test('is forgotten after a day', async ({ app }) => {
    const { tried } = await aRequest(app);
    await tried();
    await forgetOldKeys(app.db);
    expect(await rowsOf(app)).toHaveLength(1);
    await app.db
      .updateTable('idempotency_key')
      .set({ created_at: hoursAgo(24.1) })
      .execute();
    await forgetOldKeys(app.db);
    expect(await rowsOf(app)).toHaveLength(0);
  });
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
