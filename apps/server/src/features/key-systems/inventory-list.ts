import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { TaskRun } from '../tasks/service';
import { tickWorkList } from '../work-list/service';
import { type InventoryCursor, type Reading, withChanges, withoutList } from './inventory-cursor';
import { type Beforehand, type ListToRead, listsToRead } from './inventory-lists';
import {
  compareList,
  type Difference,
  loadFingerprints,
  type MirrorTable,
  markDeleted,
  type RowToWrite,
  writeRows,
} from './mirror';
import type { KeySystemRow } from './queries';
import { whenOffered } from './when-offered';

export type PlainList = keyof typeof listsToRead;

/** Rows a transaction: other work on the embedded database waits for so long. */
const batchSize = 1_000;
/** What is not written by then follows when the list has been read once more: a slow database must not break a step off. */
const writeMs = 10_000;
/** How often people see how far it is. */
const showEveryMs = 1_000;

/** Reads one list to its end, then writes what differs from the mirror. A list that breaks off changes nothing. */
export async function readList({ run, row, session, cursor }: Reading, name: PlainList): Promise<InventoryCursor> {
  const { deps, save } = run;
  const list = listsToRead[name];
  const table = tableOf(list, cursor.capabilities);
  const beforehand = await findBeforehand(deps.db, row.id);
  const stored = await loadFingerprints(deps.db, row.id, table);
  const show = showProgress(run, row.inventory_counts[name] ?? 0);
  const difference = await whenOffered(() => compareList(table, stored, list.read(session, beforehand), show));
  const written = difference ? await writeDifference(run, row, cursor, { name, table, difference }) : cursor;
  if (!written) return cursor;
  const next = withoutList(written, name, difference?.listed);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { cursor: next, done: 0, total: 0 });
    if (isLastOfRecords(name, next)) await tickWorkList(tx, deps, row.id);
  });
  return next;
}

/** Behind it, the mirror knows all persons and profiles there are. */
const isLastOfRecords = (name: PlainList, { remaining }: InventoryCursor) =>
  name === 'profiles' || (name === 'persons' && !remaining.includes('profiles'));

/** Where a connection tells nothing of some columns, they keep what was known. */
function tableOf({ table }: ListToRead, capabilities: readonly string[]): MirrorTable {
  if (table.name !== 'recorded_person' || capabilities.includes('read_person_references')) return table;
  const { first_name, surname, active } = table.columns;
  return { ...table, columns: { first_name, surname, active } };
}

async function findBeforehand(db: Db, connectionId: string): Promise<Beforehand> {
  const rows = await db
    .selectFrom('cylinder_group')
    .select(['id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute();
  return { groups: new Map(rows.map(({ id, external_id }) => [external_id, id])) };
}

/** @param expected how long the list was last time; 0 while nobody knows */
function showProgress({ deps, save }: TaskRun, expected: number): (listed: number) => Promise<void> {
  let shownAt = 0;
  return async (listed) => {
    const now = deps.clock().getTime();
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    await save(deps.db, { done: listed, total: expected > 0 ? Math.max(expected, listed) : 0 });
  };
}

type ToWrite = { name: PlainList; table: MirrorTable; difference: Difference };

/** @returns the cursor with everything counted; undefined when time has run out and some is left */
async function writeDifference(
  run: TaskRun,
  row: KeySystemRow,
  cursor: InventoryCursor,
  { name, table, difference: { toWrite, gone } }: ToWrite,
): Promise<InventoryCursor | undefined> {
  const { deps, save } = run;
  const slow = AbortSignal.timeout(writeMs);
  const write = async (tx: Tx, rows: readonly RowToWrite[], keys: readonly string[]) => {
    if (rows.length > 0) await writeRows(tx, deps, row.id, { table, rows });
    if (keys.length > 0) await markDeleted(tx, deps, row.id, { table, keys });
    if (name === 'cylinders' || name === 'cylinder_groups') await raiseMirrorVersion(tx, row.id);
  };
  let counted = cursor;
  for (let at = 0; at < Math.max(toWrite.length, gone.length); at += batchSize) {
    if (slow.aborted) return undefined;
    const rows = toWrite.slice(at, at + batchSize);
    const keys = gone.slice(at, at + batchSize);
    const added = rows.filter(({ isNew }) => isNew).length;
    const next = withChanges(counted, name, { new: added, changed: rows.length - added, deleted: keys.length });
    await deps.db.transaction().execute(async (tx) => {
      await save(tx, { cursor: next }); // first: an overtaken worker writes nothing
      await write(tx, rows, keys);
    });
    counted = next;
  }
  return counted;
}

async function raiseMirrorVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('key_system_connection')
    .set({ mirror_version: sql<string>`mirror_version + 1` })
    .where('id', '=', id)
    .execute();
}
