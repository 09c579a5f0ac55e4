import { sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { disturb, heldMemberships, refusal } from '#test/factories/key-systems';
import { aTask, Killed, killAtTheEnd, undisturbed, workBeside, workOn } from '#test/factories/tasks';
import { keySystemStep } from './key-system-step';

type Received = { method: string; path: string };
const isWrite = ({ method }: Received) => method !== 'GET';
const isRead = ({ path }: Received) => path.endsWith('/profiles');

/** Starts a sync and waits until the sandbox has received the nth such call of it, which it then leaves unanswered. */
async function startAndStall(app: TestApp, nth: number, isCounted = isWrite): Promise<string> {
  let calls = 0;
  const isStalled = new Promise<void>((resolve) => {
    disturb(app, (call) => {
      if (!isCounted(call) || ++calls !== nth) return undefined;
      resolve();
      return { kind: 'delay', ms: 1_500 };
    });
  });
  const { body } = await app.as('superadmin').call(sync.start, { body: {} });
  await isStalled;
  return body.task_id;
}

const listChangeSets = ({ db }: TestApp) =>
  db.selectFrom('change_set').select(['state', 'applied', 'failed', 'total']).orderBy('id').execute();

describe('a worker that is overtaken', () => {
  test.for([1, 2, 15, 32])('at write %i saves nothing more, and all ends equal', async (stalledAt, { app }) => {
    const { system } = await aWard(app, 30);
    const taskId = await startAndStall(app, stalledAt);
    await workBeside(app, taskId);
    expect(await app.ended(taskId)).toMatchObject({ status: 'SUCCESS', error: null, result: { outcome: 'applied' } });
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    const finished = await app.db.selectFrom('audit_event').select('action').where('target_id', '=', taskId).execute();
    expect(finished.map(({ action }) => action).filter((action) => action === 'sync.finished')).toHaveLength(1);
    expect((await syncNow(app)).result?.outcome).toBe('nothing_to_do');
  });

  test.for<[string, number, typeof isWrite]>([
    ['reading', 1, isRead],
    ['applying', 20, isWrite],
  ])('while %s leaves one change set, whole, behind', async ([, nth, isCounted], { app }) => {
    await aWard(app, 30);
    const taskId = await startAndStall(app, nth, isCounted);
    await Promise.all([workBeside(app, taskId), workBeside(app, taskId)]);
    expect(await app.ended(taskId)).toMatchObject({ status: 'SUCCESS' });
    await syncNow(app); // done by the worker that was stalled, so once it has come to its end
    expect(await listChangeSets(app)).toEqual([
      { state: 'applied', applied: 61, failed: 0, total: 61 },
      { state: 'applied', applied: 0, failed: 0, total: 0 },
    ]);
  });
});

describe('a worker that dies between its last write and the end of the task', () => {
  test.for([
    ['fine', 'SUCCESS', null],
    ['partly refused', 'FAILURE', expect.stringMatching(/^2 of 61 changes failed, 59 were made\./)],
  ] as const)('leaves a run behind that went %s, and ends as such', async ([how, status, error], { app }) => {
    const { system } = await aWard(app, 30);
    let creations = 0;
    if (how !== 'fine') {
      disturb(app, ({ method, path }) =>
        method === 'PUT' && path.includes('/persons/') && ++creations === 30 ? refusal('No more') : undefined,
      );
    }
    const task = await aTask(app, { kind: 'key_system', key_system_connection_id: system.id });
    await expect(workOn(app, task.id, keySystemStep, killAtTheEnd)).rejects.toThrow(Killed);
    await workOn(app, task.id, keySystemStep, undisturbed);
    expect(await app.ended(task.id)).toMatchObject({ status, error });
    expect(await listChangeSets(app)).toMatchObject([{ state: 'applied', applied: 61, total: 61 }]);
  });
});
