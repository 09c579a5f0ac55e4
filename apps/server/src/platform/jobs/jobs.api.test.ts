import type { PluginTransformQueryArgs } from 'kysely';
import { pino } from 'pino';
import { describe, inject, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import type { Db } from '../schema/schema';
import type { JobKind, Piece } from './job-kind';
import { claimJob, endJob, insertJob } from './job-rows';
import { createJobs } from './jobs';

const isEmbedded = inject('databaseTemplate').kind === 'dump';

/** Ends after one piece. */
const aKind = (name: string, run: (key: string, piece: Piece) => Promise<void>): JobKind => ({
  name,
  leaseMs: 600_000,
  backoff: { firstMs: 1, maxMs: 1 },
  limits: { pieceMs: 60_000, deadlineMs: 60_000, maxFailures: 3 },
  run: async (piece) => {
    await run(piece.lease.job.key, piece);
    return 'done';
  },
});

/** A queue with one worker of its own, and the keys it was given so far. */
async function aWorker(app: TestApp, name: string, run: (key: string, piece: Piece) => Promise<void> = async () => {}) {
  const done: string[] = [];
  const kind = aKind(name, async (key, piece) => {
    done.push(key);
    await run(key, piece);
  });
  const jobs = createJobs(app.db, pino({ level: 'silent' }));
  jobs.start([kind]);
  onTestFinished(() => jobs.stop(1_000));
  return { jobs, kind, done };
}

const enqueue = async ({ db }: TestApp, { jobs, kind }: Awaited<ReturnType<typeof aWorker>>, key: string) => {
  await jobs.enqueue(db, kind.name, key);
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

const waiting = ({ db }: TestApp) => db.selectFrom('job').select(['kind', 'key']).execute();

describe('the queue', () => {
  test('runs what is enqueued, once', async ({ app }) => {
    const worker = await aWorker(app, 'test.once');
    await enqueue(app, worker, 'a');
    await enqueue(app, worker, 'b');
    await expect.poll(() => [...worker.done].sort()).toEqual(['a', 'b']);
    await expect.poll(() => waiting(app)).toEqual([]);
  });

  test('asks for all kinds at once, and claims only of those that are due', async ({ app }) => {
    const sent: unknown[] = [];
    const db = onEachQuery(app.db, (node) => {
      if (node.kind === 'RawNode') sent.push(...node.parameters.map((one) => ('value' in one ? one.value : one)));
    });
    const done: string[] = [];
    const kinds = ['test.idle', 'test.idler', 'test.due'].map((name) =>
      aKind(name, async (key) => {
        done.push(key);
      }),
    );
    const jobs = createJobs(db, pino({ level: 'silent' }));
    onTestFinished(() => jobs.stop(1_000));
    await jobs.enqueue(app.db, 'test.due', 'a');
    jobs.start(kinds);
    await expect.poll(() => done).toEqual(['a']);
    expect(sent).toContainEqual(['test.idle', 'test.idler', 'test.due']);
    expect(sent).toContain('test.due');
    expect(sent).not.toContain('test.idle');
  });

  test('never runs what was rolled back', async ({ app }) => {
    const worker = await aWorker(app, 'test.rollback');
    const failing = app.db.transaction().execute(async (tx) => {
      await worker.jobs.enqueue(tx, worker.kind.name, 'rolled back');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await enqueue(app, worker, 'after');
    await expect.poll(() => worker.done).toEqual(['after']);
  });

  test('repeats a piece that threw, lets others go first, and gives it up after its number of failures', async ({
    app,
  }) => {
    const given: string[] = [];
    const worker = await aWorker(app, 'test.throws', async (key) => {
      if (key === 'bad') throw new Error('a bug');
    });
    worker.kind.giveUp = async ({ job }) => {
      given.push(job.key);
      await endJob(app.db, job);
    };
    await app.db.transaction().execute(async (tx) => {
      for (const key of ['bad', 'good']) await worker.jobs.enqueue(tx, worker.kind.name, key);
    });
    await expect.poll(() => worker.done).toEqual(['bad', 'good', 'bad', 'bad']);
    await expect.poll(() => waiting(app)).toEqual([]);
    expect(given).toEqual(['bad']);
  });

  test('holds one waiting job a key', async ({ app }) => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await aWorker(app, 'test.key', () => held);
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done).toEqual(['a']);
    for (const key of ['a', 'b', 'a', 'b']) await enqueue(app, worker, key);
    end();
    await enqueue(app, worker, 'last');
    await expect.poll(() => [...worker.done].sort()).toEqual(['a', 'a', 'b', 'last']);
  });

  test.skipIf(isEmbedded)(
    'holds back a job that a change enqueues again, until the change is committed',
    async ({ app: { db } }) => {
      const job = { kind: 'test.held', key: 'a' };
      await insertJob(db, job);
      await db.transaction().execute(async (tx) => {
        await insertJob(tx, job);
        expect(await claimJob(db, job, 1_000)).toBeUndefined();
      });
      expect(await claimJob(db, job, 1_000)).toMatchObject(job);
    },
  );

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
    const begun = new Set<string>();
    const worker = await aWorker({ ...app, db }, 'test.outage', async (key) => {
      isAway = key !== 'after' && !begun.has(key);
      begun.add(key);
      if (key === 'fails') throw new Error('a bug');
    });
    for (const key of ['ends', 'fails']) {
      refused.length = 0;
      await enqueue(app, worker, key);
      await expect.poll(() => refused.length).toBeGreaterThan(0);
      await new Promise(setImmediate); // by then Node has reported unhandled rejections
      isAway = false;
    }
    await enqueue(app, worker, 'after');
    await expect.poll(() => worker.done.at(-1)).toBe('after');
    expect(unhandled).toEqual([]);
  });

  test('tells running pieces that it is to stop, and waits for them', async ({ app }) => {
    const seen: string[] = [];
    const worker = await aWorker(app, 'test.stop', async (_, { stopping }) => {
      seen.push('begun');
      await new Promise((stopped) => stopping.addEventListener('abort', stopped));
      seen.push('ended');
    });
    await enqueue(app, worker, 'a');
    await expect.poll(() => seen).toEqual(['begun']);
    await worker.jobs.stop(5_000);
    expect(seen).toEqual(['begun', 'ended']);
  });

  test('claims nothing more once it has stopped', async ({ app }) => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const worker = await aWorker(app, 'test.late', () => held);
    await enqueue(app, worker, 'first');
    await expect.poll(() => worker.done).toEqual(['first']);
    await enqueue(app, worker, 'stays');
    await worker.jobs.stop(10);
    end();
    await expect.poll(() => waiting(app)).toEqual([{ kind: 'test.late', key: 'stays' }]);
    await new Promise(setImmediate); // by then the worker would claim the next
    expect(worker.done).toEqual(['first']);
  });

  test('waits for a piece that never stops only as long as it may', async ({ app }) => {
    const worker = await aWorker(app, 'test.stuck', () => new Promise(() => {}));
    await enqueue(app, worker, 'a');
    await expect.poll(() => worker.done).toEqual(['a']);
    await worker.jobs.stop(50);
    expect(worker.done).toEqual(['a']);
  });
});
