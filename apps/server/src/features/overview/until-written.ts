import type { Db } from '#platform/deps';
import { currentSnapshot } from '../access/service';

const maxKept = 100;

/**
 * Keeps in this process what was read, for as long as nothing at all has been committed: the database's snapshot of
 * transactions then stays the same. Whatever else an answer depends on belongs into its key.
 */
export function createUntilWritten(db: Db): <T extends object>(key: string, read: () => Promise<T>) => Promise<T> {
  let kept = { snapshot: '', answers: new Map<string, unknown>() };
  return async <T extends object>(key: string, read: () => Promise<T>): Promise<T> => {
    const snapshot = await currentSnapshot(db); // before reading: what is committed meanwhile is read again
    if (kept.snapshot !== snapshot || kept.answers.size >= maxKept) kept = { snapshot, answers: new Map() };
    const { answers } = kept;
    const known = answers.get(key) as T | undefined; // what was read for this key
    if (known) return known;
    const answer = await read();
    answers.set(key, answer);
    return answer;
  };
}
