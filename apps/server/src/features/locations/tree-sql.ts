import { type RawBuilder, sql } from 'kysely';

/** The names of a place and of those above it, from the top; null where there is none. Trees are at most five deep. */
export const locationPath = (column: string): RawBuilder<string | null> => sql<string | null>`(
  with recursive up as (
    select here.id, here.parent_id, here.name, 0 as level from location as here where here.id = ${sql.ref(column)}
    union all select above.id, above.parent_id, above.name, up.level + 1
      from location as above join up on above.id = up.parent_id)
  select string_agg(name, ' / ' order by level desc) from up)`;

/** The ids of a place and of all below it; of several places, for a query that selects their ids. */
export const locationsWithin = (id: unknown): RawBuilder<string> => sql<string>`(
  with recursive below as (
    select here.id from location as here where here.id in (${id})
    union all select next.id from location as next join below on next.parent_id = below.id)
  select id from below)`;
