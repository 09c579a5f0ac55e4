import type { Logger } from 'pino';
import type { z } from 'zod';
import { isOutage } from '../database/database-outage';
import type { Db } from '../schema/schema';
import { insertPiece, takePiece } from './piece-queue';

/**
 * One kind of background work, done in short pieces; each piece enqueues the next. The queue delivers a piece once, to
 * one worker. A piece that threw, or whose worker died, is enqueued again by the schedule of its kind.
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
  start(jobs: readonly AnyJob[]): void;
  /** Waits for running pieces, at most the given time. */
  stop(withinMs: number): Promise<void>;
};

const pollMs = 2_000;

/** Workers over the table `job_piece`, one for each job. */
export function createJobs(db: Db, log: Logger): JobWorker {
  const complain = (error: unknown, job: string) =>
    isOutage(error)
      ? log.warn({ job, reason: error instanceof Error ? error.message : undefined }, 'job queue has no database')
      : log.error({ job, err: error }, 'job queue');
  const stopping = new AbortController();
  const bells = new Set<() => void>();
  let nudges = 0;
  const serving = new Set<Promise<void>>();

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

  const serve = async ({ name, runRaw }: AnyJob) => {
    while (!stopping.signal.aborted) {
      const heard = nudges;
      const next = await takePiece(db, name).catch((error: unknown) => void complain(error, name));
      if (next) await runRaw(next.payload, stopping.signal).catch((error: unknown) => complain(error, name));
      else if (heard === nudges) await untilPoll();
    }
  };

  return {
    enqueue: (tx, job, payload) => insertPiece(tx, { job: job.name, key: job.keyOf(payload), payload }),
    nudge,
    start(jobs) {
      for (const job of jobs) {
        const served = serve(job).finally(() => serving.delete(served));
        serving.add(served);
      }
    },
    async stop(withinMs) {
      stopping.abort();
      nudge();
      await Promise.race([Promise.allSettled(serving), new Promise((done) => setTimeout(done, withinMs).unref())]);
    },
  };
}
