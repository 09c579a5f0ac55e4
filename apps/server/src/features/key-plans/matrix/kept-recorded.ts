import type { Deps } from '#platform/deps';
import { currentSnapshot, listChanges } from '../../access/service';
import { listRecordedProfiles } from '../../recorded/service';

type Recorded = Awaited<ReturnType<typeof listRecordedProfiles>>;
export type ReadRecorded = (connectionIds: readonly string[]) => Promise<Recorded>;

const keptForMs = 5 * 60_000;

type Kept = { asked: string; recorded: Recorded; snapshot: string };

/**
 * Keeps what was read last for some minutes, as long as nothing recorded changes. Members are most of what a matrix reads, and
 * whoever edits a draft asks for the matrix again and again while key systems stay as they are.
 */
export function createKeptRecorded({ db }: Pick<Deps, 'db'>): ReadRecorded {
  let kept: Kept | undefined;
  let timer: NodeJS.Timeout | undefined;
  return async (connectionIds) => {
    const asked = connectionIds.join(' ');
    const fresh = kept?.asked === asked ? await renewed(db, kept) : undefined;
    const found = fresh ?? (await read(db, connectionIds, asked));
    kept = found;
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = undefined;
    }, keptForMs).unref();
    return found.recorded;
  };
}

async function read(db: Deps['db'], connectionIds: readonly string[], asked: string): Promise<Kept> {
  const snapshot = await currentSnapshot(db); // first: what changes while it is read counts as news
  return { asked, recorded: await listRecordedProfiles(db, connectionIds), snapshot };
}

async function renewed(db: Deps['db'], kept: Kept): Promise<Kept | undefined> {
  const { isEverything, ids, snapshot } = await listChanges(db, kept.snapshot);
  return isEverything || ids.has('recorded') ? undefined : { ...kept, snapshot };
}
