import type { Timetable, TimetableState } from '@key2xs/contract';
import { isUploaded } from '@key2xs/contract';
import { backedOffInterval, listRuns, longestPause, type TimetableStatus, timesOf } from '@key2xs/domain';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { ConnectionFacts, TimetableRow } from './queries';
import { isPaused, statusOf } from './status';

type Known = { row: TimetableRow; facts: ConnectionFacts; now: Date };

const shownRuns = 5;
const dayMs = 86_400_000;
/** Directories list changes for seven days. One day is a margin for a failed run. */
const maxGapDays = 6;

/** @param known `now` by the database's clock */
export function presentTimetable(known: Known, language: Language): Timetable {
  const { row, facts, now } = known;
  const status = statusOf(row, facts, now);
  const state = stateOf(known, status);
  return {
    sync_interval: row.sync_interval,
    windows: row.windows,
    time_zone: row.time_zone,
    state,
    message: renderSentence(messages[state](known), language),
    next_run_at: status.next === undefined ? null : new Date(status.next).toISOString(),
    next_runs: nextRuns(row, status),
    last_run_at: row.last_run_at?.toISOString() ?? null,
    last_task_id: row.last_task_id,
    consecutive_failures: facts.failures,
    last_error: facts.last_error && renderSentence(facts.last_error, language),
    waiting_change_set_id: facts.waiting_change_set_id,
    pause: pauseOf(known),
    only_reads: !facts.may_write,
    warnings: warningsOf(known).map((warning) => renderSentence(warning, language)),
    version: row.version,
  };
}

function stateOf({ row, facts }: Known, { state }: TimetableStatus): TimetableState {
  if (facts.provider !== null && isUploaded(facts.provider)) return 'not_possible';
  return state === 'scheduled' && row.refusal !== null ? 'refused' : state;
}

function nextRuns({ sync_interval, windows, time_zone }: TimetableRow, { next }: TimetableStatus): string[] {
  if (next === undefined || sync_interval === 'disabled') return [];
  const later = listRuns(timesOf({ windows, time_zone }, sync_interval), next, shownRuns - 1);
  return [next, ...later].map((run) => new Date(run).toISOString());
}

function pauseOf({ row, now }: Known): Timetable['pause'] {
  const { paused_at, paused_until, paused_by, pause_reason } = row;
  if (!isPaused(row, now) || paused_at === null) return null;
  return {
    by: paused_by ?? '',
    reason: pause_reason ?? '',
    since: paused_at.toISOString(),
    until: paused_until?.toISOString() ?? null,
  };
}

const messages: Record<TimetableState, (known: Known) => Sentence> = {
  disabled: ({ facts }) => say(facts.provider === null ? 'timetable.keySystemDisabled' : 'timetable.sourceDisabled'),
  not_possible: () => say('timetable.ofStaffList'),
  scheduled: ({ facts }) => say(facts.may_write ? 'timetable.scheduled' : 'timetable.onlyReads'),
  running: () => say('timetable.running'),
  backing_off: ({ row, facts }) => say('timetable.backingOff', { count: facts.failures, often: howOften(row, facts) }),
  refused: ({ row }) => say('timetable.refused', { reason: row.refusal ?? say('timetable.running') }),
  waiting_for_decision: () => say('timetable.changesWait'),
  waiting_for_first_import: () => say('timetable.firstImport'),
  paused: ({ row }) => say(row.paused_until === null ? 'timetable.paused' : 'timetable.pausedForAWhile'),
  inactive: ({ facts }) => say('timetable.inactive', { name: facts.name }),
};

function howOften({ sync_interval }: TimetableRow, { failures }: ConnectionFacts): Sentence {
  const minutes = sync_interval === 'disabled' ? 0 : backedOffInterval(sync_interval, failures);
  return minutes < 60
    ? say('timetable.everyMinutes', { count: minutes })
    : say('timetable.everyHours', { count: minutes / 60 });
}

/** For sources that list changes for some days only. */
function warningsOf({ row, facts, now }: Known): Sentence[] {
  const { sync_interval, windows, time_zone, paused_until } = row;
  const isCalledSource = facts.provider !== null && !isUploaded(facts.provider);
  if (!isCalledSource || sync_interval === 'disabled') return [];
  const pause = longestPause(timesOf({ windows, time_zone }, sync_interval), now.getTime()) * 60_000;
  const isPausedLong =
    isPaused(row, now) && (paused_until === null || paused_until.getTime() - now.getTime() > maxGapDays * dayMs);
  return pause > maxGapDays * dayMs || isPausedLong ? [say('timetable.aWeekWithout')] : [];
}
