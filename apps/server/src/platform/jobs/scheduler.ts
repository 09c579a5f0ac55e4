import type { Logger } from 'pino';
import type { CommitWatch } from '../database/commit-watch';
import { isOutage } from '../database/database-outage';
import { workChannel } from '../tracing/tracing';
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
  /** Runs it sooner, after commits; then the interval is for what falls due by itself, or was missed. */
  wokenBy?: Pick<CommitWatch, 'listen'>;
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
/** Background work is in less of a hurry than a screen. */
const wakeMs = 1_000;

/** After failures it waits longer, so that what is broken does not flood the log. */
const pauseAfter = (everyMs: number, failuresInARow: number): number =>
  backoff(failuresInARow, { firstMs: 2 * everyMs, maxMs: Math.max(everyMs, maxBackoffMs) });

/** More often than this it looks for work that is rarely there: not worth a trace each time. */
const tracedFromMs = 60_000;

function run(schedule: Schedule, signal: AbortSignal): Promise<number | undefined> {
  const work = async () => (await schedule.run(signal)) ?? undefined;
  if (schedule.everyMs < tracedFromMs) return work();
  return workChannel.tracePromise(work, { name: `schedule ${schedule.name}` });
}

/** Runs each schedule alone: it never overlaps itself, and the failure of one delays no other. */
export function createScheduler(log: Logger): Scheduler {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Map<Schedule, NodeJS.Timeout>();
  /** Were woken while they ran. */
  const woken = new Set<Schedule>();
  const stopListening: (() => void)[] = [];
  const statuses: ScheduleStatus[] = [];

  const runAfter = (ms: number, schedule: Schedule, status: ScheduleStatus) => {
    const start = () => {
      timers.delete(schedule);
      const run = runOnce(schedule, status).finally(() => running.delete(run));
      running.add(run);
    };
    timers.set(schedule, setTimeout(start, ms));
  };

  const wake = (schedule: Schedule, status: ScheduleStatus) => {
    const timer = timers.get(schedule);
    if (timer === undefined) woken.add(schedule);
    if (timer === undefined || status.failuresInARow > 0) return; // after a failure it pauses as any other
    clearTimeout(timer);
    runAfter(0, schedule, status);
  };

  const runOnce = async (schedule: Schedule, status: ScheduleStatus) => {
    const { name, everyMs } = schedule;
    let pauseMs = everyMs;
    woken.delete(schedule);
    try {
      const count = await run(schedule, stopping.signal);
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
    const isWoken = woken.has(schedule) && status.failuresInARow === 0;
    if (!stopping.signal.aborted) runAfter(isWoken ? 0 : pauseMs, schedule, status);
  };

  return {
    start(schedules) {
      for (const schedule of schedules) {
        const status = { name: schedule.name, failuresInARow: 0, lastSuccessAt: undefined };
        statuses.push(status);
        runAfter(schedule.firstAfterMs, schedule, status);
        const stop = schedule.wokenBy?.listen({ onCommit: async () => wake(schedule, status), everyMs: wakeMs });
        if (stop) stopListening.push(stop);
      }
    },
    async stop() {
      stopping.abort();
      for (const stop of stopListening) stop();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
    statuses: () => statuses,
  };
}
