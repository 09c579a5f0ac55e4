import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { locationsWithin } from '../locations/service';

/**
 * Ids of keys that open a door in these places or below by the records of key systems: those that name the door or its group, and
 * those of members of profiles that do. For a key that was handed out here, its holder counts, else whom the key system has.
 */
export const keysOpening = (
  reader: Pick<Reader, 'viewer'>,
  places: readonly string[],
): RawBuilder<string> => sql<string>`(
  with asked as materialized (
    select cylinder.connection_id, cylinder.external_id, cylinder_group.external_id as group_id
    from ${doorsOf(reader)} left join cylinder_group on cylinder_group.id = cylinder.group_id
    where cylinder.deleted_at is null
      and cylinder.location_id in ${locationsWithin(sql`select unnest(${`{${places.join()}}`}::uuid[])`)}),
  asked_group as materialized (select distinct connection_id, group_id from asked where group_id is not null),
  profile as materialized (
    select id, connection_id, own_reference, member_identities, member_references,
      case when own_reference is null then door_ids
        else array(select jsonb_array_elements_text(content -> 'cylinders')) end as doors,
      case when own_reference is null then group_ids
        else array(select jsonb_array_elements_text(content -> 'cylinder_groups')) end as groups
    from recorded_profile where deleted_at is null and connection_id in (select connection_id from asked)),
  opening as materialized (
    select profile.* from profile where id in (
      select profile.id from profile cross join unnest(profile.doors) as one(id)
        join asked on asked.connection_id = profile.connection_id and asked.external_id = one.id
      union select profile.id from profile cross join unnest(profile.groups) as one(id)
        join asked_group on asked_group.connection_id = profile.connection_id and asked_group.group_id = one.id)),
  member as materialized (
    select person.connection_id, person.identity, person.own_reference
      from opening cross join unnest(opening.member_identities) as one(identity)
      join recorded_person as person on person.connection_id = opening.connection_id and person.identity = one.identity
      where person.deleted_at is null
    union select person.connection_id, person.identity, person.own_reference
      from opening cross join unnest(opening.member_references) as one(reference)
      join recorded_person as person on person.connection_id = opening.connection_id and person.reference = one.reference
      where person.deleted_at is null
    union select person.connection_id, person.identity, person.own_reference
      from opening join recorded_profile_member as one
        on one.connection_id = opening.connection_id and one.profile_reference = opening.own_reference
      join recorded_person as person
        on person.connection_id = one.connection_id and person.own_reference = one.person_reference
      where person.deleted_at is null)
  select key.id from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    join member on member.connection_id = key.connection_id and member.own_reference = standing.person_id
  union select key.id from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    join member on member.connection_id = key.connection_id and member.identity = standing.holder_identity
    where standing.person_id is null
  union select key.id from ${keysOf(reader)} cross join unnest(key.own_cylinders) as one(id)
    join asked on asked.connection_id = key.connection_id and asked.external_id = one.id
  union select key.id from ${keysOf(reader)} cross join unnest(key.own_groups) as one(id)
    join asked_group on asked_group.connection_id = key.connection_id and asked_group.group_id = one.id)`;
