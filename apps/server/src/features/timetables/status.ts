import { nextRun, type TimetableFacts, type TimetableStatus, timesOf, timetableStatus } from '@key2xs/domain';
import type { ConnectionFacts, TimetableRow } from './queries';

const at = (date: Date | null): number | undefined => date?.getTime();

/** A pause that was to last until a moment that has passed is over. */
export const isPaused = ({ paused_at, paused_until }: TimetableRow, now: Date): boolean =>
  paused_at !== null && (paused_until === null || now < paused_until);

const factsOf = (row: TimetableRow, facts: ConnectionFacts): TimetableFacts => ({
  sync_interval: row.sync_interval,
  windows: row.windows,
  time_zone: row.time_zone,
  next_run_at: at(row.next_run_at),
  last_run_at: at(row.last_run_at),
  last_success_at: at(facts.last_success_at),
  pause: row.paused_at === null ? undefined : { until: at(row.paused_until) },
  failures: facts.failures,
  is_active: facts.is_active,
  is_imported: facts.is_imported,
  is_stopped: facts.waiting_change_set_id !== null,
  is_running: facts.is_running || row.stage !== null,
});

/** @param now by the database's clock */
export const statusOf = (row: TimetableRow, facts: ConnectionFacts, now: Date): TimetableStatus =>
  timetableStatus(factsOf(row, facts), now.getTime());

/** The first regular run after a moment, whatever was due or failed. */
export function regularNext(
  row: Pick<TimetableRow, 'sync_interval' | 'windows' | 'time_zone'>,
  after: Date,
): Date | null {
  if (row.sync_interval === 'disabled') return null;
  const next = nextRun(timesOf(row, row.sync_interval), after.getTime());
  return next === undefined ? null : new Date(next);
}
