import type { Db } from '#platform/deps';
import { currentSnapshot } from '../access/service';

const maxCached = 100;

/**
 * Caches answers in this process until anything is committed: until then the database's snapshot of
 * transactions stays the same. Whatever else an answer depends on belongs in its key.
 */
export function createUntilWritten(db: Db): <T extends object>(key: string, read: () => Promise<T>) => Promise<T> {
  let cache = { snapshot: '', answers: new Map<string, unknown>() };
  return async <T extends object>(key: string, read: () => Promise<T>): Promise<T> => {
    const snapshot = await currentSnapshot(db); // before reading: what is committed meanwhile is read again
    if (cache.snapshot !== snapshot || cache.answers.size >= maxCached) cache = { snapshot, answers: new Map() };
    const { answers } = cache;
    const known = answers.get(key) as T | undefined; // what was read for this key
    if (known) return known;
    const answer = await read();
    answers.set(key, answer);
    return answer;
  };
}
