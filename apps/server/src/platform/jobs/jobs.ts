import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Db } from '../schema/schema';
import type { JobKind } from './job-kind';
import { insertJob } from './job-rows';
import { runJob } from './run-job';

export type Jobs = {
  /** Commits with the caller's transaction; a rollback undoes it. There is one job of a kind and key at a time. */
  enqueue(tx: Db, kind: string, key: string): Promise<void>;
  /** Wakes the workers of this process instead of waiting for their next poll. Call it after the commit. */
  nudge(): void;
};

export type JobWorker = Jobs & {
  start(kinds: readonly JobKind[]): void;
  /** Waits for running pieces, at most the given time. */
  stop(withinMs: number): Promise<void>;
};

/** A job whose pause or lease is over waits for a worker no longer than this. */
const pollMs = 1_000;

/** Workers over the table `job`, one for each kind. */
export function createJobs(db: Db, log: Logger): JobWorker {
  const complain = (error: unknown, job: string) =>
    isOutage(error)
      ? log.warn({ job, reason: error instanceof Error ? error.message : undefined }, 'job has no database')
      : log.error({ job, err: error }, 'job failed');
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

  const serve = async (kind: JobKind) => {
    while (!stopping.signal.aborted) {
      const heard = nudges;
      const hasRun = await runJob({ db, log }, kind, { stopping: stopping.signal }).catch((error: unknown) => {
        complain(error, kind.name);
        return false;
      });
      if (!hasRun && heard === nudges) await untilPoll();
    }
  };

  return {
    enqueue: (tx, kind, key) => insertJob(tx, { kind, key }),
    nudge,
    start(kinds) {
      for (const kind of kinds) {
        const served = serve(kind).finally(() => serving.delete(served));
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
