import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { Instant, Reason, Search } from '../fields/common';

/** What can be ordered. Key systems have more kinds of jobs. */
export const orderedKinds = ['program', 'block', 'unblock', 'fetch_events', 'reprogram'] as const;
export type OrderedKind = (typeof orderedKinds)[number];

/** Of the board, in order. */
export const programmingStages = ['to_write', 'pending', 'assigned', 'loaded_on_key', 'done', 'failed'] as const;
export type ProgrammingStage = (typeof programmingStages)[number];

/** How long done jobs stay on the board. */
export const daysDone = 30;

const ProgrammingKeyName = z.object({
  id: z.uuid().nullable().describe('Null: the key system names one that it does not list.'),
  marking: z.string(),
});

export const ProgrammingWork = z.object({
  id: z.uuid().describe('Of our order for it, if there is one.'),
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string().nullable().describe('Null: the key system has not listed it yet.'),
  cylinder: z
    .object({
      id: z.uuid(),
      marking: z.string(),
      name: z.string(),
      location_path: z.string().nullable(),
      events_used: z.int().nullable().describe('Events in its ring when it was last read there.'),
    })
    .nullable()
    .describe('Null: one that is not listed.'),
  kind: z.string(),
  key: z.object({ id: z.uuid(), marking: z.string(), name: z.string() }).nullable(),
  stage: z
    .enum([...programmingStages, 'cancelled'])
    .describe('to_write: the key system does not have it yet. All others as it was last read there, or written since.'),
  writing: z
    .enum(['waiting', 'after_events', 'refused', 'to_enter', 'entered', 'assigning', 'cancelling', 'gone'])
    .nullable()
    .describe(
      'What is under way here. after_events: written once the events of the cylinder have been fetched. to_enter: an operator has to enter it. entered: an operator says so, and no read has shown it yet. gone: no longer listed, and not known to be done.',
    ),
  problem: z.string().nullable().describe('Why it was refused, or could not be written last.'),
  programming_key: ProgrammingKeyName.nullable().describe('Who has it.'),
  wanted_key: ProgrammingKeyName.nullable().describe('To whom it is about to be assigned.'),
  order: z
    .object({ by: z.string(), reason: z.string(), at: Instant })
    .nullable()
    .describe('Null: others have created it.'),
  created_at: Instant,
  done_at: Instant.nullable(),
  version: z.int().min(0).describe('Counts what people wanted of it here.'),
});
export type ProgrammingWork = z.infer<typeof ProgrammingWork>;

const view = openTo('view_cylinders');
const act = openTo('work_list');

const filter = {
  search: Search.optional().describe('Part of the marking or name of the cylinder or of the key.'),
  connection_id: z.uuid().optional(),
  location_id: z.uuid().optional().describe('In this place or below it.'),
  cylinder_id: z.uuid().optional(),
  kind: z.string().max(50).optional(),
  programming_key_id: z.union([z.literal('none'), z.uuid()]).optional(),
  older_than_days: z.coerce.number().int().min(0).max(3650).optional(),
};

export const programmingList = declareList({
  path: '/programming-jobs',
  summary: 'Programming jobs, ours and those of others',
  ...view,
  item: ProgrammingWork,
  filter: { ...filter, stage: z.enum([...programmingStages, 'cancelled']).optional() },
  sorts: ['created_at', 'done_at', 'cylinder'],
  csv: {
    columns: [
      'connection_name',
      'external_id',
      'cylinder_marking',
      'location_path',
      'kind',
      'key_marking',
      'stage',
      'writing',
      'problem',
      'programming_key',
      'ordered_by',
      'reason',
      'created_at',
      'done_at',
    ],
    audit: 'inventory.exported',
  },
});

export const ProgrammingKey = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  marking: z.string(),
  kind: z.string(),
  holder: z
    .object({ name: z.string(), person_id: z.uuid().nullable().describe('When it is one of ours.') })
    .nullable()
    .describe('No one the reader may not see.'),
  jobs: z.int().describe('Assigned to it or loaded on it, with those that are about to be.'),
  job_limit: z
    .int()
    .describe('How many it should carry at most: as the key system says, else as the organisation has set.'),
  is_limit_told: z.boolean().describe('The key system says so.'),
  read_at: Instant.nullable(),
});
export type ProgrammingKey = z.infer<typeof ProgrammingKey>;

export const programmingKeyList = declareList({
  path: '/programming-keys',
  summary: 'Programming keys, with the jobs that they carry',
  ...view,
  item: ProgrammingKey,
  filter: { search: Search.optional(), connection_id: z.uuid().optional() },
  sorts: ['marking', 'jobs'],
  csv: {
    columns: ['connection_name', 'marking', 'kind', 'holder', 'jobs', 'job_limit', 'read_at'],
    audit: 'inventory.exported',
  },
});

export const ProgrammingDevice = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  name: z.string(),
  kind: z.string(),
  place: z.string(),
  last_contact_at: Instant.nullable().describe('Null: never, or not known.'),
  read_at: Instant.nullable(),
});
export type ProgrammingDevice = z.infer<typeof ProgrammingDevice>;

export const programmingDeviceList = declareList({
  path: '/programming-devices',
  summary: 'Programming devices, with their last contact',
  ...view,
  item: ProgrammingDevice,
  filter: { search: Search.optional(), connection_id: z.uuid().optional() },
  sorts: ['name', 'last_contact_at', 'place'],
  csv: {
    columns: ['connection_name', 'name', 'kind', 'place', 'last_contact_at', 'read_at'],
    audit: 'inventory.exported',
  },
});

/** How many jobs can be ordered or changed at once. */
export const maxJobsAtOnce = 200;

const named = z
  .array(
    z.strictObject({
      id: z.uuid(),
      version: z.int().min(0).describe('As it was shown: refused if someone has changed it since.'),
    }),
  )
  .min(1)
  .max(maxJobsAtOnce);

const Changed = z.object({ changed: z.int() });
const errors = ['not_found', 'conflict', 'version_conflict', 'validation_failed'] as const;
const changes = ['programming-jobs'] as const;

export const ProgrammingPolicy = z.object({
  jobs_per_key: z
    .int()
    .min(1)
    .max(1_000)
    .describe('How many jobs a programming key should carry at most, where its key system does not say.'),
});
export type ProgrammingPolicy = z.infer<typeof ProgrammingPolicy>;

export const ProgrammingOrders = z.strictObject({
  jobs: z
    .array(
      z.strictObject({
        cylinder_id: z.uuid(),
        key_id: z.uuid().nullable().default(null).describe('The key to block, to unblock or to program.'),
        kind: z.enum(orderedKinds),
      }),
    )
    .min(1)
    .max(maxJobsAtOnce),
  reason: Reason,
  events: z
    .enum(['fetch_first', 'discard'])
    .optional()
    .describe(
      'Needed to reprogram, which deletes the events that are in the cylinder. fetch_first: it is written once a job has fetched them.',
    ),
});

export const programming = {
  list: programmingList.page,
  exportCsv: programmingList.csv,
  counts: endpoint({
    method: 'GET',
    path: '/programming-jobs/counts',
    summary: 'How many programming jobs there are by stage',
    ...view,
    audit: { none: 'read-only' },
    query: z.strictObject(filter),
    response: z.object(
      Object.fromEntries(programmingStages.map((stage) => [stage, z.int()])) as Record<ProgrammingStage, z.ZodInt>,
    ),
  }),
  order: endpoint({
    method: 'POST',
    path: '/programming-jobs',
    summary: 'Order programming jobs: they are written into the key system, or listed for an operator',
    ...act,
    audit: { each: 'programming_job.ordered' },
    changes,
    status: 201,
    body: ProgrammingOrders,
    response: z.object({ ids: z.array(z.uuid()).describe('In the order of the jobs.') }),
    errors,
  }),
  assign: endpoint({
    method: 'POST',
    path: '/programming-jobs/assignments',
    summary: 'Assign jobs to programming keys, or to none',
    ...act,
    audit: { each: 'programming_job.assigned' },
    changes,
    body: z.strictObject({
      assignments: z
        .array(z.strictObject({ programming_key_id: z.uuid().nullable(), jobs: named }))
        .min(1)
        .max(50),
    }),
    response: Changed,
    errors,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/programming-jobs/cancellations',
    summary: 'Cancel jobs that no programming key carries',
    ...act,
    audit: { each: 'programming_job.cancelled' },
    changes,
    body: z.strictObject({ jobs: named, reason: Reason.optional() }),
    response: Changed,
    errors,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/programming-jobs/retries',
    summary: 'Have jobs done again that have failed, and written again that were refused',
    ...act,
    audit: { each: 'programming_job.retried' },
    changes,
    body: z.strictObject({ jobs: named }),
    response: Changed,
    errors,
  }),
  tick: endpoint({
    method: 'POST',
    path: '/programming-jobs/entries',
    summary: 'Say that an operator has entered jobs in the key system, or that this was wrong',
    ...act,
    audit: { each: 'programming_job.entered' },
    changes,
    body: z.strictObject({ jobs: named, is_entered: z.boolean() }),
    response: Changed,
    errors,
  }),
  keys: programmingKeyList.page,
  exportKeysCsv: programmingKeyList.csv,
  devices: programmingDeviceList.page,
  exportDevicesCsv: programmingDeviceList.csv,
  policy: endpoint({
    method: 'GET',
    path: '/settings/programming',
    summary: 'How many jobs a programming key should carry',
    ...view,
    audit: { none: 'read-only' },
    response: ProgrammingPolicy,
  }),
  savePolicy: endpoint({
    method: 'PUT',
    path: '/settings/programming',
    summary: 'Set how many jobs a programming key should carry',
    allow: ['superadmin'],
    audit: 'programming_policy.updated',
    changes,
    body: ProgrammingPolicy,
    response: ProgrammingPolicy,
  }),
};
