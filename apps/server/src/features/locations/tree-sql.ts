import { type RawBuilder, sql } from 'kysely';

/** The names of a place and of those above it, from the top; null where there is none. Trees are at most five deep. */
export const locationPath = (column: string): RawBuilder<string | null> => sql<string | null>`(
  with recursive up as (
    select here.id, here.parent_id, here.name, 0 as level from location as here where here.id = ${sql.ref(column)}
    union all select above.id, above.parent_id, above.name, up.level + 1
      from location as above join up on above.id = up.parent_id)
  select string_agg(name, ' / ' order by level desc) from up)`;

/** The protection class of a place: its own, else that of the nearest place above. Null where there is none. */
export const protectionClass = (column: string): RawBuilder<number | null> => sql<number | null>`(
  with recursive up as (
    select here.parent_id, here.protection_class, 0 as level from location as here where here.id = ${sql.ref(column)}
    union all select above.parent_id, above.protection_class, up.level + 1
      from location as above join up on above.id = up.parent_id where up.protection_class is null)
  select protection_class from up where protection_class is not null)`;

/** The ids of a place and of all below it; of several places, for a query that selects their ids. */
export const locationsWithin = (id: unknown): RawBuilder<string> => sql<string>`(
  with recursive below as (
    select here.id from location as here where here.id in (${id})
    union all select next.id from location as next join below on next.parent_id = below.id)
  select id from below)`;

/** The ids of places with a protection class of at least this, their own or the one of the nearest place above. */
export const locationsOfClass = (atLeast: number): RawBuilder<string> => sql<string>`(
  with recursive down as (
    select here.id, here.protection_class from location as here where here.parent_id is null
    union all select next.id, coalesce(next.protection_class, down.protection_class)
      from location as next join down on next.parent_id = down.id)
  select id from down where protection_class >= ${atLeast})`;
