import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { isOutage } from '../database/database-outage';
import type { Db } from '../schema/schema';

/**
 * One kind of background work, done in short pieces; each piece enqueues the next. The queue delivers a piece once, to
 * one worker. A piece that threw, or whose worker died, is enqueued again by the watch of its kind.
 */
export type Job<Payload extends object> = {
  name: string;
  /** Only one piece per key waits at a time; enqueuing another does nothing. */
  keyOf(payload: Payload): string;
  payload: z.ZodType<Payload>;
  /** Must be safe to repeat. The signal aborts when the process is stopping. */
  run(payload: Payload, signal: AbortSignal): Promise<void>;
};

/** A job of any payload; parses the payload before running. */
export type AnyJob = { name: string; runRaw(data: unknown, signal: AbortSignal): Promise<void> };

export const anyJob = <P extends object>(job: Job<P>): AnyJob => ({
  name: job.name,
  runRaw: async (data, signal) => job.run(job.payload.parse(data), signal),
});

/** The only access to the queue. */
export type Jobs = {
  /** Commits with the caller's transaction; a rollback undoes it. */
  enqueue<P extends object>(tx: Db, job: Pick<Job<P>, 'name' | 'keyOf'>, payload: P): Promise<void>;
  /** Wakes the worker of this process instead of waiting for its next poll. Call it after the commit. */
  nudge(): void;
};

export type JobWorker = Jobs & {
  start(jobs: readonly AnyJob[]): Promise<void>;
  /** Waits for running pieces, at most the given time. */
  stop(withinMs: number): Promise<void>;
};

const pollMs = 2_000;

const throughDb = (db: Db): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, values ?? []));
    return { rows };
  },
});

/**
 * pg-boss keeps the queue. Its workers are not used: while the database is away they leave an unhandled rejection,
 * which ends the process.
 */
export function createJobs(db: Db, log: Logger): JobWorker {
  const boss = new PgBoss({ db: throughDb(db), schema: 'pgboss', schedule: false });
  const complain = (error: unknown, about: object) =>
    isOutage(error)
      ? log.warn({ ...about, reason: error instanceof Error ? error.message : undefined }, 'job queue has no database')
      : log.error({ ...about, err: error }, 'job queue');
  boss.on('error', (error) => complain(error, {}));
  const stopping = new AbortController();
  const bells = new Set<() => void>();
  let nudges = 0;
  const serving = new Set<Promise<void>>();
  let isOver = false;

  const untilPoll = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        bells.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, pollMs);
      bells.add(wake);
    });

  const nudge = () => {
    nudges++;
    for (const wake of bells) wake();
  };

  const runPiece = async (job: AnyJob, { id, data }: PgBoss.Job<object>) => {
    const failure = await job.runRaw(data, stopping.signal).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (failure) complain(failure, { job: job.name });
    if (isOver) return; // the database is about to be closed
    const noted = failure ? boss.fail(job.name, id, { message: failure.message }) : boss.complete(job.name, id);
    await noted.catch((error: unknown) => complain(error, { job: job.name })); // only pg-boss's record is incomplete, which is harmless
  };

  /** While the database is away pg-boss fetches nothing and swallows the error. */
  const serve = async (job: AnyJob) => {
    while (!stopping.signal.aborted) {
      const heard = nudges;
      const [next] = await boss.fetch<object>(job.name, { batchSize: 1 });
      if (next) await runPiece(job, next);
      else if (heard === nudges) await untilPoll();
    }
  };

  return {
    async enqueue(tx, job, payload) {
      await boss.send(job.name, payload, { db: throughDb(tx), singletonKey: job.keyOf(payload), retryLimit: 0 });
    },
    nudge,
    async start(jobs) {
      await boss.start();
      for (const job of jobs) {
        const queue = { name: job.name, policy: 'short' } as const; // at most one waiting piece per key
        await boss.createQueue(job.name, queue);
        await boss.updateQueue(job.name, queue);
        const served = serve(job).finally(() => serving.delete(served));
        serving.add(served);
      }
    },
    async stop(withinMs) {
      stopping.abort();
      nudge();
      await Promise.race([Promise.allSettled(serving), new Promise((done) => setTimeout(done, withinMs).unref())]);
      await boss.stop({ graceful: false, close: false, wait: true });
      isOver = true;
    },
  };
}
