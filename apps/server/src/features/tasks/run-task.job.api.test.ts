import { DriverError } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { AppError } from '#platform/errors';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aTask, workOnce as work } from '#test/factories/tasks';
import { presentTask, TaskFailed, type TaskStep } from './service';

const done = { outcome: 'applied', counts: { joiner: 1 }, failed: 0 } as const;

const read = ({ db }: TestApp, id: string) =>
  db.selectFrom('sync_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const failuresOf = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('job').select('failures').where('key', '=', id).executeTakeFirst())?.failures;
const eventsOf = async ({ db }: TestApp) =>
  (await db.selectFrom('audit_event').select('action').orderBy('id').execute()).map(({ action }) => action);
const breaks: TaskStep = async () => {
  throw new Error('a bug');
};

describe('a piece of a task', () => {
  test('continues step by step to the end', async ({ app }) => {
    const { id } = await aTask(app);
    let steps = 0;
    await work(app, id, async ({ save, deps }) => {
      await save(deps.db, { phase: 'applying', done: ++steps, total: 3 });
      return steps < 3 ? 'again' : done;
    });
    expect(await read(app, id)).toMatchObject({ status: 'SUCCESS', phase: 'finished', done: 3, result: done });
    expect(await eventsOf(app)).toEqual(['sync.finished']);
  });

  test('does nothing for a task that has ended or is gone', async ({ app }) => {
    const { id } = await aTask(app, { status: 'SUCCESS' });
    await work(app, id, breaks);
    await work(app, '00000000-0000-7000-8000-000000000000', breaks);
    expect(await read(app, id)).toMatchObject({ status: 'SUCCESS', started_at: null });
    expect(await failuresOf(app, id)).toBeUndefined();
  });

  test('stops between steps when the process shuts down', async ({ app }) => {
    const { id } = await aTask(app, { iam_connection_id: (await aConnection(app)).id });
    let steps = 0;
    const step: TaskStep = async () => {
      steps++;
      return 'again';
    };
    await work(app, id, step, AbortSignal.abort());
    expect(steps).toBe(1);
    // The worker of this server takes it from the queue, and finds no list to read.
    expect(await app.ended(id)).toMatchObject({ status: 'FAILURE', error: expect.stringContaining('list') });
  });
});

describe('a task that fails', () => {
  const reasons: [what: string, error: Error, message: string][] = [
    ['of itself', new TaskFailed(say('task.listIsGone')), 'The staff list is gone. Upload it again.'],
    [
      'for a rule',
      new AppError('conflict', say('changeSet.notGuarded')),
      'No guard stopped these changes. Apply them.',
    ],
  ];
  for (const [what, error, message] of reasons) {
    test(`${what} ends at once and says so`, async ({ app }) => {
      const { id } = await aTask(app);
      await work(app, id, async () => {
        throw error;
      });
      expect(presentTask(await read(app, id))).toMatchObject({
        status: 'FAILURE',
        error: message,
        result: null,
        phase: 'finished',
      });
      expect(await eventsOf(app)).toEqual(['sync.finished']);
    });
  }

  test('for an unforeseen reason is retried by the queue', async ({ app }) => {
    const { id } = await aTask(app);
    await expect(work(app, id, breaks)).rejects.toThrow('a bug');
    expect([(await read(app, id)).status, await failuresOf(app, id)]).toEqual(['RUNNING', 1]);
    await work(app, id, async () => done);
    expect((await read(app, id)).status).toBe('SUCCESS');
  });

  const givenUp: [what: string, error: Error, message: RegExp][] = [
    ['unforeseen', new Error('a bug'), /^It stopped several times because of an unexpected error\./],
    ['of the key system', new DriverError('unreachable'), /^The key system cannot be reached\./],
  ];
  for (const [what, error, message] of givenUp) {
    test(`five times in a row is abandoned (${what}), although it reads and compares each time`, async ({ app }) => {
      const { id } = await aTask(app);
      const step: TaskStep = async ({ save, deps }) => {
        await save(deps.db, { phase: 'reading' });
        await save(deps.db, { phase: 'comparing', done: 5 });
        throw error;
      };
      for (let n = 1; n < 5; n++) await expect(work(app, id, step)).rejects.toBe(error);
      await work(app, id, step);
      expect(presentTask(await read(app, id))).toMatchObject({
        status: 'FAILURE',
        error: expect.stringMatching(message),
      });
    });
  }

  test('occasionally, but applies items in between, is not abandoned', async ({ app }) => {
    const { id } = await aTask(app);
    for (let n = 1; n <= 12; n++) {
      const step: TaskStep = async ({ save, deps }) => {
        await save(deps.db, { phase: 'applying', done: n });
        throw new Error('a bug');
      };
      await expect(work(app, id, step)).rejects.toThrow('a bug');
    }
    expect(await read(app, id)).toMatchObject({ status: 'RUNNING', done: 12 });
    expect(await failuresOf(app, id)).toBe(1);
  });
});

describe('a worker that was overtaken', () => {
  /** A step in the middle of which another worker takes the task over and ends it. */
  const overtaken =
    (app: TestApp, id: string, after: TaskStep): TaskStep =>
    async (run) => {
      await work(app, id, async ({ save, deps }) => {
        await save(deps.db, { phase: 'applying', done: 7, total: 7 });
        return done;
      });
      return after(run);
    };

  test('saves no progress, and nothing that goes with it', async ({ app }) => {
    const { id } = await aTask(app);
    const { id: connection } = await aConnection(app, { name: 'Before' });
    const late = overtaken(app, id, async ({ save, deps }) => {
      await deps.db.transaction().execute(async (tx) => {
        await tx.updateTable('iam_connection').set({ name: 'Too late' }).where('id', '=', connection).execute();
        await save(tx, { phase: 'applying', done: 1 });
      });
      return done;
    });
    await work(app, id, late);
    expect(await read(app, id)).toMatchObject({ status: 'SUCCESS', done: 7, result: done });
    const row = await app.db.selectFrom('iam_connection').select('name').executeTakeFirst();
    expect(row?.name).toBe('Before');
  });

  const ends: [how: string, after: TaskStep][] = [
    ['well', async () => ({ outcome: 'nothing_to_do', counts: {}, failed: 0 })],
    ['badly', async () => Promise.reject(new TaskFailed(say('task.listIsGone')))],
    ['by a bug', breaks],
  ];
  for (const [how, after] of ends) {
    test(`does not end the task once more when it ends ${how}`, async ({ app }) => {
      const { id } = await aTask(app);
      await work(app, id, overtaken(app, id, after));
      expect(await read(app, id)).toMatchObject({ status: 'SUCCESS', result: done, error: null });
      expect(await eventsOf(app)).toEqual(['sync.finished']);
    });
  }
});
