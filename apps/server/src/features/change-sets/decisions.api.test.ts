import { randomUUID } from 'node:crypto';
import { changeSets, iam, type SyncTask, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { listOf, somePeople } from '#test/factories/people';

const everybody = somePeople(100);
const most = everybody.slice(12);
const reason = 'The branch was closed';

type Waiting = { connection: string; id: string; task: SyncTask };

/** A source of a hundred people and a run over the 88 that are left: 12 leave, more than 5 % allow. */
async function aQuarantine(app: TestApp): Promise<Waiting> {
  const { id } = await aConnection(app, { name: 'Staff' });
  await importPeople(app, id, everybody);
  const task = await importPeople(app, id, most);
  return { connection: id, id: task.change_set_id ?? '', task };
}

/** A dry run over a list with one person more. */
async function aPreview(app: TestApp): Promise<Waiting> {
  const { id } = await aConnection(app, { name: 'Staff' });
  await importPeople(app, id, everybody.slice(1));
  await upload(app, id, listOf(everybody));
  const task = await run(app, id, true);
  return { connection: id, id: task.change_set_id ?? '', task };
}

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(changeSets.get, { params: { id } })).body;
const getConnection = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(iam.get, { params: { id } })).body;
const apply = (app: TestApp, id: string) => app.as('superadmin').call(changeSets.apply, { params: { id } });
const allowOnce = (app: TestApp, id: string, why = reason) =>
  app.as('superadmin').call(changeSets.allowOnce, { params: { id }, body: { reason: why } });
const raiseLimit = (app: TestApp, id: string, limit_percent: number) =>
  app.as('superadmin').call(changeSets.raiseLimit, { params: { id }, body: { limit_percent, reason } });
const discard = (app: TestApp, id: string, body: { reason?: string } = {}) =>
  app.as('superadmin').call(changeSets.discard, { params: { id }, body });

const peopleOf = ({ db }: TestApp) => db.selectFrom('person').selectAll().orderBy('external_id').execute();

describe('a list that would remove many', () => {
  test('is stopped before anything is written', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, everybody);
    const before = await peopleOf(app);
    const task = await importPeople(app, id, [...most, { external_id: 'NEW' }]);
    expect(task).toMatchObject({ status: 'SUCCESS', result: { outcome: 'quarantined', counts: { leaver: 12 } } });
    expect(before).toHaveLength(100);
    expect(await peopleOf(app)).toEqual(before);
  });

  test('says which limit and which departments', async ({ app }) => {
    const { id, connection } = await aQuarantine(app);
    expect(await get(app, id)).toMatchObject({
      state: 'quarantined',
      applied: 0,
      total: 12,
      decision: null,
      guards: [{ reason: 'too_many_removals', count: 12, of: 100, percent: 12, limit_percent: 5 }],
      largest_removals: [{ label: 'Ward', count: 12, department: 'Ward' }],
    });
    expect((await getConnection(app, connection)).waiting_change_set_id).toBe(id);
  });

  test('is stopped as a dry run too', async ({ app }) => {
    const { connection } = await aQuarantine(app);
    expect((await run(app, connection, true)).result?.outcome).toBe('quarantined');
  });

  test('goes through when the source may lose as many', async ({ app }) => {
    const { id } = await aConnection(app, { guard_limit_percent: 12 });
    await importPeople(app, id, everybody);
    expect((await importPeople(app, id, most)).result?.outcome).toBe('applied');
  });

  test('needs allowing or more room, not applying', async ({ app }) => {
    const { id } = await aQuarantine(app);
    const { status, problem } = await apply(app, id);
    expect([status, problem.code]).toEqual([409, 'conflict']);
    expect((await get(app, id)).state).toBe('quarantined');
  });
});

describe('POST /change-sets/:id/allow-once', () => {
  test('applies it, keeps the reason and leaves the limit', async ({ app }) => {
    const { id, connection } = await aQuarantine(app);
    const { status, body } = await allowOnce(app, id);
    expect([status, body.kind, body.change_set_id, body.title]).toEqual([202, 'directory', id, 'Staff']);
    expect((await app.ended(body.task_id)).result).toMatchObject({ outcome: 'applied', counts: { leaver: 12 } });
    expect(await get(app, id)).toMatchObject({
      state: 'applied',
      applied: 12,
      applied_at: expect.any(String),
      decision: { action: 'change_set.allowed_once', reason },
    });
    expect(await getConnection(app, connection)).toMatchObject({
      people: 88,
      guard_limit_percent: 5,
      waiting_change_set_id: null,
    });
  });

  test('wants a reason', async ({ app }) => {
    const { id } = await aQuarantine(app);
    const { status, problem } = await allowOnce(app, id, '  ok ');
    expect([status, problem.errors]).toEqual([422, [{ path: 'reason', message: 'Say why, for the audit log' }]]);
  });

  test('is not for one that no guard stopped', async ({ app }) => {
    const { id } = await aPreview(app);
    expect((await allowOnce(app, id)).problem.code).toBe('conflict');
  });
});

describe('POST /change-sets/:id/raise-limit', () => {
  test('applies it and raises the limit for good', async ({ app }) => {
    const { id, connection } = await aQuarantine(app);
    const before = await getConnection(app, connection);
    const { body } = await raiseLimit(app, id, 12);
    expect((await app.ended(body.task_id)).result?.outcome).toBe('applied');
    expect(await getConnection(app, connection)).toMatchObject({
      people: 88,
      guard_limit_percent: 12,
      version: before.version + 1,
    });
    const [event] = await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'guard.limit_raised')
      .execute();
    expect(event?.details).toMatchObject({ limit_percent: 12, reason });
  });

  test('refuses a limit that is still too low, and leaves everything as it is', async ({ app }) => {
    const { id, connection } = await aQuarantine(app);
    const { status, problem } = await raiseLimit(app, id, 11.9);
    expect([status, problem.code]).toEqual([409, 'conflict']);
    expect((await get(app, id)).state).toBe('quarantined');
    expect((await getConnection(app, connection)).guard_limit_percent).toBe(5);
  });

  test('does not take a rounded share for the share', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, somePeople(307));
    const { change_set_id } = await importPeople(app, id, somePeople(307 - 43)); // 14.007 %, shown as 14 %
    expect((await raiseLimit(app, change_set_id ?? '', 14)).problem.code).toBe('conflict');
    expect((await raiseLimit(app, change_set_id ?? '', 14.1)).status).toBe(202);
  });

  test('refuses when another guard would stop it still', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, everybody);
    const { change_set_id } = await importPeople(app, id, everybody.slice(0, 70));
    expect((await get(app, change_set_id ?? '')).guards.map((guard) => guard.reason)).toEqual([
      'too_many_removals',
      'source_dropped',
    ]);
    expect((await raiseLimit(app, change_set_id ?? '', 100)).problem.code).toBe('conflict');
  });

  for (const limit_percent of [0, 0.9, 101, Number.NaN]) {
    test(`refuses ${limit_percent} %`, async ({ app }) => {
      const { id } = await aQuarantine(app);
      expect((await raiseLimit(app, id, limit_percent)).status).toBe(422);
    });
  }
});

describe('POST /change-sets/:id/discard', () => {
  test('throws a stopped one away; no person changes', async ({ app }) => {
    const { id, connection } = await aQuarantine(app);
    const { status, body } = await discard(app, id, { reason: 'Wrong file' });
    expect([status, body.state]).toEqual([200, 'discarded']);
    expect(body.decision).toMatchObject({ action: 'change_set.discarded', reason: 'Wrong file' });
    expect(await getConnection(app, connection)).toMatchObject({ people: 100, waiting_change_set_id: null });
  });

  test('throws a preview away, without a reason too', async ({ app }) => {
    const { id } = await aPreview(app);
    expect((await discard(app, id)).body.state).toBe('discarded');
  });

  test.for([
    ['applied', apply],
    ['discarded', discard],
  ] as const)('is shown with the run, which no longer waits: %s', async ([how, decide], { app }) => {
    const { id, task } = await aPreview(app);
    const tasks = async () => (await app.as('superadmin').call(sync.list, { query: {} })).body.items;
    const find = async () => (await tasks()).find(({ task_id }) => task_id === task.task_id);
    expect((await find())?.decided).toBeUndefined();
    const { body } = await decide(app, id);
    await app.ended(body.task_id ?? '');
    expect((await find())?.decided).toEqual({ how, by: expect.any(String), at: expect.any(String) });
  });

  test('is final', async ({ app }) => {
    const { id } = await aQuarantine(app);
    await discard(app, id);
    for (const { problem } of [await discard(app, id), await allowOnce(app, id), await raiseLimit(app, id, 50)]) {
      expect([problem.code, problem.detail]).toEqual([
        'conflict',
        'These changes no longer wait for a decision: they are discarded.',
      ]);
    }
  });
});

describe('POST /change-sets/:id/apply', () => {
  test('applies what a dry run has shown, though another list was uploaded since', async ({ app }) => {
    const { id, connection, task } = await aPreview(app);
    expect(task.result).toMatchObject({ outcome: 'previewed', counts: { joiner: 1 } });
    expect((await getConnection(app, connection)).people).toBe(99);
    await upload(app, connection, listOf(somePeople(3)));
    const { body } = await apply(app, id);
    expect((await app.ended(body.task_id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 1 } });
    expect((await getConnection(app, connection)).people).toBe(100);
  });

  test('refuses one that has been applied', async ({ app }) => {
    const { id } = await aPreview(app);
    await app.ended((await apply(app, id)).body.task_id);
    expect((await apply(app, id)).problem.code).toBe('conflict');
  });

  test('refuses one that a later run has overtaken', async ({ app }) => {
    const { id, connection } = await aPreview(app);
    await run(app, connection, true);
    const { status, problem } = await apply(app, id);
    expect([status, problem.code]).toEqual([409, 'change_set_stale']);
  });

  test('refuses one whose people have changed since, and marks it so', async ({ app }) => {
    const { id, connection } = await aPreview(app);
    await app.db.updateTable('iam_connection').set({ directory_version: 77 }).where('id', '=', connection).execute();
    expect((await apply(app, id)).problem.code).toBe('change_set_stale');
    expect((await get(app, id)).state).toBe('stale');
    expect((await getConnection(app, connection)).people).toBe(99);
  });
});

describe('decisions', () => {
  test('about one change set at the same moment: one wins', async ({ app }) => {
    const { id } = await aQuarantine(app);
    const admin = app.as('superadmin');
    const answers = await Promise.all([
      admin.send(changeSets.allowOnce, { params: { id }, body: { reason } }),
      admin.send(changeSets.raiseLimit, { params: { id }, body: { limit_percent: 50, reason } }),
      admin.send(changeSets.allowOnce, { params: { id }, body: { reason } }),
      admin.send(changeSets.discard, { params: { id }, body: {} }),
    ]);
    const [won, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(won?.status).toBeLessThan(300);
    expect(others.map(({ problem }) => problem.code)).toEqual(Array(3).fill('conflict'));
  });

  for (const [name, decide] of Object.entries({
    apply: (app: TestApp) => apply(app, randomUUID()),
    allowOnce: (app: TestApp) => allowOnce(app, randomUUID()),
    raiseLimit: (app: TestApp) => raiseLimit(app, randomUUID(), 50),
    discard: (app: TestApp) => discard(app, randomUUID()),
  })) {
    test(`${name} is not found for an unknown change set`, async ({ app }) => {
      expect((await decide(app)).status).toBe(404);
    });
  }
});
