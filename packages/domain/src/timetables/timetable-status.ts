import { intervalMinutes, type SyncInterval, type TimetableState } from '@key2xs/contract';
import { mayRunAt, nextRun, type RunTimes } from './run-times';

/** From so many failures in a row a run comes more seldom. */
const failuresBeforeBackOff = 3;

/** What is known of a timetable and its connection. Moments in milliseconds since 1970, by one clock. */
export type TimetableFacts = Omit<RunTimes, 'interval_minutes'> & {
  sync_interval: SyncInterval;
  /** When the next run was to begin, as far as that was worked out. */
  next_run_at: number | undefined;
  /** When the last run of the timetable began. */
  last_run_at: number | undefined;
  /** When the last run over the connection began that went well, whoever began it. */
  last_success_at: number | undefined;
  /** `until` undefined: until somebody resumes it. */
  pause: { until: number | undefined } | undefined;
  /** Runs over the connection that failed since the last that did not. */
  failures: number;
  is_active: boolean;
  /** A person has had the connection imported once: the first import is looked at before it is applied. */
  is_imported: boolean;
  /** Stopped changes wait for a person to decide. */
  is_stopped: boolean;
  is_running: boolean;
};

/** `begins`: a run is to begin now. `next` undefined: none as long as nobody does something. */
export type TimetableStatus = { state: TimetableState; next: number | undefined; begins: boolean };

/** How far apart runs are after so many failures in a row: doubled with each from the third, up to a day. */
export function backedOffInterval(interval: Exclude<SyncInterval, 'disabled'>, failures: number): number {
  const minutes = intervalMinutes[interval];
  if (failures < failuresBeforeBackOff) return minutes;
  return Math.min(minutes * 2 ** (failures - failuresBeforeBackOff + 1), intervalMinutes['24h']);
}

/** What a timetable is to do at a moment. What was missed while it could not run is made up once, in the next window. */
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

/** What somebody has run since it was due is not run again. */
function dueAt(facts: TimetableFacts, times: RunTimes, now: number): number | undefined {
  const { next_run_at, last_run_at, last_success_at = 0, failures, sync_interval } = facts;
  const regular = nextRun(times, now);
  const isKnown = next_run_at !== undefined && last_success_at < next_run_at;
  // One may have been left out on purpose; what is further off comes of a clock that was wrong.
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
