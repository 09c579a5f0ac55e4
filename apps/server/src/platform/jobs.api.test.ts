import { type CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { describe, onTestFinished } from 'vitest';
import { z } from 'zod';
import { expect, type TestApp, test } from '#test/app';
import { anyJob, createJobs, type Job, type JobWorker } from './jobs';

type Note = { note: string };
const payload = z.object({ note: z.string() });

/** A queue with one worker of its own, and the notes it was given so far. */
async function aWorker(app: TestApp, name: string, run: Job<Note>['run'] = async () => {}) {
  const done: string[] = [];
  const job: Job<Note> = {
    name,
    payload,
    run: async (data, signal) => {
      done.push(data.note);
      await run(data, signal);
    },
  };
  const jobs = createJobs(app.db, pino({ level: 'silent' }));
  await jobs.start([anyJob(job)]);
  onTestFinished(() => jobs.stop(1_000));
  return { jobs, job, done };
}

const enqueue = async ({ db }: TestApp, { jobs, job }: { jobs: JobWorker; job: Job<Note> }, note: string) => {
  await jobs.enqueue(db, job, { note });
  jobs.nudge();
};

describe('the queue', () => {
  test('runs what is enqueued, once', async ({ app }) => {
    const worker = await aWorker(app, 'test.once');
    await enqueue(app, worker, 'a');
    await enqueue(app, worker, 'b');
    await expect.poll(() => [...worker.done].sort(), { timeout: 10_000 }).toEqual(['a', 'b']);
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'test.once'`.execute(
      app.db,
    );
    expect(rows.map(({ state }) => state)).not.toContain('retry');
  });

  test('never runs what was rolled back', async ({ app }) => {
    const worker = await aWorker(app, 'test.rollback');
    const failing = app.db.transaction().execute(async (tx) => {
      await worker.jobs.enqueue(tx, worker.job, { note: 'rolled back' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await enqueue(app, worker, 'after');
    await expect.poll(() => worker.done, { timeout: 10_000 }).toEqual(['after']);
  });

  test('tries a piece again that threw', async ({ app }) => {
    let attempts = 0;
    const worker = await aWorker(app, 'test.retry', async () => {
      if (++attempts === 1) throw new Error('not yet');
    });
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done, { timeout: 15_000 }).toEqual(['a', 'a']);
  });

  test('does not run what is not of the shape it says', async ({ app }) => {
    const worker = await aWorker(app, 'test.shape');
    await worker.jobs.enqueue(app.db, { name: 'test.shape' }, { note: 7 });
    await enqueue(app, worker, 'good');
    await expect.poll(() => worker.done, { timeout: 10_000 }).toEqual(['good']);
  });

  test('forgets what waits under a name', async ({ app }) => {
    const jobs = createJobs(app.db, pino({ level: 'silent' }));
    const names = async () => {
      const { rows } = await sql<{ name: string }>`select name from pgboss.job where name like 'test.forget%'`.execute(
        app.db,
      );
      return rows.map(({ name }) => name);
    };
    const { jobs: other } = await aWorker(app, 'test.forget-not');
    await other.stop(0);
    await aWorker(app, 'test.forget').then(({ jobs: worker }) => worker.stop(0));
    await jobs.enqueue(app.db, { name: 'test.forget' }, { note: 'a' });
    await jobs.enqueue(app.db, { name: 'test.forget-not' }, { note: 'b' });
    await jobs.forget('test.forget');
    expect(await names()).toEqual(['test.forget-not']);
  });

  test('tells running pieces that it is to stop, and waits for them', async ({ app }) => {
    const seen: string[] = [];
    const worker = await aWorker(app, 'test.stop', async (_, signal) => {
      seen.push('begun');
      await new Promise((stopped) => signal.addEventListener('abort', stopped));
      seen.push('ended');
    });
    await enqueue(app, worker, 'a');
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['begun']);
    await worker.jobs.stop(5_000);
    expect(seen).toEqual(['begun', 'ended']);
  });

  test('asks the database nothing more once it has stopped', async ({ app }) => {
    let isOver = false;
    const late: string[] = [];
    const db = new Proxy(app.db, {
      get: (target, name) => {
        if (name !== 'executeQuery') return Reflect.get(target, name, target);
        return (query: CompiledQuery) => {
          if (isOver) late.push(query.sql);
          return target.executeQuery(query);
        };
      },
    });
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await aWorker({ ...app, db }, 'test.late', () => held);
    await enqueue(app, worker, 'stays');
    await expect.poll(() => worker.done, { timeout: 10_000 }).toEqual(['stays']);
    await worker.jobs.stop(10);
    isOver = true;
    end();
    await new Promise(setImmediate); // by then the queue has noted what became of the piece
    expect(late).toEqual([]);
  });

  test('waits for a piece that does not stop no longer than it may', async ({ app }) => {
    const worker = await aWorker(app, 'test.stuck', () => new Promise(() => {}));
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done, { timeout: 10_000 }).toEqual(['a']);
    const begun = performance.now();
    await worker.jobs.stop(50);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
