import { sql } from 'kysely';
import type { Db } from '#platform/deps';

type RecordedThen = {
  key_system_connection_id: string;
  key_system_name: string;
  read_at: Date | null;
  active: boolean | null;
  profiles: string[];
};

/**
 * One person's record in each given key system as it was known at a moment. When it had last been read then is known only
 * where it has not been read since.
 */
export async function listRecordedAt(
  db: Db,
  { person, connections, at }: { person: string; connections: readonly string[]; at: Date },
): Promise<RecordedThen[]> {
  const isAfter = sql`until > ${at}::timestamptz`;
  const isBorn = sql`born <= ${at}::timestamptz`;
  const { rows } = await sql<RecordedThen>`
    with any_row as (
      select id from recorded_person where own_reference = ${person}::uuid
      union
      select record_id from access_past
      where kind = 'recorded_person' and content ->> 'own_reference' = ${person} and ${isAfter}
    ), was as (
      select distinct on (id) id, born, connection_id, own_reference, active from (
        select record_id as id, born, until, known.*
        from access_past, jsonb_to_record(content) as known(connection_id uuid, own_reference uuid, active boolean)
        where kind = 'recorded_person' and record_id in (select id from any_row) and ${isAfter}
        union all
        select id, created_at, 'infinity', connection_id, own_reference, active and deleted_at is null
        from recorded_person where id in (select id from any_row)
      ) as value
      order by id, until
    )
    select system.id as key_system_connection_id, system.name as key_system_name, was.active,
      case when system.persons_read_at <= ${at}::timestamptz then system.persons_read_at end as read_at,
      array(
        select profile.name from recorded_profile_member as member
        join recorded_profile as profile
          on profile.connection_id = member.connection_id and profile.own_reference = member.profile_reference
        where member.connection_id = system.id and member.person_reference = ${person}::uuid
          and member.since <= ${at}::timestamptz
        union all
        select content ->> 'name' from access_past
        where kind = 'recorded_member' and record_id = ${person}::uuid and content ->> 'connection_id' = system.id::text
          and ${isBorn} and ${isAfter} and content ->> 'name' is not null
        order by 1) as profiles
    from key_system_connection as system
    left join was on was.connection_id = system.id and was.own_reference = ${person}::uuid and was.${isBorn}
    where system.id = any(${connections}::uuid[])
    order by system.name`.execute(db);
  return rows;
}
