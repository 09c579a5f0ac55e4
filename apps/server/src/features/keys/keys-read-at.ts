import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/**
 * As of when the keys of some key systems are known: the oldest of the times at which they were last read. Null where there is none,
 * or one whose keys were never read: people without a key may hold one of those.
 * @param systems ids, as a subquery; what is switched off counts for nothing
 */
async function keysReadAt(db: Db, systems: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ read_at: Date | null }>`
    select case when bool_and(keys_read_at is not null) then min(keys_read_at) end as read_at
    from key_system_connection where is_active and id in (${systems})`.execute(db);
  return rows[0]?.read_at?.toISOString() ?? null;
}

export const keysOfSystemReadAt = (db: Db, id: string) => keysReadAt(db, sql`${id}::uuid`);

/** Of the key systems that a plan is linked with. */
export const keysOfPlanReadAt = (db: Db, id: string) =>
  keysReadAt(db, sql`select connection_id from key_plan_key_system where keyplan_id = ${id}`);

/** Of the key systems that plans link with an identity source. */
export const keysOfSourceReadAt = (db: Db, id: string) =>
  keysReadAt(
    db,
    sql`select target.connection_id from key_plan_key_system as target
      join key_plan_iam_connection as source on source.keyplan_id = target.keyplan_id where source.connection_id = ${id}`,
  );
