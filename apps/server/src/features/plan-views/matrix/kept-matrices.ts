import { sharedReading } from '#platform/caches/shared-reading';
import type { Deps } from '#platform/deps';
import { scopeKey } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { currentSnapshot, listChanges } from '../../access/service';
import type { KeyPlanRow, Sides } from '../../plans/service';
import { listRecordedProfiles, type RecordedProfiles } from '../../recorded/service';
import { createKeptReading } from './kept-reading';
import { type MadeMatrix, makeMatrix, type ReadRecorded } from './make-matrix';

type MatrixRequest = { reader: Reader; plan: KeyPlanRow; sides: Sides };
export type KeptMatrices = (request: MatrixRequest) => Promise<MadeMatrix>;

const maxKept = 4;
const keptForMs = 5 * 60_000;

type Kept = { made: MadeMatrix; snapshot: string; version: number };
type Entry = { read: (plan: KeyPlanRow) => Promise<MadeMatrix>; timer: NodeJS.Timeout };

/**
 * Caches the last requested matrices for some minutes, because readers scroll through the people. Before every answer it queries
 * the database for changes that access or records depend on, and if there are any builds the matrix again. Builds one at a time,
 * because each needs two copies of the access index.
 */
export function createKeptMatrices(deps: Pick<Deps, 'db' | 'access' | 'clock'>): KeptMatrices {
  const entries = new Map<string, Entry>();
  const keptRecorded = createKeptReading<RecordedProfiles>(deps, ['recorded', 'described']);
  const readRecorded: ReadRecorded = ({ numbering, changes, numberOf }, systems) =>
    keptRecorded([numbering, changes, ...systems], () => listRecordedProfiles(deps.db, systems, numberOf));
  let making: Promise<unknown> = Promise.resolve();
  const makeInTurn = (request: MatrixRequest): Promise<MadeMatrix> => {
    const made = making.then(() => makeMatrix({ ...deps, readRecorded }, request));
    making = made.catch(() => undefined); // the callers get the error
    return made;
  };
  const makeAnew = async (request: MatrixRequest): Promise<Kept> => {
    const snapshot = await currentSnapshot(deps.db); // first: what changes while it is made counts as news
    return { made: await makeInTurn(request), snapshot, version: request.plan.version };
  };
  /** Of readers who may see the same. */
  const createReader = (reader: Reader, sides: Sides) => {
    let kept: Kept | undefined;
    let plan: KeyPlanRow;
    const read = sharedReading(async () => {
      const { version } = plan;
      const fresh = kept && (await renewed(deps, kept, version));
      kept = fresh ?? (await makeAnew({ reader, plan, sides }));
      return kept.made;
    });
    return (request: KeyPlanRow) => {
      plan = request;
      return read();
    };
  };
  return ({ reader, plan, sides }) => {
    const key = [plan.id, sides.from, sides.to, scopeKey(reader)].join(' ');
    const known = entries.get(key);
    clearTimeout(known?.timer);
    const read = known?.read ?? createReader(reader, sides);
    entries.delete(key); // the last in the map is the one requested last
    entries.set(key, { read, timer: setTimeout(() => entries.delete(key), keptForMs).unref() });
    for (const old of [...entries.keys()].slice(0, -maxKept)) {
      clearTimeout(entries.get(old)?.timer);
      entries.delete(old);
    }
    return read(plan);
  };
}

async function renewed({ db, clock }: Pick<Deps, 'db' | 'clock'>, kept: Kept, version: number) {
  if (version !== kept.version || clock().getTime() >= kept.made.until) return undefined;
  const { isEverything, ids, snapshot } = await listChanges(db, kept.snapshot);
  return isEverything || ids.size > 0 ? undefined : { ...kept, snapshot };
}
