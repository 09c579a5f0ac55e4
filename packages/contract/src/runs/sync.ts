import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { listOf, pagingFields } from '../api/paging';
import { openTo, roles } from '../api/roles';
import { Done, Instant } from '../fields/common';
import { oneOf } from '../fields/one-of';

export const SyncStatus = z.enum(['PENDING', 'RUNNING', 'SUCCESS', 'FAILURE']);
export type SyncStatus = z.infer<typeof SyncStatus>;

/** Every kind of task, and what its subject is. Tasks over one subject never overlap. */
export const taskKinds = {
  directory: { is: 'a source becomes people', subject: 'iam_connection' },
  key_system: { is: 'rules become persons and rights', subject: 'key_system_connection' },
  inventory: { is: 'the mirror is read', subject: 'key_system_connection' },
  generator: { is: 'access becomes a suggested plan', subject: 'generator_run' },
} as const;
export const TaskKind = oneOf(taskKinds);
export type TaskKind = z.infer<typeof TaskKind>;

/** What the subject of a task can be. */
export type SubjectKind = (typeof taskKinds)[TaskKind]['subject'];

export const TaskPhase = z.enum(['waiting', 'reading', 'comparing', 'calculating', 'guarding', 'applying', 'finished']);
export type TaskPhase = z.infer<typeof TaskPhase>;

export const TaskOutcome = z
  .enum(['applied', 'waiting', 'nothing_to_do', 'previewed', 'quarantined', 'read', 'suggested'])
  .describe(
    'How it ended well. applied: something was written. waiting: nothing was, all of it is for an operator. ' +
      'previewed: a dry run. quarantined: a guard stopped it, a person decides. suggested: a plan waits to be looked at.',
  );

export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const TaskResult = z.object({
  outcome: TaskOutcome,
  counts: z.record(z.string(), z.int()).describe('By kind of change, or by kind of record read.'),
  failed: z.int().describe('Changes that could not be applied; listed in the change set.'),
  waiting: z.int().default(0).describe('Changes that wait for an operator; listed in the work list. Not done.'),
});
export type TaskResult = z.infer<typeof TaskResult>;

export const SyncTask = z.object({
  task_id: z.uuid(),
  kind: TaskKind,
  status: SyncStatus,
  phase: TaskPhase,
  done: z.int().describe('Of `total`, in the present phase.'),
  total: z.int().describe('0 while unknown.'),
  title: z.string().describe('Name of its subject.'),
  dry_run: z.boolean(),
  result: TaskResult.nullable(),
  error: z.string().nullable().describe('What went wrong and what to do; null unless FAILURE.'),
  cancelled: z.boolean().describe('Ended by an administrator before it wrote anything; its status is FAILURE.'),
  subject_id: z.uuid().describe('What it works on: an identity source, a key system, a run of the generator.'),
  iam_connection_id: z.uuid().nullable().describe('Its subject, or the source that a sync names.'),
  key_system_connection_id: z.uuid().nullable().describe('Its subject, where that is a key system.'),
  change_set_id: z.uuid().nullable(),
  decided: z
    .object({
      how: z.enum(['applied', 'discarded', 'out_of_date']),
      by: z.string().nullable(),
      at: Instant.nullable(),
    })
    .optional()
    .describe('What became of changes that a preview or a guard left to a person; missing while they wait.'),
  seen: z.boolean().describe('By the caller, since it ended.'),
  created_at: Instant,
  started_at: Instant.nullable(),
  completed_at: Instant.nullable(),
});
export type SyncTask = z.infer<typeof SyncTask>;

/** The first started task, as in the specification, and all of them. */
export const StartedSync = SyncTask.extend({
  tasks: z
    .array(SyncTask.pick({ task_id: true, title: true, key_system_connection_id: true }))
    .default([])
    .describe('One task a key system.'),
});

export const sync = {
  start: endpoint({
    method: 'POST',
    path: '/sync/iam-to-key-system',
    summary: 'Make a key system equal to the active key plans; an empty body syncs every active key system',
    ...openTo('run_syncs'),
    audit: 'sync.started',
    changes: ['tasks'],
    status: 202,
    body: z
      .strictObject({
        source_iam_identifier: z.uuid().optional().describe('An identity source that feeds the target.'),
        target_key_system_connection_id: z.uuid().optional().describe('The first active one unless given.'),
        dry_run: z.boolean().optional().describe('Stop after the guards and keep the change set.'),
      })
      .default({}),
    response: StartedSync,
    errors: ['not_found', 'conflict', 'sync_in_progress', 'installation_paused'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/sync/status/:task_id',
    summary: 'How far a task is',
    allow: roles,
    audit: { none: 'read-only' },
    params: z.object({ task_id: z.uuid() }),
    response: SyncTask,
    errors: ['not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/sync/tasks/:task_id/cancel',
    summary: 'Cancel a run that has not begun to write',
    ...openTo('run_syncs'),
    audit: 'sync.cancelled',
    changes: ['tasks'],
    params: z.object({ task_id: z.uuid() }),
    response: SyncTask,
    errors: ['not_found', 'conflict'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/sync/tasks',
    summary: 'Tasks, newest first',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject(pagingFields),
    response: listOf(SyncTask).extend({ unseen: z.int().describe('Ended tasks the caller has not seen.') }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/sync/tasks/seen',
    summary: 'Mark every ended task as seen by the caller',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: ['tasks'],
    response: Done,
  }),
};
