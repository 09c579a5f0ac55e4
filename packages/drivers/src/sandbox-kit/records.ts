/** Initial records: an array, or a function that computes record `i` on demand. */
export type Source<T> = {
  count: number;
  at(index: number): T;
  indexOf(id: string): number | undefined;
};

/** Records in a stable order: those of the source, then new ones. Never removed. */
export type Records<T> = {
  total(): number;
  slice(from: number, to: number): T[];
  at(index: number): T | undefined;
  get(id: string): T | undefined;
  /** Adds a record, or replaces the one with the same id. */
  put(record: T): void;
  /** All changed and new records, oldest first. */
  changed(): T[];
};

/** A source from an array. */
export function sourceOf<T>(items: readonly T[], idOf: (item: T) => string): Source<T> {
  const indexes = new Map(items.map((item, index) => [idOf(item), index]));
  return {
    count: items.length,
    at: (index) => {
      const item = items[index];
      if (item === undefined) throw new RangeError(`There is no record ${index}.`);
      return item;
    },
    indexOf: (id) => indexes.get(id),
  };
}

/** Stores only changed and new records, so that a large source needs no memory. */
export function createRecords<T>(source: Source<T>, idOf: (item: T) => string): Records<T> {
  const changed = new Map<string, T>();
  const added: string[] = [];
  const at = (index: number): T | undefined => {
    if (index < 0 || index >= source.count + added.length) return undefined;
    if (index >= source.count) return changed.get(added[index - source.count] ?? '');
    const original = source.at(index);
    return changed.size === 0 ? original : (changed.get(idOf(original)) ?? original);
  };
  const original = (id: string): T | undefined => {
    const index = source.indexOf(id);
    return index === undefined ? undefined : source.at(index);
  };
  return {
    total: () => source.count + added.length,
    at,
    slice(from, to) {
      const end = Math.min(to, source.count + added.length);
      const items: T[] = [];
      for (let index = Math.max(0, from); index < end; index++) {
        const item = at(index);
        if (item !== undefined) items.push(item);
      }
      return items;
    },
    get: (id) => changed.get(id) ?? original(id),
    put(record) {
      const id = idOf(record);
      if (!changed.has(id) && source.indexOf(id) === undefined) added.push(id);
      changed.set(id, record);
    },
    changed: () => [...changed.values()],
  };
}

/** Records without a source. */
export const newRecords = <T>(idOf: (record: T) => string): Records<T> => createRecords(sourceOf([], idOf), idOf);
