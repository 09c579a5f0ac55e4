import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const nameOfId = (connection: Sql, ref: Sql) => sql`(
  select display_name from person as one
  where one.connection_id = ${connection} and one.external_id = ${ref} and one.superseded_at is null)`;

/**
 * The names of the managers somebody had and has, within one source, which often calls them by what is no word. Null where
 * it knows none, and where both have one name: then only what the source calls them by tells them apart.
 */
export function managerNames(connection: Sql, { before, after }: { before: Sql; after: Sql }) {
  const [old, next] = [nameOfId(connection, before), nameOfId(connection, after)];
  return { before: sql<string | null>`nullif(${old}, ${next})`, after: sql<string | null>`nullif(${next}, ${old})` };
}
