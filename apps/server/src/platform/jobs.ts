import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Db } from './schema';

/**
 * One kind of background work, done in short pieces: a piece that is not the last enqueues the next one itself, so
 * that a killed worker loses at most one piece, which another worker repeats.
 */
export type Job<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** Must be safe to repeat. The signal fires when the process is asked to stop. */
  run(payload: Payload, signal: AbortSignal): Promise<void>;
};

/** A job whatever its payload: the queue parses it before it runs. */
export type AnyJob = { name: string; runRaw(data: unknown, signal: AbortSignal): Promise<void> };

export const anyJob = <P extends object>(job: Job<P>): AnyJob => ({
  name: job.name,
  runRaw: (data, signal) => job.run(job.payload.parse(data), signal),
});

/** The one door to the queue. */
export type Jobs = {
  /** Commits with the caller's transaction: what is rolled back was never enqueued. */
  enqueue<P extends object>(tx: Db, job: Pick<Job<P>, 'name'>, payload: P): Promise<void>;
  /** Wakes the worker of this process instead of waiting for its next poll. Call it after the commit. */
  nudge(): void;
};

export type JobWorker = Jobs & {
  /** @param prepare runs when the queue exists and nobody works on it yet */
  start(jobs: readonly AnyJob[], prepare?: () => Promise<unknown>): Promise<void>;
  /** Throws away what is queued under a name. Only for a process that knows it is alone on its database. */
  forget(name: string): Promise<void>;
  /** Lets running pieces come to an end, at most for the given time. */
  stop(withinMs: number): Promise<void>;
};

const pollSeconds = 2;
/** A piece that has worked this long hands over after its present step. */
export const pieceMs = 15_000;
/** A single step that takes longer is broken off, */
export const deadlineMs = 35_000;
/** because then its worker counts as dead and another one takes over. */
const expireInSeconds = 40;
const maintenanceIntervalSeconds = 10;

const throughDb = (db: Db): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, values ?? []));
    return { rows };
  },
});

export function createJobs(db: Db, log: Logger): JobWorker {
  let isStopped = false;
  const { executeSql } = throughDb(db);
  // A piece that would not end in time may end when the database is closed: it expires there, and is repeated. Its answer
  // is awaited by nobody, so none comes.
  const whileOpen: PgBoss.Db = {
    executeSql: (...query) => (isStopped ? new Promise<never>(() => {}) : executeSql(...query)),
  };
  const boss = new PgBoss({ db: whileOpen, schema: 'pgboss', schedule: false, maintenanceIntervalSeconds });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const stopping = new AbortController();
  const workers: string[] = [];
  const running = new Set<Promise<void>>();

  const work = async (job: AnyJob) => {
    await boss.createQueue(job.name);
    const id = await boss.work<object>(
      job.name,
      { batchSize: 1, pollingIntervalSeconds: pollSeconds },
      async ([next]) => {
        if (!next) return;
        const piece = job.runRaw(next.data, stopping.signal);
        running.add(piece);
        await piece
          .catch((error: unknown) => {
            log.error({ err: error, job: job.name }, 'job failed');
            throw error;
          })
          .finally(() => running.delete(piece));
      },
    );
    workers.push(id);
  };

  return {
    async enqueue(tx, job, payload) {
      const options = { db: throughDb(tx), expireInSeconds, retryLimit: 20, retryDelay: 1, retryBackoff: true };
      await boss.send(job.name, payload, options);
    },
    nudge: () => {
      for (const id of workers) boss.notifyWorker(id);
    },
    async start(jobs, prepare) {
      await boss.start();
      await prepare?.();
      for (const job of jobs) await work(job);
    },
    forget: async (name) => {
      // pg-boss has no call that drops running pieces together with waiting ones.
      await sql`delete from pgboss.job where name = ${name}`.execute(db);
    },
    async stop(withinMs) {
      stopping.abort();
      await Promise.race([Promise.allSettled(running), new Promise((done) => setTimeout(done, withinMs).unref())]);
      await boss.stop({ graceful: false, close: false, wait: true });
      isStopped = true;
    },
  };
}
