import { randomUUID } from 'node:crypto';
import { overview, sourceEvents, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { listOf, somePeople } from '#test/factories/people';
import { aTask, workOn } from '#test/factories/tasks';
import { directoryStep } from '../iam/run/directory-step';

const cancel = (app: TestApp, task_id: string) => app.as('superadmin').call(sync.cancel, { params: { task_id } });

/** A source with an uploaded list that is not imported. */
async function aReadySource(app: TestApp): Promise<string> {
  const { id } = await aConnection(app, { name: 'Staff' });
  await upload(app, id, listOf(somePeople(3)));
  return id;
}

const changeSetsOf = ({ db }: TestApp, id: string) =>
  db.selectFrom('change_set').select('state').where('iam_connection_id', '=', id).execute();

describe('POST /sync/tasks/:task_id/cancel', () => {
  test('ends a waiting run, so that another can start', async ({ app }) => {
    const id = await aReadySource(app);
    const task = await aTask(app, { iam_connection_id: id });
    const { body } = await cancel(app, task.id);
    expect(body).toMatchObject({ status: 'FAILURE', cancelled: true, phase: 'finished' });
    expect(body.error).toMatch(/^Cancelled by .+\. Nothing was written\.$/);
    await workOn(app, task.id, directoryStep, (step, its) => step(its));
    expect((await run(app, id)).result).toMatchObject({ outcome: 'applied', counts: { joiner: 3 } });
  });

  test('stops a run that compares, and leaves nothing of it', async ({ app }) => {
    const id = await aReadySource(app);
    const task = await aTask(app, { iam_connection_id: id, status: 'RUNNING' });
    let saved = 0;
    await workOn(app, task.id, directoryStep, (step, its) =>
      step({
        ...its,
        save: async (db, progress) => {
          await its.save(db, progress);
          if (progress.phase === 'comparing' && saved++ === 0) expect((await cancel(app, task.id)).status).toBe(200);
        },
      }),
    );
    expect(saved).toBeGreaterThan(0);
    expect((await app.ended(task.id)).cancelled).toBe(true);
    expect(await changeSetsOf(app, id)).toEqual([]);
    expect(await app.db.selectFrom('person').select('id').execute()).toEqual([]);
    expect((await run(app, id)).status).toBe('SUCCESS');
  });

  test('needs no attention, and hides no earlier failure', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Staff' });
    await importPeople(app, id, somePeople(2));
    const error = JSON.stringify({ code: 'task.unforeseen' });
    const needsYou = async () =>
      (await app.as('superadmin').call(overview.get, { query: {} })).body.needs_you.filter(
        ({ kind }) => kind === 'failed_task',
      );
    const first = await aTask(app, { iam_connection_id: id });
    await cancel(app, first.id);
    expect(await needsYou()).toEqual([]);
    const failed = await aTask(app, { iam_connection_id: id, status: 'FAILURE', error, completed_at: new Date() });
    await cancel(app, (await aTask(app, { iam_connection_id: id })).id);
    expect(await needsYou()).toMatchObject([{ id: failed.id }]);
    const { body } = await app.as('superadmin').call(sourceEvents.list, { params: { id }, query: {} });
    const cancelled = body.items.filter(({ kind }) => kind === 'run.cancelled');
    expect(cancelled.map(({ message }) => message)).toEqual([
      expect.stringContaining('Cancelled by'),
      expect.stringContaining('Cancelled by'),
    ]);
  });

  test('is refused once it writes, and after its end', async ({ app }) => {
    const writing = await aTask(app, { status: 'RUNNING', phase: 'applying' });
    const ended = await aTask(app, { status: 'SUCCESS', phase: 'finished' });
    expect((await cancel(app, writing.id)).problem).toMatchObject({
      code: 'conflict',
      detail: 'This run is already writing. It cannot be cancelled any more.',
    });
    expect((await cancel(app, ended.id)).problem.detail).toBe('This run has already ended.');
    expect((await cancel(app, randomUUID())).problem.code).toBe('not_found');
  });
});
