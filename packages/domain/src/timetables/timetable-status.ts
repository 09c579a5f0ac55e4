import { intervalMinutes, type SyncInterval, type TimetableState } from '@key2xs/contract';
import { mayRunAt, nextRun, type RunTimes } from './run-times';

/** Runs back off after this number of consecutive failures. */
const failuresBeforeBackOff = 3;

/** Facts about a timetable and its connection. Moments in milliseconds since 1970, by one clock. */
export type TimetableFacts = Omit<RunTimes, 'interval_minutes'> & {
  sync_interval: SyncInterval;
  /** The stored start of the next run, if computed. */
  next_run_at: number | undefined;
  /** Start of the last run of the timetable. */
  last_run_at: number | undefined;
  /** Start of the last successful run of the connection, manual ones included. */
  last_success_at: number | undefined;
  /** `until` undefined: until resumed. */
  pause: { until: number | undefined } | undefined;
  /** Consecutive failed runs of the connection. */
  failures: number;
  is_active: boolean;
  /** Whether the first import was done: a person must review that one. */
  is_imported: boolean;
  /** Stopped changes wait for a decision. */
  is_stopped: boolean;
  is_running: boolean;
};

/** `begins`: a run is due now. `next` undefined: no run without an administrator's action. */
export type TimetableStatus = { state: TimetableState; next: number | undefined; begins: boolean };

/** The interval after consecutive failures, in minutes: doubled with each from the third on, up to a day. */
export function backedOffInterval(interval: Exclude<SyncInterval, 'disabled'>, failures: number): number {
  const minutes = intervalMinutes[interval];
  if (failures < failuresBeforeBackOff) return minutes;
  return Math.min(minutes * 2 ** (failures - failuresBeforeBackOff + 1), intervalMinutes['24h']);
}

/** The status of a timetable at a moment. Missed runs are made up for once, in the next window. */
export function timetableStatus(facts: TimetableFacts, now: number): TimetableStatus {
  const { sync_interval, pause, failures } = facts;
  if (sync_interval === 'disabled') return notStarting('disabled');
  if (!facts.is_active) return notStarting('inactive');
  const times = timesOf(facts, sync_interval);
  if (pause && (pause.until === undefined || now < pause.until)) {
    return notStarting('paused', pause.until && nextRun(times, pause.until - 1));
  }
  if (facts.is_stopped) return notStarting('waiting_for_decision', undefined);
  if (!facts.is_imported) return notStarting('waiting_for_first_import');
  const next = dueAt(facts, times, now);
  if (facts.is_running) return notStarting('running', next);
  const begins = next !== undefined && next <= now && mayRunAt(times, now);
  const later = next !== undefined && next <= now && !begins ? nextRun(times, now) : next;
  return { state: failures < failuresBeforeBackOff ? 'scheduled' : 'backing_off', next: later, begins };
}

export const timesOf = (
  { windows, time_zone }: Pick<RunTimes, 'windows' | 'time_zone'>,
  interval: Exclude<SyncInterval, 'disabled'>,
): RunTimes => ({ windows, time_zone, interval_minutes: intervalMinutes[interval] });

const notStarting = (state: TimetableState, next?: number): TimetableStatus => ({ state, next, begins: false });

/** Skips a due run if a successful run has started since. */
function dueAt(facts: TimetableFacts, times: RunTimes, now: number): number | undefined {
  const { next_run_at, last_run_at, last_success_at = 0, failures, sync_interval } = facts;
  const regular = nextRun(times, now);
  const isKnown = next_run_at !== undefined && last_success_at < next_run_at;
  // One run may have been skipped on purpose; a later time results from a wrong clock.
  const isBelieved =
    isKnown && next_run_at <= (regular === undefined ? next_run_at : (nextRun(times, regular) ?? regular));
  const due = isBelieved ? next_run_at : regular;
  if (due === undefined) return undefined;
  if (sync_interval === 'disabled' || last_run_at === undefined) return due;
  const backedOff = backedOffInterval(sync_interval, failures);
  if (backedOff === times.interval_minutes) return due;
  const earliest = nextRun(times, last_run_at + backedOff * 60_000 - 1);
  return earliest === undefined ? due : Math.max(due, earliest);
}
