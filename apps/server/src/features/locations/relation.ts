import { type RawBuilder, sql } from 'kysely';
import { relation } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import { locationsWithin } from './tree-sql';

type Scope = Pick<Reader, 'viewer'>;

/** The ids of the places that the reader administers; null: all. */
export const placeIdsOf = ({ viewer: { scope } }: Scope) =>
  scope?.places ? locationsWithin(sql`select unnest(${[...scope.places]}::uuid[])`) : null;

/** The reader's places and all below them. The names of those above may be shown in paths. */
export function placesOf<As extends string = 'location'>(reader: Scope, as: As = 'location' as As) {
  const ids = placeIdsOf(reader);
  return relation('location', as, ids && sql<boolean>`location.id in ${ids}`);
}

/** The place above; null for those at the top, and for those above which the reader administers nothing. */
export function shownParent(reader: Scope): RawBuilder<string | null> {
  const ids = placeIdsOf(reader);
  return ids ? sql`case when location.parent_id in ${ids} then location.parent_id end` : sql`location.parent_id`;
}

/** The ids of the reader's places and of those above them, whose names may be shown; null: all. */
export function namedPlaceIds(reader: Scope): RawBuilder<string> | null {
  const [ids, { scope }] = [placeIdsOf(reader), reader.viewer];
  return (
    ids &&
    sql<string>`(
      with recursive up as (
        select here.id, here.parent_id from location as here where here.id = any(${[...(scope?.places ?? [])]}::uuid[])
        union select above.id, above.parent_id from location as above join up on above.id = up.parent_id)
      select id from up union select id from ${placesOf(reader)})`
  );
}
