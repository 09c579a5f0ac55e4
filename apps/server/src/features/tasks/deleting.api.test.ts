import { iam, keyPlans, keySystems } from '@key2xs/contract';
import { describe, inject } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { isBlockingOthers } from '#test/database';
import { aConnection, upload } from '#test/factories/iam';
import { aKeyPlan } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';
import { listOf, somePeople } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';
import { holdSubject } from './hold-subject';

const open = ['PENDING', 'RUNNING'] as const;
const unfinished = (name: string) => `A run over '${name}' has not ended yet. Wait for it, then try again.`;

/** A source that a run can start on. */
async function aReadySource(app: TestApp): Promise<string> {
  const { id } = await aConnection(app, { name: 'Staff' });
  await upload(app, id, listOf(somePeople(3)));
  return id;
}

describe.each(open)('while a task is %s', (status) => {
  test('its source is not deleted', async ({ app }) => {
    const id = await aReadySource(app);
    const task = await aTask(app, { iam_connection_id: id, status });
    const { status: answer, problem } = await app.as('superadmin').call(iam.remove, { params: { id } });
    expect([answer, problem]).toEqual([
      409,
      expect.objectContaining({
        code: 'constraint_violation',
        success: false,
        error: 'constraint_violation',
        message: unfinished('Staff'),
        constraint_name: 'iam_connection_in_use',
        related_records: { sync_tasks: 1 },
        task_id: task.id,
      }),
    ]);
    expect(await app.db.selectFrom('sync_task').select('id').execute()).toEqual([task]);
  });

  test('its source takes no other list', async ({ app }) => {
    const id = await aReadySource(app);
    const task = await aTask(app, { iam_connection_id: id, status });
    const { status: answer, problem } = await upload(app, id, listOf(somePeople(5)));
    expect([answer, problem.code, problem.task_id]).toEqual([409, 'sync_in_progress', task.id]);
    const { body } = await app.as('superadmin').call(iam.latestStaffList, { params: { id } });
    expect(body.rows).toBe(3);
  });

  for (const kind of ['key_system', 'inventory'] as const) {
    test(`its key system is not deleted (${kind})`, async ({ app }) => {
      const { id, name } = await aKeySystem(app);
      const task = await aTask(app, { kind, key_system_connection_id: id, status });
      const { status: answer, problem } = await app.as('superadmin').call(keySystems.remove, { params: { id } });
      expect([answer, problem.code, problem.task_id]).toEqual([409, 'constraint_violation', task.id]);
      expect(problem).toMatchObject({ message: unfinished(name), related_records: { sync_tasks: 1 } });
    });
  }

  test('a plan it may be applying is not deleted, even once inactive', async ({ app }) => {
    const system = await aKeySystem(app);
    const { id } = await aKeyPlan(app, { is_active: false, keySystems: [system.id] });
    await aTask(app, { kind: 'key_system', key_system_connection_id: system.id, status });
    const { status: answer, problem } = await app.as('superadmin').call(keyPlans.remove, { params: { id } });
    expect([answer, problem.code, problem.constraint_name]).toEqual([409, 'constraint_violation', 'key_plan_in_sync']);
    expect(problem.message).toBe(unfinished(system.name));
  });
});

test('the source that a sync names is not deleted while it runs', async ({ app }) => {
  const source = await aConnection(app);
  const { id } = await aKeySystem(app);
  await aTask(app, { kind: 'key_system', key_system_connection_id: id, iam_connection_id: source.id });
  const { problem } = await app.as('superadmin').call(iam.remove, { params: { id: source.id } });
  expect(problem.related_records).toEqual({ sync_tasks: 1 });
});

test('ended tasks do not prevent deleting', async ({ app }) => {
  const source = await aConnection(app);
  const system = await aKeySystem(app);
  const plan = await aKeyPlan(app, { is_active: false, keySystems: [system.id] });
  for (const status of ['SUCCESS', 'FAILURE'] as const) {
    await aTask(app, { iam_connection_id: source.id, status });
    await aTask(app, { kind: 'key_system', key_system_connection_id: system.id, status });
  }
  const { call } = app.as('superadmin');
  expect((await call(keyPlans.remove, { params: { id: plan.id } })).status).toBe(200);
  expect((await call(keySystems.remove, { params: { id: system.id } })).status).toBe(200);
  expect((await call(iam.remove, { params: { id: source.id } })).status).toBe(200);
});

describe('starting a run and deleting its subject', () => {
  test('at once leaves a source that is read, or none', async ({ app }) => {
    const { send } = app.as('superadmin');
    for (let round = 0; round < 10; round++) {
      const params = { id: await aReadySource(app) };
      const start = () => send(iam.sync, { params, query: {} });
      const remove = () => send(iam.remove, { params });
      const [started, removed] =
        round % 2 === 0
          ? await Promise.all([start(), remove()])
          : (await Promise.all([remove(), start()])).toReversed();
      const outcome = [started?.status, removed?.status];
      expect([
        [202, 409],
        [404, 200],
      ]).toContainEqual(outcome);
      await app.db
        .updateTable('iam_connection')
        .set({ name: `Staff ${round}` })
        .where('id', '=', params.id)
        .execute();
    }
  });

  const kinds = {
    iam_connection: { start: iam.sync, remove: iam.remove, make: aReadySource },
    key_system_connection: {
      start: keySystems.readInventory,
      remove: keySystems.remove,
      make: async (app: TestApp) => (await aKeySystem(app)).id,
    },
  };

  // The embedded database has one connection, so nothing can interleave there.
  describe.runIf(inject('databaseTemplate').kind === 'server').each(Object.entries(kinds))(
    'from a %s',
    (table, { start, remove, make }) => {
      const over = (
        table === 'iam_connection' ? 'iam_connection_id' : 'key_system_connection_id'
      ) as 'iam_connection_id';
      const kind = table === 'iam_connection' ? 'directory' : 'inventory';

      test('waits for a run that is just starting, and is refused', async ({ app }) => {
        const id = await make(app);
        const { removal } = await app.db.transaction().execute(async (tx) => {
          await holdSubject(tx, kind, id);
          await aTask({ ...app, db: tx }, { kind, [over]: id });
          const removal = app.as('superadmin').send(remove, { params: { id } });
          await expect.poll(() => isBlockingOthers(tx)).toBe(true);
          return { removal };
        });
        const { status, problem } = await removal;
        expect([status, problem.related_records]).toEqual([409, { sync_tasks: 1 }]);
      });

      test('lets no run start while it is in progress', async ({ app }) => {
        const id = await make(app);
        const { beginning } = await app.db.transaction().execute(async (tx) => {
          await tx
            .deleteFrom(table as 'iam_connection')
            .where('id', '=', id)
            .execute();
          const beginning = app.as('superadmin').send(start, { params: { id }, query: {} } as never); // what both take
          await expect.poll(() => isBlockingOthers(tx)).toBe(true);
          return { beginning };
        });
        const { status, problem } = await beginning;
        expect([status, problem.code]).toEqual([404, 'not_found']);
      });
    },
  );
});
