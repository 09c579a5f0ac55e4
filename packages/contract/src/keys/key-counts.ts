import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { listOf, pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { ById, Done, Instant, Reason } from '../fields/common';
import { Key } from '../key-systems/keys';
import { keyStates, Storage } from './key-custody';

const desk = openTo('assign_keys');

/** What a count differs in. missing: in stock as recorded, and not counted. The others were counted all the same. */
export const countDifferences = ['missing', 'handed_out', 'lost', 'retired', 'elsewhere', 'unknown'] as const;
export type CountDifferenceName = (typeof countDifferences)[number];

/** What a person may decide of a difference when the count is closed. */
export const countCorrections = ['report_lost', 'return', 'find', 'restore', 'store'] as const;
export type CountCorrection = (typeof countCorrections)[number];

/** Which correction fits which difference. */
export const correctionOf = {
  missing: 'report_lost',
  handed_out: 'return',
  lost: 'find',
  retired: 'restore',
  elsewhere: 'store',
  unknown: null,
} as const satisfies Record<CountDifferenceName, CountCorrection | null>;

/** A count with more is not closed: it was begun for too much, or hardly anything was counted. */
export const maxCountDifferences = 5_000;

export const CountFigures = z.object({
  expected: z.int().describe('Recorded in stock there; of a closed count, when it was closed.'),
  counted: z.int().describe('Of those, how many were counted.'),
  missing: z.int(),
  handed_out: z.int(),
  lost: z.int(),
  retired: z.int(),
  elsewhere: z.int(),
  unknown: z.int(),
});
export type CountFigures = z.infer<typeof CountFigures>;

export const KeyCount = z.object({
  id: z.uuid(),
  connection_id: z.uuid().nullable(),
  connection_name: z.string().nullable(),
  storage: z.string().describe('Only keys kept at this place or in a part of it; empty: wherever.'),
  started_at: Instant,
  started_by: z.string(),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
  reason: z.string().nullable(),
  scans: z.int(),
  version: z.int().describe('Changes with each scan.'),
});
export type KeyCount = z.infer<typeof KeyCount>;

export const CountScan = z.object({
  id: z.uuid(),
  text: z.string().describe('As scanned; of a key, its marking.'),
  key_id: z.uuid().nullable().describe('Null: the marking of no key.'),
  at: Instant,
  by: z.string(),
});
export type CountScan = z.infer<typeof CountScan>;

export const CountDetail = KeyCount.extend({
  figures: CountFigures,
  people: z
    .array(z.object({ name: z.string(), scans: z.int(), first: Instant, last: Instant }))
    .describe('Who counted, and when.'),
  latest: z.array(CountScan).describe('The newest scans, at most 20.'),
});
export type CountDetail = z.infer<typeof CountDetail>;

export const CountDifference = z.object({
  id: z.uuid().describe('Of the key; of an unknown marking, of its scan.'),
  kind: z.enum(countDifferences),
  key_id: z.uuid().nullable(),
  marking: z.string(),
  name: z.string(),
  connection_name: z.string().nullable(),
  state: z.enum(keyStates).nullable(),
  holder: z.string().nullable().describe('Who has it as recorded. No one the reader may not see.'),
  storage: z.string(),
  correction: z.enum(countCorrections).nullable().describe('What was decided when the count was closed.'),
});
export type CountDifference = z.infer<typeof CountDifference>;

export const keyCountList = declareList({
  path: '/key-counts',
  summary: 'Counts of keys in stock',
  ...desk,
  item: KeyCount,
  filter: { state: z.enum(['open', 'closed']).optional(), connection_id: z.uuid().optional() },
  sorts: ['started_at'],
  usual: '-started_at',
  csv: {
    columns: ['connection_name', 'storage', 'started_at', 'started_by', 'closed_at', 'closed_by', 'reason', 'scans'],
    audit: 'key_counts.exported',
  },
});

const Correction = z.strictObject({ key_id: z.uuid(), correction: z.enum(countCorrections) });
const errors = ['not_found', 'conflict', 'validation_failed'] as const;

export const keyCounts = {
  list: keyCountList.page,
  exportCsv: keyCountList.csv,
  start: endpoint({
    method: 'POST',
    path: '/key-counts',
    summary: 'Begin to count the keys in stock: all, of one key system, or at one place',
    ...desk,
    audit: 'key_count.started',
    changes: ['key-counts'],
    status: 201,
    body: z.strictObject({ connection_id: z.uuid().nullable(), storage: Storage }),
    response: KeyCount,
    errors,
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-counts/:id',
    summary: 'A count with its figures; of an open one, as things stand now',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    response: CountDetail,
    errors: ['not_found'],
  }),
  differences: endpoint({
    method: 'GET',
    path: '/key-counts/:id/differences',
    summary: 'What was counted otherwise than recorded, by kind and marking',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({ ...pagingFields, kind: z.enum(countDifferences).optional() }),
    response: listOf(CountDifference),
    errors: ['not_found'],
  }),
  scan: endpoint({
    method: 'POST',
    path: '/key-counts/:id/scans',
    summary: 'Count what a scanner or a person has typed in, also run together; what is counted already stays so',
    ...desk,
    audit: 'key_count.scanned',
    changes: ['key-counts'],
    params: ById,
    body: z.strictObject({
      text: z.string().max(4_000).default(''),
      key_id: z.uuid().optional().describe('Instead of text: a key of an ambiguous marking.'),
    }),
    response: z.object({
      counted: z.array(z.object({ key: Key, is_new: z.boolean(), difference: z.enum(countDifferences).nullable() })),
      unknown: z.array(z.string()).describe('The marking of no key; kept as a difference.'),
      ambiguous: z.array(z.object({ text: z.string(), keys: z.array(Key) })),
    }),
    errors,
  }),
  removeScan: endpoint({
    method: 'DELETE',
    path: '/key-counts/:id/scans/:scan_id',
    summary: 'Take a scan out of an open count',
    ...desk,
    audit: 'key_count.scan_removed',
    changes: ['key-counts'],
    params: z.strictObject({ id: z.uuid(), scan_id: z.uuid() }),
    response: KeyCount,
    errors: ['not_found', 'conflict'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/key-counts/:id/close',
    summary: 'Close a count for good, with what is decided of its differences',
    ...desk,
    audit: 'key_count.closed',
    changes: ['key-counts', 'keys'],
    params: ById,
    body: z.strictObject({ reason: Reason, corrections: z.array(Correction).max(1_000).default([]) }),
    response: KeyCount,
    errors: [...errors, 'version_conflict'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/key-counts/:id',
    summary: 'Discard an open count with its scans',
    ...desk,
    audit: 'key_count.discarded',
    changes: ['key-counts'],
    params: ById,
    response: Done,
    errors: ['not_found', 'conflict'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/key-counts/:id/pdf',
    summary: 'A count with figures, differences and who counted when, as PDF',
    ...desk,
    audit: 'key_counts.exported',
    params: ById,
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'overloaded'],
  }),
};
