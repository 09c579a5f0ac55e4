import { randomUUID } from 'node:crypto';
import { changeSets, type Input, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aHouse, aKeyPlan, aRule, group, syncNow } from '#test/factories/key-plans';
import { aKeySystem } from '#test/factories/key-systems';

const start = (app: TestApp, body: Input<typeof sync.start>['body'] = {}) =>
  app.as('superadmin').call(sync.start, { body });

const noActive = 'No active key system connection found. Please activate or configure a key system connection.';

describe('POST /sync/iam-to-key-system', () => {
  test('is refused without an active key system', async ({ app }) => {
    for (const make of [async () => undefined, () => aKeySystem(app, { is_active: false })]) {
      await make();
      const { status, problem } = await start(app);
      expect([status, problem.code, problem.detail]).toEqual([409, 'conflict', noActive]);
    }
  });

  test('refuses a target that is unknown or inactive', async ({ app }) => {
    const { id, name } = await aKeySystem(app, { is_active: false });
    const unknown = await start(app, { target_key_system_connection_id: randomUUID() });
    expect([unknown.status, unknown.problem.detail]).toEqual([404, 'This key system does not exist.']);
    const inactive = await start(app, { target_key_system_connection_id: id });
    expect([inactive.status, inactive.problem.detail]).toEqual([409, `'${name}' is inactive. Activate it first.`]);
  });

  test('refuses a source that no plan ties to the target', async ({ app }) => {
    const [linked, other] = [await aConnection(app), await aConnection(app)];
    const system = await aKeySystem(app);
    await aKeyPlan(app, { sources: [linked.id], keySystems: [system.id] });
    await aKeyPlan(app, { sources: [other.id] });
    const detail = `No key plan links this identity source with '${system.name}'. Link both to a key plan first.`;
    for (const source of [other.id, randomUUID()]) {
      for (const target of [{}, { target_key_system_connection_id: system.id }]) {
        const { status, problem } = await start(app, { source_iam_identifier: source, ...target });
        expect([status, problem.detail]).toEqual([409, detail]);
      }
    }
    const task = await syncNow(app, { source_iam_identifier: linked.id });
    expect(task).toMatchObject({
      status: 'SUCCESS',
      iam_connection_id: linked.id,
      key_system_connection_id: system.id,
      title: system.name,
    });
  });

  test('syncs every active key system when the body is empty, and answers the task of the first', async ({ app }) => {
    await aKeySystem(app, { name: 'Annexe' });
    await aKeySystem(app, { name: 'Main house' });
    await aKeySystem(app, { name: 'Closed', is_active: false });
    const { status, body } = await start(app);
    expect([status, body.kind, body.title, body.status]).toEqual([202, 'key_system', 'Annexe', 'PENDING']);
    const { body: tasks } = await app.as('superadmin').call(sync.list, { query: {} });
    expect(tasks.items.map(({ title }) => title).sort()).toEqual(['Annexe', 'Main house']);
    for (const { task_id } of tasks.items) {
      expect(await app.ended(task_id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'nothing_to_do' } });
    }
  });

  test('refuses a second run over the same key system, names the first, and starts none of several', async ({
    app,
  }) => {
    const { id, name } = await aKeySystem(app);
    const first = await start(app, { target_key_system_connection_id: id });
    await aKeySystem(app, { name: 'Annexe' });
    const { status, problem } = await start(app);
    expect([status, problem.code, problem.task_id]).toEqual([409, 'sync_in_progress', first.body.task_id]);
    expect(problem.detail).toBe(`A run over ${name} has not ended yet. Wait for it, then try again.`);
    expect(await app.db.selectFrom('sync_task').selectAll().execute()).toHaveLength(1);
    await app.ended(first.body.task_id);
  });

  test('starts one of many runs requested at once', async ({ app }) => {
    await aKeySystem(app);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.as('superadmin').send(sync.start, { body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
    const started = answers.find(({ status }) => status === 202);
    await app.ended(started?.body.task_id ?? '');
  });
});

describe('a dry run', () => {
  test('saves its changes and writes nothing; applied later, writes exactly those', async ({ app }) => {
    const { source, system, plan, persons } = await aHouse(app, [
      { department: 'Ward', display_name: 'Ada Example', employee_id: '4711' },
    ]);
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const before = app.sandbox.inspect();
    const task = await syncNow(app, { target_key_system_connection_id: system.id, dry_run: true });
    const counts = { profile_put: 1, person_create: 1, member_add: 1 };
    expect(task).toMatchObject({
      status: 'SUCCESS',
      dry_run: true,
      result: { outcome: 'previewed', counts, failed: 0 },
    });
    expect(app.sandbox.inspect()).toEqual(before);

    const params = { id: task.change_set_id ?? '' };
    const { call } = app.as('superadmin');
    const stored = await call(changeSets.get, { params });
    expect(stored.body).toMatchObject({ state: 'ready', kind: 'key_system', counts, total: 3, applied: 0, guards: [] });
    const { body } = await call(changeSets.items, { params, query: {} });
    expect(body.items.map(({ kind, label, reference, person_id }) => [kind, label, reference, person_id])).toEqual([
      ['profile_put', `Main house / ${rule.name}`, rule.id, null],
      ['person_create', 'Ada Example', '4711', persons[0]],
      ['member_add', 'Ada Example', '4711', persons[0]],
    ]);
    expect(body.items.map(({ outcome }) => outcome)).toEqual(['pending', 'pending', 'pending']);

    const applying = await call(changeSets.apply, { params });
    expect(await app.ended(applying.body.task_id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'applied' } });
    const { persons: held } = app.sandbox.inspect();
    expect(held.find(({ reference }) => reference === persons[0])).toMatchObject({ first_name: 'Ada', active: true });
    expect((await call(changeSets.get, { params })).body).toMatchObject({ state: 'applied', applied: 3, failed: 0 });
  });
});
