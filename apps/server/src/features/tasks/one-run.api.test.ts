import { changeSets, iam, type SyncTask } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { listOf, somePeople } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';

const start = (app: TestApp, id: string) => app.as('superadmin').send(iam.sync, { params: { id }, query: {} });

/** A source with an uploaded list that is not imported. */
async function aReadySource(app: TestApp): Promise<string> {
  const { id } = await aConnection(app, { name: 'Staff' });
  await upload(app, id, listOf(somePeople(3)));
  return id;
}

async function aPreview(app: TestApp, id: string): Promise<SyncTask & { change_set_id: string }> {
  const task = await run(app, id, true);
  return { ...task, change_set_id: task.change_set_id ?? '' };
}

describe('while a run over a source has not ended', () => {
  for (const status of ['PENDING', 'RUNNING'] as const) {
    test(`a second one is refused and says which it is (${status})`, async ({ app }) => {
      const id = await aReadySource(app);
      const open = await aTask(app, { iam_connection_id: id, status });
      const { status: answer, problem } = await start(app, id);
      expect([answer, problem.code, problem.task_id]).toEqual([409, 'sync_in_progress', open.id]);
      expect(problem.detail).toBe('A run over Staff has not ended yet. Wait for it, then try again.');
    });
  }

  test('a waiting change set cannot be applied and keeps waiting', async ({ app }) => {
    const id = await aReadySource(app);
    const { change_set_id } = await aPreview(app, id);
    await aTask(app, { iam_connection_id: id });
    const input = { params: { id: change_set_id } };
    expect((await app.as('superadmin').call(changeSets.apply, input)).problem.code).toBe('sync_in_progress');
    const { body } = await app.as('superadmin').call(changeSets.get, input);
    expect(body).toMatchObject({ state: 'ready', decision: null });
  });

  test('another source can be read', async ({ app }) => {
    await aTask(app, { iam_connection_id: await aReadySource(app) });
    const other = await aConnection(app);
    expect((await importPeople(app, other.id, somePeople(1))).status).toBe('SUCCESS');
  });
});

test('a run that has ended in either way does not block the next', async ({ app }) => {
  const id = await aReadySource(app);
  await aTask(app, { iam_connection_id: id, status: 'FAILURE' });
  await aTask(app, { iam_connection_id: id, status: 'SUCCESS' });
  const { body } = await start(app, id);
  expect((await app.ended(body.task_id)).status).toBe('SUCCESS');
});

test('of several runs started at once those refused say why', async ({ app }) => {
  const id = await aReadySource(app);
  const answers = await Promise.all(Array.from({ length: 6 }, () => start(app, id)));
  const [first, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(first?.status).toBe(202);
  const refused = others.filter(({ status }) => status !== 202);
  expect(refused.map(({ problem }) => problem.code)).toEqual(refused.map(() => 'sync_in_progress'));
  for (const { body } of answers) if (body) await app.ended(body.task_id);
  const people = await app.db.selectFrom('person').select('external_id').execute();
  expect(people).toHaveLength(3);
});
