/** Records by id; missing ones have no entry. */
export type FindRecords<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

export type KeptRecords<T> = {
  find: FindRecords<T>;
  /** Of these ids, or of all that match; without, of all. */
  forget: (which?: Iterable<string> | ((id: string) => boolean)) => void;
};

/**
 * Loads records on demand and caches them until invalidated. A record invalidated during its load is returned but not cached,
 * because it may be older than the change. The size is limited, e.g. for an export of a million people.
 */
export function keepRecords<T>(
  load: (ids: readonly string[]) => Promise<Iterable<readonly [string, T]>>,
  { maxRecords = 100_000 } = {},
): KeptRecords<T> {
  const kept = new Map<string, T>();
  let changes = 0;
  return {
    async find(ids) {
      const found = new Map<string, T>();
      const missing = new Set<string>();
      for (const id of ids) {
        const known = kept.get(id);
        if (known === undefined) missing.add(id);
        else found.set(id, known);
      }
      if (missing.size === 0) return found;
      const before = changes;
      for (const [id, record] of await load([...missing])) {
        found.set(id, record);
        if (changes === before) kept.set(id, record);
      }
      dropOldest(kept, maxRecords);
      return found;
    },
    forget(which) {
      changes++;
      if (which === undefined) kept.clear();
      else for (const id of typeof which === 'function' ? [...kept.keys()].filter(which) : which) kept.delete(id);
    },
  };
}

function dropOldest(kept: Map<string, unknown>, maxRecords: number): void {
  for (const id of kept.keys()) {
    if (kept.size <= maxRecords) return;
    kept.delete(id);
  }
}
