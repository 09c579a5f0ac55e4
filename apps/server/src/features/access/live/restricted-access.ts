import { type AccessIndex, restrictAccess } from '@key2xs/domain';
import type { Db, Reader } from '#platform/deps';
import { scopeKey } from '#platform/scope';
import { doorsOf } from '../../cylinders/relation';
import { peopleOf } from '../../people/relation';

type Scope = Pick<Reader, 'viewer'>;
export type Current = { index: AccessIndex; revision: string; changes: object };

/** The part of an index that a reader may see. */
export type Restrict = (reader: Scope, index: AccessIndex) => Promise<AccessIndex>;

/** Read the index last, so that its state is never older than what the reader may see. */
export type RestrictCurrent = (reader: Scope, current: () => Promise<Current>) => Promise<Current>;

/** Of an index that is not patched. */
export const createRestrict =
  (db: Db): Restrict =>
  async (reader, index) =>
    reader.viewer.scope === null ? index : restrictAccess(index, await readSeen(db, reader));

/** Each copy takes as much as the whole, so few are kept: those made last. */
const maxScopes = 4;

/**
 * Keeps what readers with a scope may see of the present index, a copy for each of some scopes, while nothing in it changes. Those
 * without a scope get the index itself.
 */
export function createRestrictCurrent(db: Db): RestrictCurrent {
  const known = new WeakMap<object, Map<string, Current>>();
  return async (reader, current) => {
    const first = await current();
    if (reader.viewer.scope === null) return first;
    const key = scopeKey(reader);
    const kept = known.get(first.changes)?.get(key);
    if (kept) return kept;
    const seen = await readSeen(db, reader);
    const whole = await current();
    // Copied at once: the whole is patched in place.
    const restricted: Current = { ...whole, index: restrictAccess(whole.index, seen), changes: {} };
    if (whole.changes !== first.changes) return restricted; // what may be seen may be older than this index
    const scopes = known.get(whole.changes) ?? new Map<string, Current>();
    for (const old of [...scopes.keys()].slice(0, 1 - maxScopes)) scopes.delete(old);
    known.set(whole.changes, scopes.set(key, restricted));
    return restricted;
  };
}

async function readSeen(db: Db, reader: Scope) {
  const { departments, places } = reader.viewer.scope ?? { departments: null, places: null };
  const people = departments && (await db.selectFrom(peopleOf(reader)).select('person.id').execute());
  const doors = places && (await db.selectFrom(doorsOf(reader)).select('cylinder.id').execute());
  return { people: idsOf(people), doors: idsOf(doors) };
}

const idsOf = (rows: readonly { id: string }[] | null) => (rows ? new Set(rows.map(({ id }) => id)) : undefined);
