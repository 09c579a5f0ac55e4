import type { PluginTransformQueryArgs } from 'kysely';
import { pino } from 'pino';
import { describe, inject, onTestFinished } from 'vitest';
import { z } from 'zod';
import { expect, type TestApp, test } from '#test/app';
import type { Db } from '../schema/schema';
import { anyJob, createJobs, type Job, type JobWorker } from './jobs';
import { insertPiece, takePiece } from './piece-queue';

const isEmbedded = inject('databaseTemplate').kind === 'dump';

type Note = { note: string };
const payload = z.object({ note: z.string() });

/** A queue with one worker of its own, and the notes it was given so far. */
async function aWorker(app: TestApp, name: string, run: Job<Note>['run'] = async () => {}) {
  const done: string[] = [];
  const job: Job<Note> = {
    name,
    keyOf: ({ note }) => note,
    payload,
    run: async (data, signal) => {
      done.push(data.note);
      await run(data, signal);
    },
  };
  const jobs = createJobs(app.db, pino({ level: 'silent' }));
  jobs.start([anyJob(job)]);
  onTestFinished(() => jobs.stop(1_000));
  return { jobs, job, done };
}

const enqueue = async ({ db }: TestApp, { jobs, job }: { jobs: JobWorker; job: Job<Note> }, note: string) => {
  await jobs.enqueue(db, job, { note });
  jobs.nudge();
};

/** The same database; `look` sees each query before it is sent. */
const onEachQuery = (db: Db, look: (query: PluginTransformQueryArgs['node']) => void): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      look(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });

const waiting = ({ db }: TestApp) => db.selectFrom('job_piece').select(['job', 'key']).execute();

describe('the queue', () => {
  test('runs what is enqueued, once', async ({ app }) => {
    const worker = await aWorker(app, 'test.once');
    await enqueue(app, worker, 'a');
    await enqueue(app, worker, 'b');
    await expect.poll(() => [...worker.done].sort()).toEqual(['a', 'b']);
    expect(await waiting(app)).toEqual([]);
  });

  test('never runs what was rolled back', async ({ app }) => {
    const worker = await aWorker(app, 'test.rollback');
    const failing = app.db.transaction().execute(async (tx) => {
      await worker.jobs.enqueue(tx, worker.job, { note: 'rolled back' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await enqueue(app, worker, 'after');
    await expect.poll(() => worker.done).toEqual(['after']);
  });

  test('does not repeat a piece that threw, and continues', async ({ app }) => {
    const worker = await aWorker(app, 'test.throws', async ({ note }) => {
      if (note === 'bad') throw new Error('a bug');
    });
    await enqueue(app, worker, 'bad');
    await enqueue(app, worker, 'good');
    await expect.poll(() => worker.done).toEqual(['bad', 'good']);
    expect(await waiting(app)).toEqual([]);
  });

  test('holds one waiting piece a key', async ({ app }) => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await aWorker(app, 'test.key', () => held);
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done).toEqual(['a']);
    for (const note of ['a', 'b', 'a', 'b']) await enqueue(app, worker, note);
    end();
    await enqueue(app, worker, 'last');
    await expect.poll(() => worker.done).toEqual(['a', 'a', 'b', 'last']);
  });

  test.skipIf(isEmbedded)(
    'holds back a piece that a change enqueues again, until the change is committed',
    async ({ app: { db } }) => {
      const piece = { job: 'test.held', key: 'a', payload: { note: 'a' } };
      await insertPiece(db, piece);
      await db.transaction().execute(async (tx) => {
        await insertPiece(tx, piece);
        expect(await takePiece(db, 'test.held')).toBeUndefined();
      });
      expect(await takePiece(db, 'test.held')).toEqual({ payload: { note: 'a' } });
    },
  );

  test('does not run what is not of the shape it says', async ({ app }) => {
    const worker = await aWorker(app, 'test.shape');
    await worker.jobs.enqueue(app.db, { name: 'test.shape', keyOf: () => 'odd' }, { note: 7 });
    await enqueue(app, worker, 'good');
    await expect.poll(() => worker.done).toEqual(['good']);
  });

  test('survives a database outage during a piece and continues afterwards', async ({ app }) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    let isAway = false;
    const refused: string[] = [];
    const db = onEachQuery(app.db, ({ kind }) => {
      if (!isAway) return;
      refused.push(kind);
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    });
    const worker = await aWorker({ ...app, db }, 'test.outage', async ({ note }) => {
      isAway = note !== 'after';
      if (note === 'fails') throw new Error('a bug');
    });
    for (const note of ['ends', 'fails']) {
      refused.length = 0;
      await enqueue(app, worker, note);
      await expect.poll(() => refused.length).toBeGreaterThan(0);
      await new Promise(setImmediate); // by then Node has told of what nobody has handled
      isAway = false;
    }
    await enqueue(app, worker, 'after');
    await expect.poll(() => worker.done.at(-1)).toBe('after');
    expect(unhandled).toEqual([]);
  });

  test('tells running pieces that it is to stop, and waits for them', async ({ app }) => {
    const seen: string[] = [];
    const worker = await aWorker(app, 'test.stop', async (_, signal) => {
      seen.push('begun');
      await new Promise((stopped) => signal.addEventListener('abort', stopped));
      seen.push('ended');
    });
    await enqueue(app, worker, 'a');
    await expect.poll(() => seen).toEqual(['begun']);
    await worker.jobs.stop(5_000);
    expect(seen).toEqual(['begun', 'ended']);
  });

  test('asks the database nothing more once it has stopped', async ({ app }) => {
    let isOver = false;
    const late: string[] = [];
    const db = onEachQuery(app.db, ({ kind }) => {
      if (isOver) late.push(kind);
    });
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await aWorker({ ...app, db }, 'test.late', () => held);
    await enqueue(app, worker, 'stays');
    await expect.poll(() => worker.done).toEqual(['stays']);
    await worker.jobs.stop(10);
    isOver = true;
    end();
    await new Promise(setImmediate); // by then the worker would ask for the next piece
    expect(late).toEqual([]);
  });

  test('waits for a piece that never stops only as long as it may', async ({ app }) => {
    const worker = await aWorker(app, 'test.stuck', () => new Promise(() => {}));
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done).toEqual(['a']);
    await worker.jobs.stop(50);
    expect(worker.done).toEqual(['a']);
  });
});
