import type { Deps } from '#platform/deps';
import { type ChangeKind, currentSnapshot, listChanges } from '../../access/service';

const keptForMs = 5 * 60_000;

/** What it is kept under: equal parts, an equal reading. */
export type ReadingKey = readonly (string | number | symbol)[];

type Kept<T> = { key: ReadingKey; found: T; snapshot: string };

/**
 * Caches the last read for some minutes, as long as nothing of these kinds changes: editing a draft requests the matrix again
 * and again while people, doors and key systems stay the same.
 */
export function createKeptReading<T>({ db }: Pick<Deps, 'db'>, kinds: readonly ChangeKind[]) {
  let kept: Kept<T> | undefined;
  let timer: NodeJS.Timeout | undefined;
  return async (key: ReadingKey, read: () => Promise<T>): Promise<T> => {
    const isSame = kept?.key.length === key.length && key.every((part, i) => part === kept?.key[i]);
    const fresh = kept && isSame ? await renewed(db, kept, kinds) : undefined;
    const found = fresh ?? (await readAnew(db, key, read));
    kept = found;
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = undefined;
    }, keptForMs).unref();
    return found.found;
  };
}

async function readAnew<T>(db: Deps['db'], key: ReadingKey, read: () => Promise<T>): Promise<Kept<T>> {
  const snapshot = await currentSnapshot(db); // first: what changes while it is read counts as news
  return { key, found: await read(), snapshot };
}

async function renewed<T>(db: Deps['db'], kept: Kept<T>, kinds: readonly ChangeKind[]): Promise<Kept<T> | undefined> {
  const { isEverything, ids, snapshot } = await listChanges(db, kept.snapshot);
  return isEverything || kinds.some((kind) => ids.has(kind)) ? undefined : { ...kept, snapshot };
}
