import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { locationPath } from '../locations/service';
import type { Parts } from './parts-at';

/** Deleted ones too: in the past they were doors. */
export const listDoors = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('cylinder')
        .select(['id', 'marking', 'name', 'location', 'connection_id'])
        .where('id', 'in', ids)
        .execute();

/** Whether it is there, or has been. */
export async function isRecord(db: Db, table: 'person' | 'cylinder', id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Names of cylinders, groups and profiles by id, and of places their paths; of a place that is gone its last name. */
export async function listNames(db: Db, parts: Parts, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${ids}::uuid[]) as id)
    select id, name from cylinder join wanted using (id)
    union all select id, name from cylinder_group join wanted using (id)
    union all select record_id, content ->> 'name' from ${parts} where kind = 'profile' and record_id in (select id from wanted)
    union all select id, ${locationPath('location.id')} as name from location join wanted using (id)
    union all (
      select distinct on (id) id, content ->> 'name' from wanted join access_past on kind = 'location' and record_id = id
      where not exists (select from location where location.id = wanted.id) order by id, until desc)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** When what is in force of rules was last changed, and by whom; rules that are gone have no entry. */
export async function listLastChanges(db: Db, parts: Parts, ruleIds: readonly string[]) {
  type Change = { updated_at: Date; updated_by: string };
  if (ruleIds.length === 0) return new Map<string, Change>();
  const { rows } = await sql<Change & { id: string }>`
    select record_id as id, changed_at as updated_at, changed_by as updated_by
    from ${parts} where kind = 'rule' and record_id = any(${ruleIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...change }) => [id, change]));
}

/** Key systems that some plan of an identity source is synced to. */
export async function listTargets(db: Db, iamConnectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('key_plan_key_system as target')
    .innerJoin('key_plan_iam_connection as source', 'source.keyplan_id', 'target.keyplan_id')
    .select('target.connection_id')
    .distinct()
    .where('source.connection_id', '=', iamConnectionId)
    .execute();
  return rows.map(({ connection_id }) => connection_id);
}
