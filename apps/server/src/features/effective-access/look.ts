import { isDeepStrictEqual } from 'node:util';
import { heldSince, type KeyContent, type Look, nextCylinderContent, nextKeyContent } from '@key2xs/domain';
import { sql } from 'kysely';
import { withSnapshot } from '#platform/database/with-snapshot';
import type { Db, Deps, Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { mapInSlices } from '#platform/in-slices';
import {
  keyContentOf,
  loadCylinderContents,
  loadKeyContents,
  loadSets,
  saveCylinderContents,
  saveKeyContents,
  saveSets,
} from './contents';
import { contentsChanged } from './events';
import { type CylinderKnown, type Exposures, exposing, knowsBlocked } from './exposures';
import { changedCylinders as changedPlaces, loadHeld, noteLook, saveCylindersHeld, saveKeysHeld } from './held-past';
import { type KeyToLookAt, loadRecorded, type StoredSet, type Whereabouts } from './load-recorded';

/** Keys per transaction: other work on the embedded database waits for that long. */
const keysASlice = 500;

type Reading = { at: Date; began_at: Date | null; is_touched: boolean | null };

/** Everything that a look needs, of one moment. */
const load = (db: Db, connectionId: string) =>
  withSnapshot(db, async (snapshot) => {
    const { rows } = await sql<Reading>`
      select clock_timestamp() as at, began_at,
        greatest(written_at, '-infinity') >= began_at or greatest(listed_at, '-infinity') > finished_at as is_touched
      from recorded_reading where connection_id = ${connectionId}`.execute(snapshot);
    return {
      reading: rows[0],
      recorded: await loadRecorded(snapshot, connectionId),
      keys: await loadKeyContents(snapshot, connectionId),
      cylinders: await loadCylinderContents(snapshot, connectionId),
      sets: await loadSets(snapshot, connectionId),
      held: await loadHeld(snapshot, connectionId),
    };
  });

type Looked = { key: KeyToLookAt; content: KeyContent; exposures: Exposures; digest: string };

/**
 * Computes what the keys and cylinders of a key system hold, and which withdrawn rights may still open a door; writes what has changed.
 * @param save runs a part of the writing in a transaction of its own
 */
export async function lookAtKeys(
  { db }: Pick<Deps, 'db'>,
  connectionId: string,
  save: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  const before = await load(db, connectionId);
  if (!before.reading) return;
  const { at, began_at, is_touched } = before.reading;
  const look: Look = { at: at.getTime(), listedSince: is_touched === false ? (began_at?.getTime() ?? null) : null };
  const cylinders = before.recorded.cylinders.map((cylinder): CylinderKnown => {
    const content = nextCylinderContent(before.cylinders.get(cylinder.id), cylinder, look);
    return { ...cylinder, content, isBlockListKnown: knowsBlocked(cylinder.jobs, cylinder.block_used) };
  });
  const sets = new Map<string, StoredSet>([...before.sets, ...before.recorded.sets]);
  const exposuresOf = exposing(cylinders, sets, began_at?.getTime() ?? null);
  const changed = await mapInSlices(before.recorded.keys, (key): Looked[] => {
    const row = before.keys.get(key.id);
    const old = row && keyContentOf(row);
    const content = nextKeyContent(old, key, look);
    const exposures = exposuresOf(key, content);
    const digest = digestOf(key.whereabouts, exposures);
    const isSame = row?.exposure === digest && isDeepStrictEqual(old, content);
    return isSame ? [] : [{ key, content, exposures, digest }];
  });
  const { lookedUntil } = before.held;
  const changedHeld = changedPlaces(before.held, cylinders, look);
  const changedCylinders = cylinders.filter(({ id, content }) => !isDeepStrictEqual(before.cylinders.get(id), content));
  await save(async (tx) => {
    await saveSets(
      tx,
      connectionId,
      [...before.recorded.sets.values()].filter(({ id }) => !before.sets.has(id)),
    );
    await saveCylinderContents(
      tx,
      connectionId,
      changedCylinders.map(({ id, content }) => ({ cylinder_id: id, content })),
    );
    await saveCylindersHeld(tx, changedHeld, lookedUntil);
  });
  const looked = changed.flat();
  for (let from = 0; from < looked.length; from += keysASlice) {
    const slice = looked.slice(from, from + keysASlice);
    await save(async (tx) => {
      const moved = slice.filter(({ key, digest }) => before.keys.get(key.id)?.exposure !== digest);
      await saveExposures(tx, connectionId, moved, at);
      await saveKeyContents(
        tx,
        connectionId,
        slice.map(({ key, content, digest }) => ({ key_id: key.id, content, exposure: digest })),
      );
      const heldBefore = (id: string) => {
        const row = before.keys.get(id);
        return row ? heldSince(keyContentOf(row)) : null;
      };
      await saveKeysHeld(
        tx,
        slice.map(({ key, content }) => ({ id: key.id, open: heldBefore(key.id), now: heldSince(content) })),
        lookedUntil,
      );
    });
  }
  // After all keys: until here, what the look before was of is what has been proved.
  if (began_at) await save((tx) => noteLook(tx, connectionId, began_at));
  if (looked.length + changedCylinders.length > 0)
    await save((tx) => emit(tx, contentsChanged, { connection_id: connectionId }));
}

const digestOf = (whereabouts: Whereabouts, { end, rights }: Exposures): string =>
  rights.length === 0
    ? ''
    : JSON.stringify([
        whereabouts,
        end,
        hashOf(
          rights
            .map((right) => Object.values(right).join())
            .sort()
            .join(' '),
        ),
      ]);

/** Enough to tell two states of one key apart. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}${text.length.toString(36)}`;
}

async function saveExposures(tx: Tx, connectionId: string, looked: readonly Looked[], at: Date): Promise<void> {
  if (looked.length === 0) return;
  const rows = looked.flatMap(({ key, exposures: { end, rights } }) =>
    rights.map((right) => ({
      key_id: key.id,
      ...right,
      ends_at: end === null ? 'infinity' : new Date(end.at).toISOString(),
      ended_by: end?.by ?? null,
      whereabouts: key.whereabouts,
    })),
  );
  const json = JSON.stringify(rows);
  const wanted = sql`jsonb_to_recordset(${json}::jsonb) as r(key_id uuid, cylinder_id uuid, is_certain boolean, is_closed boolean,
    is_unlisted boolean, ends_at timestamptz, ended_by text, whereabouts text)`;
  await sql`
    delete from exposed_right as exposed where key_id = any(${`{${looked.map(({ key }) => key.id).join()}}`}::uuid[])
      and not exists (select from ${wanted} where r.key_id = exposed.key_id and r.cylinder_id = exposed.cylinder_id)`.execute(
    tx,
  );
  await sql`
    insert into exposed_right as exposed (connection_id, key_id, cylinder_id, withdrawn_at, ends_at, ended_by, is_certain, whereabouts,
      closed_at, is_unlisted)
    select ${connectionId}::uuid, key_id, cylinder_id, ${at}::timestamptz, ends_at, ended_by, is_certain, whereabouts,
      case when is_closed then ${at}::timestamptz end, is_unlisted
    from ${wanted} where true
    on conflict (key_id, cylinder_id) do update
    set ends_at = excluded.ends_at, ended_by = excluded.ended_by, is_certain = excluded.is_certain, whereabouts = excluded.whereabouts,
      is_unlisted = exposed.is_unlisted or excluded.is_unlisted,
      closed_at = case when exposed.is_unlisted or excluded.closed_at is not null
        then coalesce(exposed.closed_at, excluded.closed_at) end`.execute(tx);
}
