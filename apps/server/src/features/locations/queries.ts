import type { KnownTree, TextToPlace } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { shownPersonId } from '../people/relation';
import type { NodeRow } from './present';
import { placesOf, shownParent } from './relation';

const treeLock = 4_203_791_561;

/** Locks the tree for a change, so that what was checked still holds when it is written. */
export async function holdTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx);
}

/** Keeps the tree unchanged until the transaction ends. Taken before the lock on rules. */
export async function keepTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${treeLock})`.execute(tx);
}

/** Every place with its parent; null at the top. Unscoped, for checks of a write. */
export async function placesAbove(db: Db): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.selectFrom('location').select(['id', 'parent_id']).execute();
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}

export type PlaceFacts = { path: string; protection_class: number | null; time_zone: string | null };

/** The names from the top, and the protection class and time zone, its own or those of the nearest place above, of each of these places. */
export async function placeFacts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PlaceFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PlaceFacts & { id: string }>`
    with recursive up as (
      select here.id, here.parent_id, here.name, here.protection_class, here.time_zone, 0 as level from location as here
      where here.id = any(${`{${ids.join()}}`}::uuid[])
      union all select up.id, above.parent_id, above.name, above.protection_class, above.time_zone, up.level + 1
        from location as above join up on above.id = up.parent_id)
    select id, string_agg(name, ' / ' order by level desc) as path,
      (array_agg(protection_class order by level) filter (where protection_class is not null))[1] as protection_class,
      (array_agg(time_zone order by level) filter (where time_zone is not null))[1] as time_zone
    from up group by id`.execute(db);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** Every place with the cylinders in it, unordered. */
export const listNodes = (reader: Reader): Promise<NodeRow[]> =>
  reader.db
    .selectFrom(placesOf(reader))
    .leftJoin(
      (q) =>
        q
          .selectFrom(doorsOf(reader))
          .select(['location_id', (count) => count.fn.countAll<string>().as('count')])
          .where('deleted_at', 'is', null)
          .where('location_id', 'is not', null)
          .groupBy('location_id')
          .as('held'),
      (join) => join.onRef('held.location_id', '=', 'location.id'),
    )
    .select([
      'location.id',
      shownParent(reader).as('parent_id'),
      'name',
      'type',
      'protection_class',
      shownPersonId(reader, 'location.owner_person_id').as('owner_person_id'),
      sql<number>`coalesce(held.count, 0)::int`.as('own_cylinders'),
    ])
    .where(visibleTo(reader.viewer, 'locations'))
    .execute();

/** Cylinders with a text that was never placed. Those taken out of the tree by hand stay out. */
const isProposed = sql<boolean>`cylinder.placed_by is null and btrim(cylinder.location) <> ''`;

/** A cylinder placed by its text, which the key system has changed since. */
export const differs = sql<boolean>`coalesce(cylinder.placed_by = 'text' and btrim(cylinder.location) <> ''
  and cylinder.placed_text <> cylinder.location, false)`;

/** Counts the cylinders that wait to be placed or decided, of all key systems or of one. */
export const countWaiting = (reader: Reader, connectionId?: string) =>
  reader.db
    .selectFrom(doorsOf(reader))
    .select([
      sql<number>`(count(*) filter (where location_id is null))::int`.as('unplaced'),
      sql<number>`(count(*) filter (where ${isProposed}))::int`.as('proposed'),
      sql<number>`(count(*) filter (where ${differs}))::int`.as('differences'),
    ])
    .where('deleted_at', 'is', null)
    .where(visibleTo(reader.viewer, 'locations'))
    .$if(connectionId !== undefined, (q) => q.where('connection_id', '=', connectionId ?? ''))
    .executeTakeFirstOrThrow();

/** The rows that a proposal is made from. */
export const listTextsToPlace = (reader: Reader): Promise<TextToPlace[]> =>
  reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'location as text'])
    .where('deleted_at', 'is', null)
    .where(isProposed)
    .where(visibleTo(reader.viewer, 'locations'))
    .execute();

export async function loadTree(db: Db): Promise<KnownTree> {
  const places = await db.selectFrom('location').select(['id', 'parent_id', 'name', 'type']).orderBy('id').execute();
  const texts = await db.selectFrom('location_text').selectAll().execute();
  return { places, texts: new Map(texts.map(({ path, location_id }) => [path, location_id])) };
}

/** A place that the reader may see. */
export const findPlace = (reader: Reader, id: string) =>
  reader.db.selectFrom(placesOf(reader)).selectAll().where('id', '=', id).executeTakeFirst();

export const listChildren = (db: Db, id: string) =>
  db.selectFrom('location').selectAll().where('parent_id', '=', id).orderBy('id').execute();

/** The place of this name below a parent, ignoring case; null is the top. */
export const findByName = (db: Db, parentId: string | null, name: string) =>
  db
    .selectFrom('location')
    .selectAll()
    .where('parent_id', 'is not distinct from', parentId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
