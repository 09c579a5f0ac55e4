import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const nameOfId = (connection: Sql, ref: Sql) => sql`(
  select display_name from person as one
  where one.connection_id = ${connection} and one.external_id = ${ref} and one.superseded_at is null)`;

/**
 * The names of the former and the current manager of a person, within one source, whose references are often no names. Null
 * if unknown, and if both have the same name: then only the references distinguish them.
 */
export function managerNames(connection: Sql, { before, after }: { before: Sql; after: Sql }) {
  const [old, next] = [nameOfId(connection, before), nameOfId(connection, after)];
  return { before: sql<string | null>`nullif(${old}, ${next})`, after: sql<string | null>`nullif(${next}, ${old})` };
}
