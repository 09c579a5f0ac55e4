import { InventoryLoss } from '@key2xs/contract';
import type { KeySystemSession } from '@key2xs/drivers';
import { z } from 'zod';
import type { TaskRun } from '#features/tasks/service';
import type { TaskRow } from '#platform/schema/schema';
import type { KeySystemRow } from '../queries';

/**
 * What an inventory consists of, in the order of reading: a cylinder names a group. Keys come last: where only the query
 * service answers, they take a call for each person and each key.
 */
const inventoryLists = [
  'cylinder_groups',
  'cylinders',
  'persons',
  'profiles',
  'programming_jobs',
  'programming_keys',
  'programming_devices',
  'access_events',
  'keys',
] as const;
export type InventoryList = (typeof inventoryLists)[number];

const Changes = z.object({ new: z.int(), changed: z.int(), deleted: z.int() });
type Changes = z.infer<typeof Changes>;
const noChanges: Changes = { new: 0, changed: 0, deleted: 0 };

const InventoryCursor = z.object({
  /** Still to be read, in this order; the first is under way. */
  remaining: z.array(z.enum(inventoryLists)),
  /** Lengths of the lists that have been read to their end. */
  counts: z.partialRecord(z.enum(inventoryLists), z.int()),
  /** What has been written so far. */
  changes: z.partialRecord(z.enum(inventoryLists), Changes),
  /** Where the next page of events begins; missing before the first. */
  events: z.object({ import_time: z.string(), skip: z.int() }).optional(),
  /** Events imported up to then were read by an earlier run; missing where none were. */
  events_known_until: z.string().optional(),
  /** How far the keys have been asked for, holder by holder, how many pages of them are kept, and since when. */
  held: z.object({ after: z.string(), pages: z.int(), began_at: z.iso.datetime().optional() }).optional(),
  /** The accepted loss. `gone` is missing in older ones. */
  accepted: InventoryLoss.pick({ list: true, listed: true, gone: true }).partial({ gone: true }).optional(),
  /** The end has been noted; only the outcome is left to report. */
  is_noted: z.boolean(),
});
export type InventoryCursor = z.infer<typeof InventoryCursor>;

/** What it takes to read a list. Reading answers the cursor to go on with. */
export type Reading = {
  run: TaskRun;
  row: KeySystemRow;
  session: KeySystemSession;
  /** Of this session. */
  capabilities: readonly string[];
  cursor: InventoryCursor;
};

export const cursorOf = ({ cursor }: Pick<TaskRow, 'cursor'>): InventoryCursor =>
  cursor === null ? newCursor() : InventoryCursor.parse(cursor);

/** The cursor of a new read. */
export const newCursor = (accepted?: InventoryCursor['accepted']): InventoryCursor => ({
  remaining: [...inventoryLists],
  counts: {},
  changes: {},
  ...(accepted && { accepted }),
  is_noted: false,
});

/** Of a sync that only shows what it would change: who holds which key, and which doors there are, is read first. */
export const previewCursor = (): InventoryCursor => ({
  ...newCursor(),
  remaining: ['cylinder_groups', 'cylinders', 'keys'],
});

/** The cursor after more of a list has been written. */
export function withChanges(cursor: InventoryCursor, list: InventoryList, more: Partial<Changes>): InventoryCursor {
  const soFar = cursor.changes[list] ?? noChanges;
  const changes = {
    new: soFar.new + (more.new ?? 0),
    changed: soFar.changed + (more.changed ?? 0),
    deleted: soFar.deleted + (more.deleted ?? 0),
  };
  return { ...cursor, changes: { ...cursor.changes, [list]: changes } };
}

/** The cursor after a list, with its length if it was read. */
export const withoutList = (cursor: InventoryCursor, list: InventoryList, length?: number): InventoryCursor => ({
  ...cursor,
  held: undefined,
  remaining: cursor.remaining.filter((name) => name !== list),
  counts: length === undefined ? cursor.counts : { ...cursor.counts, [list]: length },
});
