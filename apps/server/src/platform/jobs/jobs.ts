import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import type { Db } from '../schema/schema';
import type { JobKind } from './job-kind';
import { insertJob, listDueKinds } from './job-rows';
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

/** Rings for one listener; a ring that no one waits for is kept for the next who does. */
function createBell() {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    /** @param withinMs resolves without a ring after this */
    async rung(withinMs?: number) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      hasRung = false;
    },
  };
}

/** Workers over the table `job`, one for each kind. They ask for work only when one question for all kinds has found some of theirs. */
export function createJobs(db: Db, log: Logger): JobWorker {
  const complain = (error: unknown, job: string) =>
    isOutage(error)
      ? log.warn({ job, reason: error instanceof Error ? error.message : undefined }, 'job has no database')
      : log.error({ job, err: error }, 'job failed');
  const stopping = new AbortController();
  const poller = createBell();
  const workers = new Map<string, ReturnType<typeof createBell>>();
  const serving = new Set<Promise<void>>();

  const poll = async () => {
    while (!stopping.signal.aborted) {
      const due = await listDueKinds(db, [...workers.keys()]).catch((error: unknown) => {
        complain(error, 'poll');
        return [];
      });
      for (const kind of due) workers.get(kind)?.ring();
      await poller.rung(pollMs);
    }
  };

  const serve = async (kind: JobKind, bell: ReturnType<typeof createBell>) => {
    let hasRun = false;
    while (!stopping.signal.aborted) {
      if (!hasRun) await bell.rung();
      if (stopping.signal.aborted) return;
      hasRun = await runJob({ db, log }, kind, { stopping: stopping.signal }).catch((error: unknown) => {
        complain(error, kind.name);
        return false;
      });
    }
  };

  const track = (work: Promise<void>) => {
    const served = work.finally(() => serving.delete(served));
    serving.add(served);
  };

  return {
    enqueue: (tx, kind, key) => insertJob(tx, { kind, key }),
    nudge: poller.ring,
    start(kinds) {
      for (const kind of kinds) {
        const bell = createBell();
        workers.set(kind.name, bell);
        track(serve(kind, bell));
      }
      track(poll());
    },
    async stop(withinMs) {
      stopping.abort();
      for (const bell of [poller, ...workers.values()]) bell.ring();
      await Promise.race([Promise.allSettled(serving), new Promise((done) => setTimeout(done, withinMs).unref())]);
    },
  };
}
