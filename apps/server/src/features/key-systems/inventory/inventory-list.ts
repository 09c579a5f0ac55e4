import { sql } from 'kysely';
import {
  compareWithMirror,
  type Difference,
  isOurForm,
  type Listed,
  listOwnProfiles,
  type MirrorRow,
  type ReadProfile,
  saveDifference,
  saveListed,
  saveOwnProfilesRead,
} from '#features/recorded/service';
import type { TaskRun } from '#features/tasks/service';
import { tickWorkList } from '#features/work-list/service';
import type { Db, Tx } from '#platform/deps';
import { ifSupported } from './if-supported';
import { type InventoryCursor, type Reading, withChanges, withoutList } from './inventory-cursor';
import { guardList } from './inventory-guard';
import { keepHeldKeys, keptKeys, listsHeldKeys } from './inventory-held-keys';
import { type Beforehand, eachRow, keyRow, listsToRead } from './inventory-lists';

export type PlainList = keyof typeof listsToRead;

/** Rows per transaction: other work on the embedded database waits for that long. */
const batchSize = 1_000;
/** Rows not written by then follow after another read of the list: a slow database must not get the step aborted. */
const writeMs = 10_000;
/** How often people see how far it is. */
const showEveryMs = 1_000;

/**
 * Reads one list to its end, then writes what differs from the mirror. A list that fails halfway changes nothing; one that
 * is as it was, is known by its digest and costs no more than its reading.
 */
export async function readList(begun: Reading, name: PlainList, stretch: AbortSignal): Promise<InventoryCursor> {
  const beganAt = begun.run.deps.clock();
  const kept = name === 'keys' && listsHeldKeys(begun) && (await ifSupported(() => keepHeldKeys(begun, stretch)));
  if (kept && !kept.isWhole) return kept.cursor;
  const reading = kept ? { ...begun, cursor: kept.cursor } : begun;
  const { deps, task, save } = reading.run;
  const difference = await findDifference(
    reading,
    name,
    kept ? eachRow(keptKeys(deps.db, task.id, kept.cursor), keyRow) : undefined,
  );
  if (difference) await guardList(reading, name, difference);
  const written = difference ? await writeDifference(reading, name, difference) : reading.cursor;
  if (!written) return reading.cursor;
  const next = withoutList(written, name, difference?.listed);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { cursor: next, done: 0, total: 0 });
    if (name === 'profiles' && difference?.isUnchanged === false)
      await saveOwnRead(tx, reading, difference.ownProfiles);
    if (difference) await saveListed(tx, reading.row.id, difference);
    if (difference && name === 'keys') await noteKeysRead(tx, reading.row.id, reading.cursor.held?.began_at ?? beganAt);
    if (kept) await tx.deleteFrom('inventory_page').where('task_id', '=', task.id).execute();
    if (isLastOfRecords(name, next)) await tickWorkList(tx, deps, reading.row.id);
  });
  return next;
}

/** @param keys_read_at when the list was begun: a key handed out during it may stand there as it was before */
async function noteKeysRead(tx: Tx, id: string, keys_read_at: Date | string): Promise<void> {
  await tx.updateTable('key_system_connection').set({ keys_read_at }).where('id', '=', id).execute();
}

/** @param kept the list, if it has been read already. @returns undefined when the connection does not support that list */
async function findDifference(
  reading: Reading,
  name: PlainList,
  kept: AsyncIterable<MirrorRow[]> | undefined,
): Promise<(Listed & { ownProfiles: ReadProfile[] }) | undefined> {
  const { run, row, session, capabilities } = reading;
  const { needs, table, read } = listsToRead[name];
  if (!capabilities.includes(needs)) return undefined;
  const { db } = run.deps;
  const own = new Map<string, ReadProfile>();
  const beforehand = {
    ...(await findBeforehand(db, row.id)),
    onOwnProfile: (profile: ReadProfile) => {
      own.set(profile.reference, { ...profile, members: profile.members.filter(isOurForm) });
    },
  };
  const onPage = showProgress(run, row.inventory_counts[name] ?? 0);
  return ifSupported(async () => {
    const pages = kept ?? read(session, beforehand);
    const listed = await compareWithMirror(db, row.id, { name: table, capabilities, pages, onPage });
    return { ...listed, ownProfiles: [...own.values()] };
  });
}

/** A profile that is listed no more has gone, unless this connection cannot have written it under our reference. */
const saveOwnRead = (tx: Tx, { run, row, capabilities }: Reading, profiles: ReadProfile[]): Promise<void> =>
  saveOwnProfilesRead(tx, row.id, {
    profiles,
    kept: { profiles: !capabilities.includes('write_profiles') },
    readAt: run.deps.clock(),
  });

/** After it, the mirror knows all persons and profiles there are. */
const isLastOfRecords = (name: PlainList, { remaining }: InventoryCursor) =>
  name === 'profiles' || (name === 'persons' && !remaining.includes('profiles'));

async function findBeforehand(db: Db, connectionId: string): Promise<Omit<Beforehand, 'onOwnProfile'>> {
  const rows = await db
    .selectFrom('cylinder_group')
    .select(['id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute();
  return {
    groups: new Map(rows.map(({ id, external_id }) => [external_id, id])),
    ownProfiles: await listOwnProfiles(db, connectionId),
  };
}

/** @param expected length of the list at the last read; 0 if unknown */
function showProgress({ deps, save }: TaskRun, expected: number): (listed: number) => Promise<void> {
  let shownAt = 0;
  return async (listed) => {
    const now = deps.clock().getTime();
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    await save(deps.db, { done: listed, total: expected > 0 ? Math.max(expected, listed) : 0 });
  };
}

/** @returns the cursor with everything counted; undefined when time has run out and some is left */
async function writeDifference(
  { run, row, cursor }: Reading,
  name: PlainList,
  { table, toWrite, gone }: Difference,
): Promise<InventoryCursor | undefined> {
  const { deps, save } = run;
  const slow = AbortSignal.timeout(writeMs);
  let counted = cursor;
  for (let at = 0; at < Math.max(toWrite.length, gone.length); at += batchSize) {
    if (slow.aborted) return undefined;
    const rows = toWrite.slice(at, at + batchSize);
    const keys = gone.slice(at, at + batchSize);
    const added = rows.filter(({ isNew }) => isNew).length;
    const next = withChanges(counted, name, { new: added, changed: rows.length - added, deleted: keys.length });
    await deps.db.transaction().execute(async (tx) => {
      await save(tx, { cursor: next }); // first: an overtaken worker writes nothing
      await saveDifference(tx, deps, row.id, { table, toWrite: rows, gone: keys });
      if (name === 'cylinders' || name === 'cylinder_groups') await raiseMirrorVersion(tx, row.id);
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
