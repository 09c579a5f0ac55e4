import type { RuleObject } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { locationsWithin } from '../../locations/service';

type Scope = Pick<Reader, 'viewer'>;

/** How many doors the rules name that `rules` selects by id, also through groups, places and profiles; each door once. */
export const countDoorsOf = (reader: Scope, rules: RawBuilder<unknown>): RawBuilder<number> =>
  countDoorsAmong(reader, sql`(select * from access_rule_object where rule_id in (${rules})) as object`);

/** The doors that objects name which no rule has yet, each once, counted place by place; null: without a place. */
export const countDoorsByPlace = (
  reader: Scope,
  objects: readonly RuleObject[],
): RawBuilder<{ location_id: string | null; doors: number }> => {
  const named = sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb)
    as object(object_type text, object_identifier uuid)`;
  return sql`select door.location_id, count(*)::int as doors ${doorsAmong(reader, named)} group by door.location_id`;
};

const countDoorsAmong = (reader: Scope, objects: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int ${doorsAmong(reader, objects)})`;

/** What a rule may name is listed here. */
const doorsAmong = (reader: Scope, objects: RawBuilder<unknown>): RawBuilder<unknown> => {
  const named = (type: string) => sql`(select object_identifier from ${objects} where object_type = ${type})`;
  const profiles = named('access_profile');
  return sql`
    from ${doorsOf(reader, 'door')} where door.deleted_at is null and (
      door.id in ${named('cylinder')} or door.group_id in ${named('cylinder_group')}
      or door.location_id in ${locationsWithin(named('location'))}
      or door.id in (select cylinder_id from access_profile_cylinder where profile_id in ${profiles})
      or door.group_id in (select group_id from access_profile_group where profile_id in ${profiles}))`;
};
