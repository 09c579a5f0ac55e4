import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Done, Instant, Search } from '../fields/common';
import { lineOf } from '../fields/text';
import { Key } from '../key-systems/keys';
import { maxKeysPerReceipt } from './key-receipts';

const desk = openTo('assign_keys');

export const ringStates = ['empty', 'in_stock', 'handed_out', 'incomplete'] as const;

export const KeyRing = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z
    .enum(ringStates)
    .describe(
      'Follows from its keys: all in stock, all with one holder, or else incomplete. Of keys the reader may see.',
    ),
  holder: z.string().nullable().describe('Who has it, when one person has all of it.'),
  keys: z.array(z.object({ id: z.uuid(), marking: z.string() })),
  created_at: Instant,
  created_by: z.string(),
  version: z.int(),
});
export type KeyRing = z.infer<typeof KeyRing>;

const Ring = z.strictObject({
  name: lineOf({ min: 1, max: 60 }),
  keys: z.array(z.uuid()).min(2).max(maxKeysPerReceipt).describe('All its keys, each on no other ring.'),
});

export const keyRingList = declareList({
  path: '/key-rings',
  summary: 'Rings of keys that are handed out and returned together',
  ...desk,
  item: KeyRing,
  filter: { search: Search.optional().describe('Part of its name.') },
  sorts: ['name'],
  csv: { columns: ['name', 'state', 'holder', 'keys', 'created_at', 'created_by'], audit: 'key_rings.exported' },
});

const errors = ['not_found', 'conflict', 'validation_failed'] as const;

export const keyRings = {
  list: keyRingList.page,
  exportCsv: keyRingList.csv,
  ofKeys: endpoint({
    method: 'POST',
    path: '/key-rings/of-keys',
    summary: 'The rings on which some keys hang, with all their keys',
    ...desk,
    audit: { none: 'read-only' },
    body: z.strictObject({ keys: z.array(z.uuid()).min(1).max(maxKeysPerReceipt) }),
    response: z.object({ rings: z.array(z.object({ id: z.uuid(), name: z.string(), keys: z.array(Key) })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-rings',
    summary: 'Put keys on a ring; they are all in stock, or all with one holder',
    ...desk,
    audit: 'key_ring.created',
    changes: ['key-rings'],
    status: 201,
    body: Ring,
    response: KeyRing,
    errors,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/key-rings/:id',
    summary: 'Rename a ring, put keys on it and take keys off; only while it is together',
    ...desk,
    audit: 'key_ring.updated',
    changes: ['key-rings'],
    params: ById,
    body: Ring,
    response: KeyRing,
    errors: [...errors, 'version_conflict'],
  }),
  dissolve: endpoint({
    method: 'DELETE',
    path: '/key-rings/:id',
    summary: 'Dissolve a ring; its keys stay where they are',
    ...desk,
    audit: 'key_ring.dissolved',
    changes: ['key-rings'],
    params: ById,
    response: Done,
    errors: ['not_found', 'version_conflict'],
  }),
};
