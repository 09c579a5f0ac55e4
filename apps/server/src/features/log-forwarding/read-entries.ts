import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { adminName } from '../audit/service';
import type { ForwardedEvent } from './forwarded-event';

/** An entry that is in the chain. */
export type SealedEntry = ForwardedEvent & { seq: string };

/**
 * The next sealed entries after a position. Positions are given one after the other under a lock, and are visible only together
 * with all lower ones; ids are not, because a transaction may commit later than one with a higher id.
 */
export async function entriesAfter(db: Db, position: string, limit: number): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    select id, at, actor_id,
      case when actor_id is null and details ->> 'is_by_link' = 'true' then coalesce(details ->> 'by', actor_name)
        else actor_name end as actor_name, action, target_type, target_id, ${adminName} as admin_name, request_id, details,
      coalesce(details_salt like 'erased:%', false) as is_erased, seq
    from audit_event
    where seq > ${position} and seq <= (select seq from audit_head)
    order by seq limit ${limit}`.execute(db);
  return rows;
}
