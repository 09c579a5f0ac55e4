import { z } from 'zod';
import { type Endpoint, endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Instant, Reason, Version } from '../fields/common';
import { oneOf } from '../fields/one-of';
import { TimeZone } from '../fields/time-zone';
import { TimeRestriction } from '../key-plans/rules/access-rules';
import { SyncInterval } from './sync-interval';

/** Weekly hours in which runs may start; like those of a rule, without dates. */
export const TimetableWindow = TimeRestriction.pick({ days: true, from: true, to: true });
export type TimetableWindow = z.infer<typeof TimetableWindow>;

export const timetableStates = {
  disabled: { is: 'nothing runs by itself' },
  not_possible: { is: 'a staff list, which is read when it is uploaded' },
  scheduled: { is: 'the next run is known' },
  running: { is: 'a run over the connection is under way; what is due meanwhile begins after it, once' },
  backing_off: { is: 'the last runs failed, so the next comes later than the interval says' },
  refused: { is: 'the last run could not begin' },
  waiting_for_decision: { is: 'a run was stopped; none begins before a person has decided' },
  waiting_for_first_import: { is: 'the source was never imported; automatic runs start after a manual import' },
  paused: { is: 'a person has stopped it for a while' },
  inactive: { is: 'the connection is switched off' },
} as const;
export const TimetableState = oneOf(timetableStates);
export type TimetableState = z.infer<typeof TimetableState>;

/** The settings of an administrator. */
export const TimetableUpdate = z.strictObject({
  sync_interval: SyncInterval,
  windows: z.array(TimetableWindow).max(20).default([]).describe('Alternatives; none means at any time.'),
  time_zone: TimeZone.default('UTC'),
});
export type TimetableUpdate = z.infer<typeof TimetableUpdate>;

export const Timetable = z.object({
  ...TimetableUpdate.shape,
  windows: z.array(TimetableWindow),
  time_zone: z.string(),
  state: TimetableState,
  message: z.string().describe('How it stands and what to do next, in a sentence or two.'),
  next_run_at: Instant.nullable().describe('Null while no run comes without an action.'),
  next_runs: z.array(Instant).describe('The next five, if all goes well.'),
  last_run_at: Instant.nullable().describe('When the last run that it began was begun.'),
  last_task_id: z.uuid().nullable(),
  consecutive_failures: z.int().describe('Runs over the connection that failed since the last that did not.'),
  last_error: z.string().nullable().describe('Of the last of those.'),
  waiting_change_set_id: z.uuid().nullable().describe('Stopped changes that wait for a decision.'),
  pause: z
    .object({ by: z.string(), reason: z.string(), since: Instant, until: Instant.nullable() })
    .nullable()
    .describe('until null: until resumed.'),
  only_reads: z
    .boolean()
    .describe('Of a key system: its runs write nothing until a person has applied a sync. False of a source.'),
  warnings: z.array(z.string()),
  version: Version,
});
export type Timetable = z.infer<typeof Timetable>;

export const TimetablePause = z.strictObject({
  reason: Reason,
  until: Instant.nullable().default(null).describe('Then it resumes automatically; null: until resumed.'),
});
export type TimetablePause = z.infer<typeof TimetablePause>;

const errors = ['not_found', 'version_conflict'] as const satisfies Endpoint['errors'];
const common = { params: ById, response: Timetable } as const;
const source = { ...common, ...openTo('manage_sources') } as const;
const keySystem = { ...common, allow: ['superadmin'] } as const;

const ofSource = '/iam/connections/:id/timetable';
const ofKeySystem = '/key-systems/connections/:id/timetable';

/** When identity sources are read, and key systems read and synced, automatically. */
export const timetables = {
  ofSource: endpoint({
    ...source,
    method: 'GET',
    path: ofSource,
    summary: 'When an identity source is read by itself, and its next five runs',
    audit: { none: 'read-only' },
    errors: ['not_found'],
  }),
  changeOfSource: endpoint({
    ...source,
    method: 'PUT',
    path: ofSource,
    summary: 'Set interval and hours of an identity source',
    audit: 'timetable.updated',
    changes: ['timetables'],
    body: TimetableUpdate,
    errors,
  }),
  pauseSource: endpoint({
    ...source,
    method: 'POST',
    path: `${ofSource}/pause`,
    summary: 'Begin no run of an identity source for a while',
    audit: 'timetable.paused',
    changes: ['timetables'],
    body: TimetablePause,
    errors: [...errors, 'conflict'],
  }),
  resumeSource: endpoint({
    ...source,
    method: 'POST',
    path: `${ofSource}/resume`,
    summary: 'End the pause of an identity source',
    audit: 'timetable.resumed',
    changes: ['timetables'],
    errors: [...errors, 'conflict'],
  }),
  ofKeySystem: endpoint({
    ...keySystem,
    method: 'GET',
    path: ofKeySystem,
    summary: 'When a key system is read and synced by itself, and its next five runs',
    audit: { none: 'read-only' },
    errors: ['not_found'],
  }),
  changeOfKeySystem: endpoint({
    ...keySystem,
    method: 'PUT',
    path: ofKeySystem,
    summary: 'Set interval and hours of a key system',
    audit: 'timetable.updated',
    changes: ['timetables'],
    body: TimetableUpdate,
    errors,
  }),
  pauseKeySystem: endpoint({
    ...keySystem,
    method: 'POST',
    path: `${ofKeySystem}/pause`,
    summary: 'Begin no run of a key system for a while',
    audit: 'timetable.paused',
    changes: ['timetables'],
    body: TimetablePause,
    errors: [...errors, 'conflict'],
  }),
  resumeKeySystem: endpoint({
    ...keySystem,
    method: 'POST',
    path: `${ofKeySystem}/resume`,
    summary: 'End the pause of a key system',
    audit: 'timetable.resumed',
    changes: ['timetables'],
    errors: [...errors, 'conflict'],
  }),
};
