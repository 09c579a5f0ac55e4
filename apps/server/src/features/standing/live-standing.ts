import type { Db, LiveStanding, RecordedGap } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { sharedReading } from '#platform/shared-reading';
import { currentSnapshot, inOneMoment, listChanges } from '../access/service';
import { listOpenDrift, loadRecorded } from '../recorded/service';
import { loadSides } from '../sync/service';
import { type GapToMeasure, measureGap } from './measure-gap';

type Kept = { snapshot: string; at: number; gaps: ReadonlyMap<string, RecordedGap> };

/** Half of what changes are kept for. */
const patienceMs = 12 * 3_600_000;

/**
 * Keeps in this process how far each key system is behind the plans. Before every answer the database is asked what has been
 * committed since; what it touches is measured anew, by the same comparison that a sync makes. Windows that begin or end
 * count from their moment on.
 */
export function createLiveStanding({ db, clock }: { db: Db; clock: () => Date }): LiveStanding {
  let kept: Kept | undefined;
  const renew = async (): Promise<Kept> => {
    const now = clock();
    if (kept && now.getTime() - kept.at > patienceMs) kept = undefined;
    const ids = await listKeySystems(db);
    const changes = kept && (await listChanges(db, kept.snapshot));
    const isStale = staleBy(changes?.ids, now);
    const snapshot = changes?.snapshot ?? (await currentSnapshot(db)); // before measuring: what comes meanwhile is measured again
    const gaps = new Map<string, RecordedGap>();
    for (const id of ids) {
      const known = changes?.isEverything ? undefined : kept?.gaps.get(id);
      gaps.set(id, known && !isStale(id, known) ? known : await measure(db, id, now));
    }
    kept = { snapshot, at: now.getTime(), gaps };
    return kept;
  };
  const read = sharedReading(renew);
  return async () => (await read()).gaps;
}

type Ids = Awaited<ReturnType<typeof listChanges>>['ids'];

/** What the plans say concerns every key system; what is recorded concerns its own. */
function staleBy(ids: Ids | undefined, now: Date): (id: string, gap: RecordedGap) => boolean {
  const ofPlans = [...(ids?.keys() ?? [])].some((kind) => kind !== 'recorded');
  const recorded = ids?.get('recorded');
  return (id, { until }) => ofPlans || recorded?.has(id) === true || now.getTime() >= until;
}

async function listKeySystems(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('key_system_connection').select('id').execute();
  return rows.map(({ id }) => id);
}

async function measure(db: Db, id: string, at: Date): Promise<RecordedGap> {
  const loaded = await inOneMoment(db, async (tx): Promise<GapToMeasure> => {
    const recorded = await loadRecorded(tx, id);
    const persons = recorded.persons.map(({ reference }) => reference);
    return { recorded, drift: await listOpenDrift(tx, id), ...(await loadSides(tx, id, { persons, at })) };
  });
  return inSlices(measureGap(loaded, at.getTime()));
}
