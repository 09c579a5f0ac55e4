import { leaveAsAdopted } from '@key2xs/domain';
import { sharedReading } from '#platform/caches/shared-reading';
import type { Db, LiveStanding } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { currentSnapshot, listChanges, withSnapshot } from '../access/service';
import { listOpenDrift, loadRecorded, loadRecordedPersons } from '../recorded/service';
import { knownPersons, listPersonsFor, loadSides } from '../sync/service';
import {
  type ChangedPeople,
  followPeople,
  type GapToMeasure,
  type MeasuredGap,
  measureGap,
  presentGap,
} from './measure-gap';

type Cache = { snapshot: string; at: number; systems: ReadonlyMap<string, MeasuredGap> };
type Changes = Pick<Awaited<ReturnType<typeof listChanges>>, 'ids' | 'isEverything'>;

/** Half of what changes are cache for. */
const maxAgeMs = 12 * 3_600_000;
/** With more people at once, measuring anew takes as long. */
const maxFollowed = 2_000;

/**
 * Caches in this process how far each key system is behind the plans. Before every answer it reads what has been
 * committed since. People who have changed are compared anew one by one; after any other change the key system is, by the same
 * comparison that a sync makes. Windows that begin or end count from their moment on.
 */
export function createLiveStanding({ db, clock }: { db: Db; clock: () => Date }): LiveStanding {
  let cache: Cache | undefined;
  const renew = async (): Promise<Cache> => {
    const now = clock();
    if (cache && now.getTime() - cache.at > maxAgeMs) cache = undefined;
    const ids = await listKeySystems(db);
    const changes = cache && (await listChanges(db, cache.snapshot));
    const snapshot = changes?.snapshot ?? (await currentSnapshot(db)); // before measuring: what comes meanwhile is measured again
    const known = cache?.systems; // where one fails, the others are followed again, which changes nothing
    const systems = new Map<string, MeasuredGap>();
    for (const id of ids) systems.set(id, await bringUp(db, { id, known: known?.get(id), changes, now }));
    cache = { snapshot, at: now.getTime(), systems };
    return cache;
  };
  const read = sharedReading(async () => {
    const { systems } = await renew();
    return new Map([...systems].map(([id, measured]) => [id, presentGap(measured)]));
  });
  return read;
}

type Bringing = { id: string; known: MeasuredGap | undefined; changes: Changes | undefined; now: Date };

async function bringUp(db: Db, { id, known, changes, now }: Bringing): Promise<MeasuredGap> {
  const persons = [...(changes?.ids.get('person') ?? [])];
  const isStale = !known || !changes || persons.length > maxFollowed || isOutdated(known, { id, changes, now });
  if (isStale) return measure(db, id, now);
  if (persons.length === 0) return known;
  const changed = await withSnapshot(db, (tx) => loadPeople(tx, id, persons));
  return followPeople(known, changed) ? known : measure(db, id, now);
}

/** Desired changes concern every key system, recorded ones only their own. */
function isOutdated(
  { until }: MeasuredGap,
  { id, changes: { ids, isEverything }, now }: { id: string; changes: Changes; now: Date },
): boolean {
  const ofPlans = [...ids.keys()].some((kind) => !['recorded', 'described', 'memory', 'person'].includes(kind));
  return isEverything || ofPlans || ids.get('recorded')?.has(id) === true || now.getTime() >= until;
}

async function listKeySystems(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('key_system_connection').select('id').execute();
  return rows.map(({ id }) => id);
}

async function measure(db: Db, id: string, at: Date): Promise<MeasuredGap> {
  const loaded = await withSnapshot(db, async (tx): Promise<GapToMeasure> => {
    const recorded = await loadRecorded(tx, id);
    const persons = recorded.persons.map(({ reference }) => reference);
    const sides = await loadSides(tx, id, { persons, at });
    const desired = leaveAsAdopted(sides.desired, recorded, sides);
    return { recorded, drift: await listOpenDrift(tx, id), ...sides, desired };
  });
  return inSlices(measureGap(loaded, at.getTime()));
}

const loadPeople = async (tx: Db, id: string, ids: readonly string[]): Promise<ChangedPeople> => ({
  ids,
  people: await listPersonsFor(tx, id, ids),
  known: await knownPersons(tx, ids),
  recorded: await loadRecordedPersons(tx, id, ids),
});
