import { z } from 'zod';
import { Instant } from './fields/common';
import { Guard } from './runs/change-sets';
import { TaskKind } from './runs/sync';

/** How a key system compares to the plans in force, as last read or written. */
export const KeySystemStanding = z.object({
  connection_id: z.uuid(),
  name: z.string(),
  is_active: z.boolean(),
  is_sandbox: z.boolean(),
  state: z
    .enum(['not_linked', 'never_read', 'equal', 'behind'])
    .describe(
      'not_linked: no plan is synced to it, and nothing of ours is there. never_read: its records were never read. ' +
        'equal: a sync would write nothing. behind: it would.',
    ),
  people_losing: z.int().describe('People whose recorded doors are to be withdrawn, some or all.'),
  rights_to_withdraw: z.int().describe('Pairs of person and door: recorded, but no longer allowed.'),
  people_gaining: z.int(),
  rights_to_grant: z.int().describe('Pairs of person and door: allowed, but not recorded.'),
  people_other_hours: z.int().describe('People with doors whose recorded hours are others.'),
  writes: z.int().describe('What a sync would write, names and addresses too.'),
  changed_there: z.int().describe('Changes made in the key system itself.'),
  waiting_for_operator: z.int().describe('Open entries of the work list.'),
  read_at: Instant.nullable().describe('When its persons and rights were last read.'),
});
export type KeySystemStanding = z.infer<typeof KeySystemStanding>;

/** Something that needs a decision, most urgent first. */
export const NeedsYou = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('audit_log'),
    id: z.uuid().describe('Of the last verification, which has found the administration log not whole.'),
    problems: z.int(),
    at: Instant,
  }),
  z.object({
    kind: z.literal('change_set'),
    id: z.uuid(),
    name: z.string(),
    state: z.enum(['ready', 'quarantined']),
    guard: Guard.nullable(),
    largest: z.object({ label: z.string(), count: z.int() }).nullable(),
    people_gaining: z.int().nullable().describe('Null: not worked out.'),
    people_losing: z.int().nullable(),
    key_system_id: z.uuid().nullable().describe('Null: an import.'),
    at: Instant,
  }),
  z.object({
    kind: z.literal('key_system_error'),
    id: z.uuid(),
    name: z.string(),
    message: z.string().nullable(),
    at: Instant.nullable().describe('When it last worked.'),
  }),
  z.object({
    kind: z.literal('certificate'),
    id: z.uuid().describe('Of the key system.'),
    name: z.string(),
    ends_at: Instant,
    days_left: z.int().describe('Negative once it has ended.'),
  }),
  z.object({
    kind: z.literal('source_credential'),
    id: z.uuid().describe('Of the identity source.'),
    name: z.string(),
    credential: z.enum(['secret', 'certificate']),
    ends_at: Instant,
    days_left: z.int().describe('Negative once it has ended.'),
  }),
  z.object({
    kind: z.literal('conflict'),
    id: z.uuid().describe('Of the identity source.'),
    name: z.string(),
    count: z.int().describe('People whose identity an administrator must decide.'),
    at: Instant.describe('When the first was found.'),
  }),
  z.object({
    kind: z.literal('webhook'),
    id: z.uuid(),
    name: z.string().describe('The host that was called.'),
    because: z.enum(['failing', 'gone']).describe('Why it was switched off.'),
  }),
  z.object({
    kind: z.literal('failed_task'),
    id: z.uuid(),
    name: z.string(),
    task_kind: TaskKind,
    source_id: z.uuid().nullable().describe('Of an import: the identity source.'),
    replace: z
      .enum(['secret', 'certificate'])
      .nullable()
      .describe('What the source refused, and has to be replaced before a run can succeed.'),
    message: z.string().nullable(),
    at: Instant,
  }),
  z.object({
    kind: z.literal('draft'),
    id: z.uuid().describe('Of the key plan.'),
    name: z.string(),
    changes: z.int(),
    is_active: z.boolean().describe('Whether a version of the plan is in force.'),
    at: Instant,
  }),
  z.object({
    kind: z.literal('drift'),
    id: z.uuid().describe('Of the key system.'),
    name: z.string(),
    count: z.int(),
    at: Instant.describe('When the first was found.'),
  }),
  z.object({
    kind: z.literal('work'),
    id: z.uuid().describe('Of the key system.'),
    name: z.string(),
    count: z.int().describe('Open entries of the work list.'),
    at: Instant.describe('Since when the oldest waits.'),
  }),
  z.object({
    kind: z.literal('keys'),
    id: z.uuid().describe('Of the key system.'),
    name: z.string(),
    what: z
      .enum(['held_by_inactive', 'to_update', 'missing'])
      .describe(
        'held_by_inactive: keys of people of ours who no longer count for access. to_update: keys not updated since the recorded ' +
          'rights of their holder changed, so that they open what they last received. missing: people with recorded rights and no key.',
      ),
    count: z.int().describe('Keys; of `missing`: people.'),
    of: z.int().nullable().describe('Of `missing`: people with recorded rights.'),
    read_at: Instant.nullable().describe('When keys were last read; null when never.'),
  }),
]);
export type NeedsYou = z.infer<typeof NeedsYou>;

/** The changes of one day, for the chart of the last fourteen. */
export const DayOfChanges = z.object({
  from: Instant.describe('Where the day begins in the time zone asked for.'),
  before: Instant.describe('Where it ends.'),
  joined: z.int().describe('People.'),
  left: z.int().describe('People.'),
  moved: z.int().describe('People with another job title or department.'),
  rights_granted: z.int().describe('Pairs of person and door, of syncs that were carried out whole.'),
  rights_withdrawn: z.int().describe('Pairs of person and door, of syncs that were carried out whole.'),
  unfinished: z.int().describe('Syncs of which something failed or was left to an operator.'),
});
export type DayOfChanges = z.infer<typeof DayOfChanges>;
