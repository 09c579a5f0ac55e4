import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Changes whenever something happens to a request. */
export async function keyRequestsState(db: Db): Promise<string> {
  // Ids follow time, but a transaction may end after one that began later: the last one alone could miss an entry.
  const { rows } = await sql<{ state: string | null }>`
    select string_agg(id::text, ' ') as state
    from (select id from key_request_entry order by id desc limit 10) as last`.execute(db);
  return rows[0]?.state ?? '';
}
