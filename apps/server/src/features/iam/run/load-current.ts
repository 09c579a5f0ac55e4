import type { CurrentPerson, StoredPerson } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { loadGroupKeys } from './apply-groups';

/** Parsing a longer answer would block other requests. */
const pagePeople = 2_000;

/** @returns a function that loads people of a source by external id, some hundred at a time, with the fields compared */
export async function currentLoader(db: Db, connectionId: string) {
  const keysOf = await loadGroupKeys(db, connectionId);
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, CurrentPerson>> => {
    if (ids.length === 0) return new Map();
    const rows = await selectStored(db)
      .select('source_hash as hash')
      .select(['job_title', sql<string>`group_ids::text`.as('group_ids')])
      .select(sql<boolean>`(state = 'left' and forgotten_after <= now()) is true`.as('is_forgotten'))
      .where('connection_id', '=', connectionId)
      .where('external_id', '=', (q) => q.fn.any(q.val([...ids])))
      .execute();
    return new Map(rows.map(({ group_ids, ...row }) => [row.external_id, { ...row, groups: keysOf(group_ids) }]));
  };
}

/**
 * The stored people of a source by external id, in pages.
 * @param only those wanted; all of them unless given
 */
export async function* storedPeople(
  db: Db,
  connectionId: string,
  only?: readonly string[],
): AsyncGenerator<StoredPerson[]> {
  if (!only) return yield* allPages(db, connectionId);
  for (let at = 0; at < only.length; at += pagePeople) {
    yield await selectStored(db)
      .where('connection_id', '=', connectionId)
      .where('external_id', '=', (q) => q.fn.any(q.val(only.slice(at, at + pagePeople))))
      .execute();
  }
}

const selectStored = (db: Db) =>
  db
    .selectFrom('person')
    .select(['connection_id', 'external_id', 'id as person_id', 'state', 'department'])
    .where('superseded_at', 'is', null);

/**
 * Reads in index order, past the source's end into the next. With a filter on the source, the embedded database, which
 * has no statistics after an import, would sort all its people for each page.
 */
async function* allPages(db: Db, connectionId: string) {
  for (let after = ''; ; ) {
    const page = await selectStored(db)
      .where(sql<boolean>`(connection_id, external_id) > (${connectionId}::uuid, ${after})`)
      .orderBy('connection_id')
      .orderBy('external_id')
      .limit(pagePeople)
      .execute();
    const own = page.filter(({ connection_id }) => connection_id === connectionId);
    yield own;
    after = own.at(-1)?.external_id ?? after;
    if (own.length < pagePeople) return;
  }
}
