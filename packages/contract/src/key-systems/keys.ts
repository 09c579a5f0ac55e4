import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { listOf, pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { Instant, Search } from '../fields/common';
import { FullFrom, Usage } from '../fields/usage';
import { custodyFilters, KeyCustody } from '../keys/key-custody';

export const KeyTimes = z.object({
  validity: z.enum(['always', 'never', 'between']),
  valid_from: Instant.nullable().describe('From this moment on, if between two.'),
  valid_until: Instant.nullable().describe('Until then, and no longer at that moment.'),
  revalidation_minutes: z
    .int()
    .nullable()
    .describe('Not updated for that long, it opens nothing. Null: needs no updates.'),
  schedule: z
    .array(z.object({ days: z.array(z.int()), from: z.string(), to: z.string() }))
    .describe('Weekly windows in the local time of the locking system; empty for any time.'),
});

export type KeyTimes = z.infer<typeof KeyTimes>;

export const Key = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  external_id: z.string(),
  marking: z.string().describe('The engraving that identifies it to people.'),
  name: z.string(),
  serial: z.string(),
  key_type: z.string(),
  state: z.string().describe('As the key system has it recorded.'),
  holder: z
    .object({
      identity: z.string(),
      name: z.string(),
      person_id: z.uuid().nullable().describe('When it is one of ours.'),
    })
    .nullable(),
  custody: KeyCustody,
  last_update_at: Instant.nullable().describe('When rights were last written into the key; null when unknown.'),
  times: KeyTimes.nullable().describe(
    'When it works, as recorded: not what it holds while an update is pending. Null when not known, and for keys without a clock.',
  ),
  memory: Usage.nullable().describe('Places in the memory of the key; null when not known.'),
  changed_at: Instant.nullable().describe(
    'When what its next update writes into it last changed; null when not known.',
  ),
  update_pending: z
    .boolean()
    .nullable()
    .describe('Whether it has to meet a programming device to take over what is recorded; null when not known.'),
  update_by: Instant.nullable().describe(
    'When it stops opening unless it is updated before. Null without an interval, and when it is not known which one it holds.',
  ),
  read_at: Instant.nullable().describe('When this was last read from the key system.'),
});
export type Key = z.infer<typeof Key>;

const access = openTo('view_cylinders');
const listAccess = openTo('view_cylinders', 'assign_keys');

export const keyList = declareList({
  path: '/keys',
  summary: 'Keys',
  ...listAccess,
  item: Key,
  filter: {
    search: Search.optional().describe('Part of marking, name, serial or holder.'),
    connection_id: z.uuid().optional(),
    key_type: z.string().max(50).optional(),
    full_from: FullFrom.optional().describe('Memory at least that full, in percent.'),
    state: z.string().max(50).optional(),
    holder: z.enum(['any', 'ours', 'none']).optional().describe('Held by any person, by one of ours, or by no person.'),
    person_id: z.uuid().optional().describe('Held by this person of ours.'),
    custodian_id: z.uuid().optional().describe('With this person of ours, as known here.'),
    custody: z
      .enum(custodyFilters)
      .optional()
      .describe('Where it is; due_soon: within seven days; to_record: the key system does not have the same holder.'),
    task: z
      .enum(['held_by_inactive', 'to_update'])
      .optional()
      .describe(
        'Held by one of ours who no longer counts for access, or not updated since the rights of the holder changed.',
      ),
  },
  sorts: ['marking', 'name', 'holder', 'state', 'last_update_at', 'due_at'],
  csv: {
    columns: [
      'connection_name',
      'external_id',
      'marking',
      'name',
      'serial',
      'key_type',
      'state',
      'holder_identity',
      'holder_name',
      'custody_state',
      'custody_holder',
      'since',
      'due_at',
      'storage',
      'recording',
      'last_update_at',
      'validity',
      'valid_from',
      'valid_until',
      'revalidation_minutes',
      'changed_at',
      'update_pending',
      'update_by',
      'read_at',
    ],
    audit: 'inventory.exported',
  },
});

export const AccessEvent = z.object({
  id: z.string(),
  event_time: Instant.describe('When it happened, by the clock of the key.'),
  import_time: Instant.describe('When the key system got to know it.'),
  source: z.string(),
  key_marking: z.string().nullable(),
  cylinder_marking: z.string().nullable(),
  result: z.string(),
  reason: z.string().nullable(),
});
export type AccessEvent = z.infer<typeof AccessEvent>;

export const keys = {
  list: keyList.page,
  exportCsv: keyList.csv,
  events: endpoint({
    method: 'GET',
    path: '/access-events',
    summary: 'Access events of one cylinder or key as far as they are known, newest first, without persons',
    ...access,
    audit: 'access_events.viewed',
    query: z.strictObject({ ...pagingFields, cylinder_id: z.uuid().optional(), key_id: z.uuid().optional() }),
    response: listOf(AccessEvent),
    errors: ['not_found'],
  }),
};
