import { type RawBuilder, sql } from 'kysely';
import { locationsWithin } from '../../locations/service';

/**
 * How many doors the rules name that `rules` selects by id, also through groups, places and profiles; each door once. What a
 * rule may name beside these is added here.
 */
export const countDoorsOf = (rules: RawBuilder<unknown>): RawBuilder<number> => {
  const named = (type: string) =>
    sql`(select object_identifier from access_rule_object where object_type = ${type} and rule_id in (${rules}))`;
  const profiles = named('access_profile');
  return sql<number>`(
    select count(*)::int from cylinder as door where door.deleted_at is null and (
      door.id in ${named('cylinder')} or door.group_id in ${named('cylinder_group')}
      or door.location_id in ${locationsWithin(named('location'))}
      or door.id in (select cylinder_id from access_profile_cylinder where profile_id in ${profiles})
      or door.group_id in (select group_id from access_profile_group where profile_id in ${profiles})))`;
};
