import type { NamedScope } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { locationPath } from '../../locations/service';

/**
 * A stored scope as screens show it: departments as people have them, and the paths of places that still exist.
 * @param table the table or alias with the columns `departments` and `places`
 */
export const namedScope = (table: string): RawBuilder<NamedScope> => {
  const [departments, places] = [sql.ref(`${table}.departments`), sql.ref(`${table}.places`)];
  const spelling = sql`coalesce((select min(spelling) from department_spelling where folded = name), name)`;
  return sql<NamedScope>`jsonb_build_object(
    'departments', case when ${departments} is not null then coalesce(
      (select jsonb_agg(${spelling} order by ${spelling}) from unnest(${departments}) as given(name)), '[]') end,
    'places', case when ${places} is not null then coalesce(
      (select jsonb_agg(jsonb_build_object('id', place.id, 'path', ${locationPath('place.id')}) order by ${locationPath('place.id')})
        from unnest(${places}) as place(id) where ${locationPath('place.id')} is not null), '[]') end,
    'missing_places', (select count(*) from unnest(${places}) as place(id) where ${locationPath('place.id')} is null))`;
};
