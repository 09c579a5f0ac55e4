import type { KeyTimesPolicy } from '@key2xs/contract';
import { kindOfPerson, type PersonKind, ruleFor } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { asProduct, type Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

/**
 * The highest protection class of the doors that each key opens as the key system has recorded it: by itself, and through the profiles of
 * its holder. Rights of profiles whose doors are not known count for nothing. Selects `key_id` and `class`, 0 for none.
 */
const classesOfKeys = (reader: Reader, areTheKeys: RawBuilder<boolean>) => sql`
  with recursive place as (
    select id, protection_class from location where parent_id is null
    union all
    select below.id, coalesce(below.protection_class, place.protection_class)
    from location as below join place on place.id = below.parent_id
  ), door as (
    select cylinder.connection_id, cylinder.external_id, cylinder.group_id, place.protection_class as class
    from ${doorsOf(asProduct(reader.db))} join place on place.id = cylinder.location_id
    where cylinder.deleted_at is null and place.protection_class is not null
  ), door_group as (
    select named.connection_id, named.external_id, max(door.class) as class
    from cylinder_group as named join door on door.group_id = named.id where named.deleted_at is null group by 1, 2
  ), profile as (
    select known.id, known.connection_id, known.own_reference, known.member_references, known.member_identities,
      greatest(
        (select max(door.class) from door where door.connection_id = known.connection_id and door.external_id in (
          select jsonb_array_elements_text(known.content -> 'cylinders') union all select unnest(known.door_ids))),
        (select max(door_group.class) from door_group
          where door_group.connection_id = known.connection_id and door_group.external_id in (
            select jsonb_array_elements_text(known.content -> 'cylinder_groups') union all select unnest(known.group_ids)))
      ) as class
    from recorded_profile as known where known.deleted_at is null
  ), classed as materialized (
    select * from profile where class is not null
  ), person as materialized (
    select connection_id, identity, max(class) as class from (
      select holder.connection_id, holder.identity, classed.class
      from classed join recorded_profile_member as member
        on member.connection_id = classed.connection_id and member.profile_reference = classed.own_reference
      join recorded_person as holder
        on holder.connection_id = member.connection_id and holder.own_reference = member.person_reference
      union all
      select classed.connection_id, holder.identity, classed.class
      from classed cross join unnest(classed.member_references) as named(member)
      join recorded_person as holder on holder.connection_id = classed.connection_id and holder.reference = named.member
      union all
      select classed.connection_id, named.member, classed.class
      from classed cross join unnest(classed.member_identities) as named(member)
    ) as found where identity is not null group by 1, 2
  )
  select key.id as key_id, coalesce(greatest(person.class,
      (select max(door.class) from door
        where door.connection_id = key.connection_id and door.external_id = any(key.own_cylinders)),
      (select max(door_group.class) from door_group
        where door_group.connection_id = key.connection_id and door_group.external_id = any(key.own_groups))), 0)::int as class
  from ${keysOf(reader)} left join person
    on person.connection_id = key.connection_id and person.identity = key.holder_identity
  where key.deleted_at is null and ${areTheKeys}`;

export type KeyLimit = {
  kind: PersonKind;
  protection_class: number;
  max_minutes: number | null;
};

/** What the policy says of each of these keys; of all that have a clock without ids. */
export async function limitsOfKeys(
  reader: Reader,
  policy: KeyTimesPolicy,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, KeyLimit>> {
  const areTheKeys = ids ? sql<boolean>`key.id = any(${ids}::uuid[])` : sql<boolean>`lower(key.key_type) <> 'normal'`;
  const { rows } = await sql<{ key_id: string; class: number; employee_type: string | null }>`
    select classed.key_id, classed.class, custodian.employee_type
    from (${classesOfKeys(reader, areTheKeys)}) as classed
    join key_standing as standing on standing.key_id = classed.key_id
    left join ${peopleOf(asProduct(reader.db), 'custodian')} on custodian.id = standing.person_id`.execute(reader.db);
  return new Map(
    rows.map(({ key_id, class: protection_class, employee_type }) => {
      const kind = kindOfPerson(employee_type, policy.external_types);
      const rule = ruleFor(policy.rules, { person_kind: kind, protection_class });
      const { max_minutes = null } = rule ?? {};
      return [key_id, { kind, protection_class, max_minutes }];
    }),
  );
}
