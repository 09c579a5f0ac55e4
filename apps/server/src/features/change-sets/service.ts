import type { Guard } from '@key2xs/contract';
import { recordEvent } from '#platform/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { baseOf } from './base';
import type { NewItem } from './queries';
import { type ChangeSetRow, insertChangeSet, insertItems, updateChangeSet } from './queries';

export {
  type ChangeSetRow,
  dropItemsAfter,
  findChangeSet,
  type ItemRow,
  listItemsAfter,
  type NewItem,
  saveOutcomes,
  updateChangeSet,
} from './queries';

type Opening = Pick<ChangeSetRow, 'kind' | 'title' | 'iam_connection_id' | 'key_system_connection_id'> & {
  task_id: string;
};

/** Starts collecting a change set for a task. One that the same task left half-made, before a crash, is thrown away. */
export async function openChangeSet(tx: Tx, deps: Deps, opening: Opening): Promise<ChangeSetRow> {
  await tx.deleteFrom('change_set').where('task_id', '=', opening.task_id).where('state', '=', 'computing').execute();
  return insertChangeSet(tx, {
    ...opening,
    id: deps.newId(),
    state: 'computing',
    base: await baseOf(tx, opening),
    decision: null,
  });
}

/** A few thousand items at a time, and no more than about a megabyte, whatever the items hold. */
const batchItems = 2_500;
const batchChars = 1_000_000;

/** Numbers the changes in order of applying, after those that are written already, and writes them in batches. */
export function itemWriter(db: Db, changeSetId: string, written = 0) {
  let total = written;
  let batch: string[] = [];
  let chars = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    chars = 0;
    await insertItems(db, changeSetId, full);
  };
  return {
    async add(item: Omit<NewItem, 'ordinal'>): Promise<void> {
      const numbered: NewItem = { ordinal: ++total, ...item };
      const text = JSON.stringify(numbered);
      batch.push(text);
      chars += text.length;
      if (batch.length >= batchItems || chars >= batchChars) await flush();
    },
    total: () => total,
    /** @returns how many there are */
    async end(): Promise<number> {
      await flush();
      return total;
    },
  };
}

export type Summary = {
  counts: Record<string, number>;
  guards: Guard[];
  largest_removals: { label: string; count: number }[];
  total: number;
};

/**
 * Closes a computed change set: waits for a person when a guard tripped or when it was only a preview, else goes on to
 * apply. Earlier change sets over the same connection that still wait are out of date from now on.
 */
export async function closeChangeSet(
  tx: Tx,
  caller: Caller,
  changeSet: ChangeSetRow,
  summary: Summary & { isPreview: boolean },
): Promise<ChangeSetRow> {
  const { isPreview, counts, guards, largest_removals, total } = summary;
  const state = total === 0 ? 'applied' : guards.length > 0 ? 'quarantined' : isPreview ? 'ready' : 'applying';
  await tx
    .updateTable('change_set')
    .set({ state: 'stale' })
    .where('kind', '=', changeSet.kind)
    .where('id', '!=', changeSet.id)
    .where('state', 'in', ['ready', 'quarantined'])
    .where((q) => {
      const column = changeSet.kind === 'directory' ? 'iam_connection_id' : 'key_system_connection_id';
      return q(column, '=', changeSet[column]);
    })
    .execute();
  await recordEvent(tx, caller, state === 'quarantined' ? 'change_set.quarantined' : 'change_set.computed', {
    id: changeSet.id,
    details: { title: changeSet.title, counts, guards },
  });
  return updateChangeSet(tx, changeSet.id, {
    state,
    total,
    counts: JSON.stringify(counts),
    guards: JSON.stringify(guards),
    largest_removals: JSON.stringify(largest_removals),
  });
}

/**
 * What has come of a change set, as the result of its task; 'again': it is still to be applied. A task whose worker
 * died after the last write finds its end here: computing once more would change what nobody asked for.
 */
export function resultOf({ state, counts, guards, failed, total }: ChangeSetRow) {
  if (state === 'applying') return 'again';
  if (state === 'applied') return { outcome: total === 0 ? 'nothing_to_do' : 'applied', counts, failed } as const;
  return { outcome: guards.length > 0 ? 'quarantined' : 'previewed', counts, failed } as const;
}

/** What a task that ends badly leaves half-made is thrown away; what it leaves half-applied is kept, but out of date. */
export async function abandonChangeSet(
  tx: Tx,
  { id, change_set_id }: { id: string; change_set_id: string | null },
): Promise<void> {
  await tx.deleteFrom('change_set').where('task_id', '=', id).where('state', '=', 'computing').execute();
  if (change_set_id === null) return;
  await tx
    .updateTable('change_set')
    .set({ state: 'stale' })
    .where('id', '=', change_set_id)
    .where('state', '=', 'applying')
    .execute();
}

/** Ends applying; the audit event says what came of it. */
export async function finishChangeSet(tx: Tx, deps: Deps, caller: Caller, changeSet: ChangeSetRow): Promise<void> {
  const { id, title, counts, failed, waiting } = changeSet;
  await updateChangeSet(tx, id, { state: 'applied', applied_at: deps.clock() });
  await recordEvent(tx, caller, 'change_set.applied', { id, details: { title, counts, failed, waiting } });
}
