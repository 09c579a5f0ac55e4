import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { peopleOf } from '../people/relation';

const sideOfDoors = sql`case drift.kind when 'doors_added' then drift.after else drift.before end`;

/** Contents of the profiles whose doors a change affects; a null entry means unknown. */
const contents = sql`
  select ${sideOfDoors} as content where drift.kind in ('doors_added', 'doors_removed', 'profile_deleted')
  union all
  select (select content from recorded_profile as profile
    where profile.connection_id = drift.connection_id and profile.own_reference = drift.profile_reference)
  where drift.kind in ('member_added', 'member_removed', 'hours_changed')
  union all
  select profile.content from recorded_profile_member as member
  join recorded_profile as profile
    on profile.connection_id = member.connection_id and profile.own_reference = member.profile_reference
  where drift.profile_reference is null and member.connection_id = drift.connection_id
    and member.person_reference = drift.person_reference`;

/** How many doors that the reader may see a row of `drift` affects; null where the doors of a profile or group are not known. */
export const affectedDoors = (reader: Reader) => sql<number | null>`(
  select case when bool_or(part.is_unknown) then null else count(distinct part.door)::int end
  from (${contents}) as held, lateral (
    select null as door, held.content is null as is_unknown
    union all
    select listed.id, false from jsonb_array_elements_text(held.content -> 'cylinders') as listed (id)
    ${
      reader.viewer.scope?.places
        ? sql`join ${doorsOf(reader, 'inside')} on inside.connection_id = drift.connection_id and inside.external_id = listed.id`
        : sql``
    }
    union all
    select cylinder.external_id, door_group.id is null
    from jsonb_array_elements_text(held.content -> 'cylinder_groups') as listed (id)
    left join cylinder_group as door_group on door_group.connection_id = drift.connection_id
      and door_group.external_id = listed.id and door_group.deleted_at is null
    left join ${doorsOf(reader)} on cylinder.group_id = door_group.id and cylinder.deleted_at is null
      and not cylinder.is_planned
  ) as part)`;

/**
 * How many people that the reader may see a row of `drift` affects: the one it names, else the active members; null for a deleted
 * profile.
 */
export const affectedPeople = (reader: Reader) => sql<number | null>`case
  when drift.person_reference is not null then 1
  when drift.kind <> 'profile_deleted' then (
    select count(*)::int from recorded_profile_member as member
    join recorded_person as holder
      on holder.connection_id = member.connection_id and holder.own_reference = member.person_reference
    where member.connection_id = drift.connection_id and member.profile_reference = drift.profile_reference
      and holder.active and holder.deleted_at is null
      ${reader.viewer.scope?.departments ? sql`and holder.own_reference in (select id from ${peopleOf(reader, 'inside')})` : sql``})
  end`;
