import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/**
 * Ids of rules that name something themselves, as they are written or as they are in force.
 * @param ids a query of ids of cylinders, groups, profiles or places
 */
export const rulesNaming = (ids: RawBuilder<unknown>): RawBuilder<{ id: string }> => sql`(
  select rule_id as id from access_rule_object where object_identifier in (${ids})
  union
  select record_id from key_plan_part cross join jsonb_array_elements(content -> 'objects') as object
  where until is null and kind = 'rule' and (object ->> 'object_identifier')::uuid in (${ids}))`;

/** The same of profiles that have a cylinder or a group in them. */
export const profilesNaming = (ids: RawBuilder<unknown>): RawBuilder<{ id: string }> => sql`(
  select profile_id as id from access_profile_cylinder where cylinder_id in (${ids})
  union
  select profile_id from access_profile_group where group_id in (${ids})
  union
  select record_id from key_plan_part
  cross join jsonb_array_elements_text((content -> 'cylinder_ids') || (content -> 'cylinder_group_ids')) as named
  where until is null and kind = 'profile' and named::uuid in (${ids}))`;

/** How many rules of any plan name something themselves, as they are written or in force. */
export async function countRulesNaming(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${rulesNaming(sql`select ${id}::uuid`)} as rule`.execute(db);
  return rows[0]?.count ?? 0;
}
