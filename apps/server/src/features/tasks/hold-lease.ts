import type { Deps } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';
import { renewLease } from './leases';
import { TaskOvertaken } from './service';

/** The right of one worker to one task. */
export type HeldLease = {
  /** Aborts shortly before the lease ends, with TaskOvertaken as its reason, and when nothing was saved for too long. */
  signal: AbortSignal;
  /** Something was saved: the work goes on. */
  noteProgress(): void;
  /**
   * Checks the clock, not a timer: in a process that was suspended, answers arrive before timers fire.
   * @throws TaskOvertaken
   */
  require(): void;
  end(): void;
};

/** A lease is renewed after this share of its time, */
const renewShare = 0.25;
/** and its worker stops this share after the last renewal, well before another worker can claim the task. */
const safeShare = 0.75;

type Terms = {
  leaseMs: number;
  /** When the claim was sent, by `performance.now()`; the database's count starts later. */
  askedAt: number;
  /** Longest time between two savings. */
  deadlineMs: number;
};

/** Renews a new lease until `end`, as long as the database answers in time. */
export function holdLease({ db, log }: Pick<Deps, 'db' | 'log'>, task: TaskRow, terms: Terms): HeldLease {
  const { leaseMs, askedAt, deadlineMs } = terms;
  const controller = new AbortController();
  let safeUntil = askedAt + leaseMs * safeShare;
  let isLost = false;
  let hasEnded = false;
  let renewing: NodeJS.Timeout | undefined;
  let running: NodeJS.Timeout | undefined;

  const lose = () => {
    if (hasEnded || isLost) return;
    isLost = true;
    log.warn({ task_id: task.id, attempt: task.attempt }, 'lease of a task lost');
    controller.abort(new TaskOvertaken(`task ${task.id}`));
  };
  const watch = () => {
    clearTimeout(running);
    running = setTimeout(lose, safeUntil - performance.now());
  };
  const renew = async () => {
    const sentAt = performance.now();
    try {
      const isRenewed = await renewLease(db, task, leaseMs);
      if (hasEnded || isLost) return;
      if (!isRenewed) return lose();
      safeUntil = sentAt + leaseMs * safeShare;
      watch();
    } catch (error) {
      log.warn({ task_id: task.id, reason: error instanceof Error ? error.message : '' }, 'lease not renewed');
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
    signal: controller.signal,
    noteProgress,
    require: () => {
      if (performance.now() >= safeUntil) lose();
      if (isLost) throw new TaskOvertaken(`task ${task.id}`);
    },
    end: () => {
      hasEnded = true;
      for (const timer of [renewing, running, deadline]) clearTimeout(timer);
    },
  };
}
