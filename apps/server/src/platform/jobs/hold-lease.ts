import type { Logger } from 'pino';
import type { Db } from '../schema/schema';
import { type ClaimedJob, renewLease } from './job-rows';

/** Another worker has taken the job over, or it was cancelled: this worker must save nothing more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor({ kind, key }: Pick<ClaimedJob, 'kind' | 'key'>) {
    super(`${kind} ${key}`);
  }
}

/** The right of one worker to one job. */
export type HeldLease = {
  job: ClaimedJob;
  /** Aborts shortly before the lease ends, with LeaseLost as its reason, and when nothing was saved for too long. */
  signal: AbortSignal;
  /** Something was saved: the work goes on. */
  noteProgress(): void;
  /**
   * Checks the clock, not a timer: in a process that was suspended, answers arrive before timers fire.
   * @throws LeaseLost
   */
  require(): void;
  end(): void;
};

/** A lease is renewed after this share of its time, */
const renewShare = 0.25;
/** and its worker stops this share after the last renewal, well before another worker can claim the job. */
const safeShare = 0.75;

type Terms = {
  leaseMs: number;
  /** When the claim was sent, by `performance.now()`; the database's count starts later. */
  sentAt: number;
  /** Longest time between two savings. */
  deadlineMs: number;
};

/** Renews a new lease until `end`, as long as the database answers in time. */
export function holdLease({ db, log }: { db: Db; log: Logger }, job: ClaimedJob, terms: Terms): HeldLease {
  const { leaseMs, deadlineMs } = terms;
  const { kind, key, attempt } = job;
  const controller = new AbortController();
  let safeUntil = terms.sentAt + leaseMs * safeShare;
  let isLost = false;
  let hasEnded = false;
  let renewing: NodeJS.Timeout | undefined;
  let running: NodeJS.Timeout | undefined;

  const lose = () => {
    if (hasEnded || isLost) return;
    isLost = true;
    log.warn({ job: kind, key, attempt }, 'lease of a job lost');
    controller.abort(new LeaseLost(job));
  };
  const watch = () => {
    clearTimeout(running);
    running = setTimeout(lose, safeUntil - performance.now());
  };
  const renew = async () => {
    const sentAt = performance.now();
    try {
      const isRenewed = await renewLease(db, job, leaseMs);
      if (hasEnded || isLost) return;
      if (!isRenewed) return lose();
      safeUntil = sentAt + leaseMs * safeShare;
      watch();
    } catch (error) {
      log.warn({ job: kind, key, reason: error instanceof Error ? error.message : '' }, 'lease not renewed');
    }
    schedule();
  };
  const schedule = () => {
    if (!hasEnded && !isLost) renewing = setTimeout(renew, leaseMs * renewShare);
  };

  const deadline = setTimeout(() => controller.abort(new DOMException('Too slow', 'TimeoutError')), deadlineMs);
  const noteProgress = () => {
    if (!hasEnded) deadline.refresh();
  };
  watch();
  schedule();
  return {
    job,
    signal: controller.signal,
    noteProgress,
    require: () => {
      if (performance.now() >= safeUntil) lose();
      if (isLost) throw new LeaseLost(job);
    },
    end: () => {
      hasEnded = true;
      for (const timer of [renewing, running, deadline]) clearTimeout(timer);
    },
  };
}
