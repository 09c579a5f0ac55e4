import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';

/** A foreign profile of a key system, with the ids of its doors. */
export type ForeignProfile = {
  profile_id: string;
  key_system_connection_id: string;
  key_system_name: string;
  name: string;
  doors: string[];
};

/** The foreign profiles of which one of our people is an active member, as last read; by key system and name. */
export async function listForeignProfiles(reader: Reader, person: string): Promise<ForeignProfile[]> {
  const { rows } = await sql<ForeignProfile>`
    select profile.id as profile_id, system.id as key_system_connection_id, system.name as key_system_name, profile.name, array(
      select cylinder.id::text from ${doorsOf(reader)} left join cylinder_group on cylinder_group.id = cylinder.group_id
      where cylinder.connection_id = profile.connection_id and cylinder.deleted_at is null
        and (cylinder.external_id = any(profile.door_ids) or cylinder_group.external_id = any(profile.group_ids))
    ) as doors
    from recorded_person as member
    join recorded_profile as profile on profile.connection_id = member.connection_id
    join key_system_connection as system on system.id = member.connection_id
    where member.own_reference = ${person}::uuid and member.active and member.deleted_at is null
      and profile.own_reference is null and profile.deleted_at is null
      and (member.identity = any(profile.member_identities) or member.reference = any(profile.member_references))
    order by lower(system.name), lower(profile.name), profile.id`.execute(reader.db);
  return rows;
}
