import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { ById, Instant, Search } from '../fields/common';
import { KeyHolder } from './key-custody';

const readers = openTo('view_cylinders', 'assign_keys');

export const certainties = ['yes', 'no', 'not_known'] as const;
export const keyWhereabouts = ['in_hand', 'in_stock', 'lost', 'retired'] as const;
export const deathCauses = ['validity', 'revalidation'] as const;
export const noEffects = ['not_held', 'blocked', 'validity', 'revalidation', 'not_begun'] as const;

const dead_at = Instant.nullable().describe(
  'When the key ends by itself, unless it is updated before. Null: no end is known; then it takes an update of the key or a visit to the cylinder.',
);
const dead_by = z
  .enum(deathCauses)
  .nullable()
  .describe('What ends it: the end of its validity, or the interval in which it has to be updated.');

export const ExposedRight = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  key_id: z.uuid(),
  key_marking: z.string(),
  whereabouts: z.enum(keyWhereabouts),
  holder: KeyHolder.nullable().describe('Who has the key, or had it when it was lost. No one the reader may not see.'),
  cylinder_id: z.uuid(),
  cylinder_marking: z.string(),
  cylinder_name: z.string(),
  location_id: z.uuid().nullable(),
  location_path: z.string().nullable(),
  protection_class: z.int().nullable().describe('Of its place, or of the nearest place above that has one.'),
  time_zone: z
    .string()
    .describe('Of its place, else of the nearest place above, of the locking system or of the policy.'),
  withdrawn_at: Instant.describe('When it was found to be no longer recorded; it may have been withdrawn earlier.'),
  dead_at,
  dead_by,
  is_certain: z.boolean().describe('Whether it is known to open the door; else it may.'),
});
export type ExposedRight = z.infer<typeof ExposedRight>;

export const exposedRightList = declareList({
  path: '/exposed-rights',
  summary: 'Rights that are withdrawn, or of lost keys, and may still open a door',
  ...readers,
  item: ExposedRight,
  filter: {
    search: Search.optional().describe('Part of the marking of the key or cylinder.'),
    connection_id: z.uuid().optional(),
    key_id: z.uuid().optional(),
    person_id: z.uuid().optional().describe('Who has the key, or had it when it was lost.'),
    cylinder_id: z.uuid().optional(),
    location_id: z.uuid().optional().describe('In this place or below.'),
    protection_class: z.coerce.number().int().min(1).max(4).optional().describe('Of that class or higher.'),
    dead_by: z
      .enum([...deathCauses, 'nothing'])
      .optional()
      .describe('nothing: no end is known.'),
    where: z
      .enum([...keyWhereabouts, 'out'])
      .optional()
      .describe('Where the key is; out: in the hands of someone, or lost.'),
  },
  sorts: ['dead_at', 'withdrawn_at', 'key_marking', 'cylinder_marking'],
  usual: '-dead_at',
  csv: {
    columns: [
      'connection_name',
      'key_marking',
      'whereabouts',
      'holder_name',
      'cylinder_marking',
      'cylinder_name',
      'location_path',
      'protection_class',
      'withdrawn_at',
      'dead_at',
      'dead_by',
      'is_certain',
    ],
    audit: 'inventory.exported',
  },
});

export const ExposureSummary = z.object({
  keys: z.int().describe('Keys out or lost with a withdrawn right that may still open a door.'),
  doors: z.int(),
  rights: z.int(),
  endless: z.int().describe('Of these rights, those without a known end.'),
  last_end: Instant.nullable().describe('When the last of the others ends; null without any.'),
  time_zone: z.string().nullable().describe('Of the locking system with that last end, else of the policy.'),
  stock_keys: z.int().describe('Keys in stock that still hold withdrawn rights.'),
  unknown_keys: z.int().describe('Keys out or lost of which it is not known what they hold.'),
  unknown_doors: z.int().describe('Cylinders of which it is not known to which group they are programmed.'),
  known_keys: z.int().describe('Keys out or lost of which it is known.'),
  read_at: Instant.nullable().describe(
    'The oldest reading of keys among the key systems; null where one was never read.',
  ),
});
export type ExposureSummary = z.infer<typeof ExposureSummary>;

export const KeyRight = z.object({
  cylinder_id: z.uuid(),
  cylinder_marking: z.string(),
  cylinder_name: z.string(),
  location_path: z.string().nullable(),
  group_name: z.string().nullable(),
  desired: z
    .boolean()
    .nullable()
    .describe('Whether the plans in force want it for the holder; null without one of our people.'),
  recorded: z.boolean(),
  effective: z.enum(certainties).describe('Whether the key opens the door, within its weekly hours.'),
  because: z.enum(noEffects).nullable().describe('Why it does not.'),
  since: Instant.nullable().describe('The update of the key since which that is so; null when not known.'),
  missing: z
    .enum(['update_key', 'visit_cylinder'])
    .nullable()
    .describe('What has to happen before what is recorded becomes effective.'),
  dead_at,
  dead_by,
});
export type KeyRight = z.infer<typeof KeyRight>;

/** The doors of a key that belong to one group of cylinders. */
export const KeyAccessGroup = z.object({
  group_id: z.uuid().nullable().describe('Null: the doors without a group.'),
  group_name: z.string().nullable(),
  doors: z.int(),
  differing: z.int().describe('Of these, where desired, recorded and effective are not the same.'),
  effective: z.int().describe('Of these, how many the key opens for certain.'),
});
export type KeyAccessGroup = z.infer<typeof KeyAccessGroup>;

export const KeyAccess = z.object({
  is_known: z.boolean().describe('Whether it is known which rights the key holds.'),
  carries_rights: z.boolean().describe('False: the cylinders list the key.'),
  held_at: Instant.nullable().describe('The update as of which it is known what the key holds.'),
  is_times_known: z.boolean().describe('Whether it is known when the key ends by itself.'),
  dead_at,
  dead_by,
  time_zone: z.string().describe('Of the locking system: that of most of its doors, else that of the policy.'),
  read_at: Instant.nullable().describe('When the keys of the key system were last read. All of this is as of then.'),
  groups: z
    .array(KeyAccessGroup)
    .describe(
      'All doors by the group that is recorded for their cylinder; those in which something differs come first.',
    ),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  items: z.array(KeyRight).describe('Doors that are desired, recorded, or may be opened; what differs comes first.'),
});
export type KeyAccess = z.infer<typeof KeyAccess>;

export const effectiveAccess = {
  list: exposedRightList.page,
  exportCsv: exposedRightList.csv,
  summary: endpoint({
    method: 'GET',
    path: '/exposed-rights/summary',
    summary: 'How many withdrawn rights may still open doors, and of how many keys that is not known',
    ...readers,
    audit: { none: 'read-only' },
    response: ExposureSummary,
  }),
  ofKey: endpoint({
    method: 'GET',
    path: '/keys/:id/access',
    summary: 'What a key may open by the plans, by what is recorded, and in fact',
    ...readers,
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({
      ...pagingFields,
      group_id: z
        .union([z.uuid(), z.literal('none')])
        .optional()
        .describe('Only doors of this group; none: those without one. The groups are listed regardless.'),
    }),
    response: KeyAccess,
    errors: ['not_found'],
  }),
};
