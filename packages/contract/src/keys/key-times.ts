import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Reason, Search } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { KeyTimes } from '../key-systems/keys';
import { keyStates } from './key-custody';

const superadmin = { allow: ['superadmin'] } as const;

/** How a key stands by its times; no_clock: it has none, so that its doors alone decide. */
export const keyTimesStates = [
  'ok',
  'due_soon',
  'lapsed',
  'not_yet_valid',
  'expired',
  'never',
  'not_known',
  'no_clock',
] as const;
export type KeyTimesState = (typeof keyTimesStates)[number];

export const keyTimesOrderStates = ['waiting', 'failed', 'to_enter', 'written', 'replaced'] as const;

export const KeyTimesOrder = z.object({
  id: z.uuid(),
  times: KeyTimes,
  reason: z.string(),
  ordered_by: z.string(),
  ordered_at: Instant,
  state: z
    .enum(keyTimesOrderStates)
    .describe(
      'waiting: it is about to be written. failed: the key system refused it. to_enter: an operator enters it there. written: the key system has it recorded. replaced: by a later order, before it was written.',
    ),
  problem: z.string().nullable(),
  ended_at: Instant.nullable(),
});
export type KeyTimesOrder = z.infer<typeof KeyTimesOrder>;

export const KeyTimesRow = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  marking: z.string(),
  name: z.string(),
  key_type: z.string(),
  custody_state: z.enum(keyStates),
  holder: z
    .object({ person_id: z.uuid().nullable(), name: z.string(), department: z.string().nullable() })
    .nullable()
    .describe('Who has it. No one the reader may not see.'),
  recorded: KeyTimes.nullable().describe(
    'As the key system has recorded them, or taken them from us since. Null: not known, or a key without a clock.',
  ),
  held: KeyTimes.nullable().describe('What the key surely holds since its last update. Null: not known.'),
  update_pending: z.boolean().nullable().describe('It has not taken over what is recorded. Null: not known.'),
  last_update_at: Instant.nullable(),
  ends_at: Instant.nullable().describe(
    'When it stops working by itself: by what it holds, and where that is not known, by what is recorded.',
  ),
  ends_by: z.enum(['validity', 'revalidation']).nullable(),
  is_sure: z.boolean().describe('False: it is not known what the key holds; `ends_at` is by what is recorded.'),
  state: z.enum(keyTimesStates),
  time_zone: z.string().describe('Of the locking system: that of most of its doors, else that of the policy.'),
  reminded_at: Instant.nullable().describe('When someone was last mailed about it.'),
  extension: z
    .object({ id: z.uuid(), state: z.enum(['open', 'approved']), hours: z.int(), ends_at: Instant.nullable() })
    .nullable()
    .describe('More hours between its updates, asked for or in force.'),
  order: KeyTimesOrder.nullable().describe('What was ordered and is not recorded yet.'),
});
export type KeyTimesRow = z.infer<typeof KeyTimesRow>;

/** What can be selected by, in lists and for changes of many keys. */
const filter = {
  search: Search.optional().describe('Part of marking, name, serial or holder.'),
  connection_id: z.uuid().optional(),
  key_type: z.string().max(50).optional(),
  state: z.enum(keyTimesStates).optional(),
  ends_within: z.enum(['1', '7', '30']).optional().describe('It stops working within so many days, counted from now.'),
  custody: z.enum(keyStates).optional(),
  person_id: z.uuid().optional().describe('Held by this person of ours.'),
  is_outside: z.enum(['true']).optional().describe('Recorded outside the policy.'),
  order: z.enum(['waiting', 'failed', 'to_enter']).optional().describe('What was ordered and is not recorded yet.'),
};

export const keyTimesList = declareList({
  path: '/key-times',
  summary: 'When keys work, and when they stop',
  ...superadmin,
  item: KeyTimesRow,
  filter,
  sorts: ['marking', 'ends_at', 'last_update_at', 'holder'],
  csv: {
    columns: [
      'connection_name',
      'marking',
      'name',
      'key_type',
      'custody_state',
      'holder_name',
      'department',
      'state',
      'validity',
      'valid_from',
      'valid_until',
      'revalidation_minutes',
      'schedule',
      'last_update_at',
      'update_pending',
      'ends_at',
      'ends_by',
      'is_sure',
      'time_zone',
      'order_state',
      'reminded_at',
    ],
    audit: 'inventory.exported',
  },
});

/** How many keys one order may change. */
export const maxKeysAnOrder = 5_000;
/** How many keys may be named one by one. */
export const maxKeysNamed = 200;

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: fieldError({ timeOfDay: 'A time of day as HH:MM' }) });

export const KeyWindows = z
  .array(z.strictObject({ days: z.array(z.int().min(1).max(7)).min(1).max(7), from: clockTime, to: clockTime }))
  .max(50)
  .describe('By the clock of the locking system; none means at any time.');

export const KeyTimesChange = z.strictObject({
  validity: z.enum(['always', 'never', 'between']).optional(),
  valid_from: Instant.optional().describe('Of a validity between two moments.'),
  valid_until: Instant.optional().describe(
    'The moment at which it ends; the end of a day is the beginning of the next.',
  ),
  revalidation_minutes: z.int().nullable().optional().describe('Null: the key needs no updates.'),
  schedule: KeyWindows.optional(),
});
export type KeyTimesChange = z.infer<typeof KeyTimesChange>;

/** Keys named one by one, or all that match. */
export const KeySelection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(maxKeysNamed) }),
  z.strictObject({ filter: z.strictObject(filter) }),
]);
export type KeySelection = z.infer<typeof KeySelection>;

const wanted = { selection: KeySelection, change: KeyTimesChange };

export const KeyTimesPreview = z.object({
  selected: z.int(),
  changed: z.int().describe('Keys that are to hold something else than what is recorded or ordered.'),
  unchanged: z.int(),
  out: z.int().describe('Of the changed ones: with someone, so that they take it over at their next update only.'),
  to_enter: z.int().describe('Of the changed ones: to be entered in the key system by an operator.'),
  no_clock: z.int().describe('They have no clock, and cannot.'),
  not_known: z.int().describe('What they hold is not known, so that a part of it cannot be changed.'),
  problem: z.string().nullable().describe('Why it would be refused.'),
  examples: z.array(z.string()).describe('Markings of the keys that stand in the way, at most five.'),
  ends: z
    .array(z.object({ at: Instant, time_zone: z.string(), holiday: z.string().nullable(), keys: z.int() }))
    .describe('The moments at which their validity would end, with the holiday that this day is.'),
  stamp: z.string().describe('Names the keys and what they hold now; given back with the order.'),
});
export type KeyTimesPreview = z.infer<typeof KeyTimesPreview>;

/** How far forecasts look ahead. */
export const forecastDays = 30;

export const KeyForecast = z.object({
  within: z.object({ 1: z.int(), 7: z.int(), 30: z.int() }).describe('Keys that stop working within so many days.'),
  stopped: z.int().describe('Keys that are with someone, and have stopped working already.'),
  unsure: z.int().describe('Within 30 days: by what is recorded, because it is not known what they hold.'),
  in_stock: z.int().describe('Within 30 days: with no one.'),
  days: z
    .array(z.object({ day: z.string(), keys: z.int(), holiday: z.string().nullable() }))
    .describe('Today and the 30 days after it, by the time zone of each locking system.'),
  holders: z
    .array(
      z.object({
        person_id: z.uuid().nullable(),
        name: z.string(),
        department: z.string().nullable(),
        keys: z.int(),
        next_at: Instant,
        time_zone: z.string(),
        unsure: z.int(),
      }),
    )
    .describe('With keys that stop working within the days asked for, the earliest first, at most 100.'),
  holders_total: z.int(),
});
export type KeyForecast = z.infer<typeof KeyForecast>;

const errors = ['not_found', 'conflict', 'validation_failed'] as const;

export const KeyTimesDetail = KeyTimesRow.extend({
  orders: z.array(KeyTimesOrder).describe('The newest first, at most 20.'),
});
export type KeyTimesDetail = z.infer<typeof KeyTimesDetail>;

export const keyTimes = {
  list: keyTimesList.page,
  exportCsv: keyTimesList.csv,
  get: endpoint({
    method: 'GET',
    path: '/keys/:id/times',
    summary: 'When a key works: as recorded, as far as is known what it holds, and what was ordered',
    ...openTo('assign_keys'),
    audit: { none: 'read-only' },
    params: ById,
    response: KeyTimesDetail,
    errors: ['not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/key-times/previews',
    summary: 'What a change of the times of keys would do',
    ...superadmin,
    audit: { none: 'read-only' },
    body: z.strictObject(wanted),
    response: KeyTimesPreview,
    errors,
  }),
  order: endpoint({
    method: 'POST',
    path: '/key-times/orders',
    summary: 'Change the times of keys; they take them over at their next update',
    ...superadmin,
    audit: { each: 'key.times_ordered' },
    changes: ['keys', 'key-times'],
    status: 201,
    body: z.strictObject({
      ...wanted,
      reason: Reason,
      stamp: z.string().max(100).optional().describe('Of the preview: refused when something has changed since.'),
    }),
    response: z.object({ ordered: z.int(), left: z.int().describe('Keys that could not or need not be changed.') }),
    errors: [...errors, 'version_conflict'],
  }),
  forecast: endpoint({
    ...superadmin,
    method: 'GET',
    path: '/key-times/forecast',
    summary: 'Which keys stop working by themselves, when, and with whom they are',
    audit: { none: 'read-only' },
    query: z.strictObject({ days: z.enum(['1', '7', '30']).default('7') }),
    response: KeyForecast,
    errors: ['not_found'],
  }),
  writeAgain: endpoint({
    method: 'POST',
    path: '/key-times/orders/:id/write-again',
    summary: 'Write what the key system has refused again',
    ...superadmin,
    audit: 'key.times_write_requested',
    changes: ['keys', 'key-times'],
    params: ById,
    response: KeyTimesOrder,
    errors: ['not_found', 'conflict'],
  }),
};
