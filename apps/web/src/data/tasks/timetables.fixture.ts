import type { Timetable } from '@key2xs/contract';

/** For tests: read every hour, on weekdays from 06:00 to 20:00; `changes` overrides fields. */
export function aTimetable(changes: Partial<Timetable> = {}): Timetable {
  return {
    sync_interval: '1h',
    windows: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    state: 'scheduled',
    message: 'It runs automatically.',
    next_run_at: '2026-03-06T14:00:00Z',
    next_runs: ['2026-03-06T14:00:00Z', '2026-03-06T15:00:00Z'],
    last_run_at: null,
    last_task_id: null,
    consecutive_failures: 0,
    last_error: null,
    waiting_change_set_id: null,
    pause: null,
    only_reads: false,
    warnings: [],
    version: 2,
    ...changes,
  };
}

/** For tests: a timetable that was never set. */
export const noTimetable = (message = 'Choose an interval.'): Timetable =>
  aTimetable({
    sync_interval: 'disabled',
    windows: [],
    state: 'disabled',
    message,
    next_run_at: null,
    next_runs: [],
    version: 1,
  });
