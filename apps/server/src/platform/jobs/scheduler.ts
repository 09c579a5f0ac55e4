import type { Logger } from 'pino';
import { isOutage } from '../database/database-outage';
import { backoff } from './backoff';

/** Work that runs again and again, in every process, so that one survivor is enough. */
export type Schedule = {
  /** In the log and in the metrics. */
  name: string;
  /** From the end of one run to the begin of the next. */
  everyMs: number;
  /** Until the first run. */
  firstAfterMs: number;
  /**
   * Why several processes may run it at the same moment: each *claims* rows that the others then skip, one waits for the
   * *lock* of the other, it is safe to *repeat*, or it is about this *process* alone.
   */
  shared: 'claims' | 'lock' | 'repeat' | 'process';
  /** The signal aborts when the process is stopping. @returns how much was done, if that is worth a line in the log */
  run(signal: AbortSignal): Promise<number> | Promise<void>;
};

export type ScheduleStatus = {
  name: string;
  /** Failed runs since the last success. */
  failuresInARow: number;
  lastSuccessAt: Date | undefined;
};

export type Scheduler = {
  start(schedules: readonly Schedule[]): void;
  /** Resolves when the runs in progress have ended. */
  stop(): Promise<void>;
  statuses(): ScheduleStatus[];
};

const maxBackoffMs = 30_000;

/** After failures it waits longer, so that what is broken does not flood the log. */
const pauseAfter = (everyMs: number, failuresInARow: number): number =>
  backoff(failuresInARow, { firstMs: 2 * everyMs, maxMs: Math.max(everyMs, maxBackoffMs) });

/** Runs each schedule alone: it never overlaps itself, and the failure of one delays no other. */
export function createScheduler(log: Logger): Scheduler {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const statuses: ScheduleStatus[] = [];

  const runAfter = (ms: number, schedule: Schedule, status: ScheduleStatus) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runOnce(schedule, status).finally(() => running.delete(run));
      running.add(run);
    }, ms);
    timers.add(timer);
  };

  const runOnce = async (schedule: Schedule, status: ScheduleStatus) => {
    const { name, everyMs } = schedule;
    let pauseMs = everyMs;
    try {
      const count = await schedule.run(stopping.signal);
      status.failuresInARow = 0;
      status.lastSuccessAt = new Date();
      if (count) log.info({ schedule: name, count }, 'scheduled work done');
    } catch (error) {
      status.failuresInARow++;
      if (isOutage(error)) {
        log.warn({ schedule: name, reason: error instanceof Error ? error.message : '' }, 'scheduled work waits');
      } else {
        log.error({ schedule: name, err: error }, 'scheduled work failed');
        pauseMs = pauseAfter(everyMs, status.failuresInARow);
      }
    }
    if (!stopping.signal.aborted) runAfter(pauseMs, schedule, status);
  };

  return {
    start(schedules) {
      for (const schedule of schedules) {
        const status = { name: schedule.name, failuresInARow: 0, lastSuccessAt: undefined };
        statuses.push(status);
        runAfter(schedule.firstAfterMs, schedule, status);
      }
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
    statuses: () => statuses,
  };
}
