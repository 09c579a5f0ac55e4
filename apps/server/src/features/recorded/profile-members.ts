import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

export type ProfileKey = { connection_id: string; profile: string };
/** Starts with the id of the key system. */
export const keyOf = ({ connection_id, profile }: ProfileKey) => `${connection_id} ${profile}`;

/** Ids separated by blanks: the driver takes ten times as long to parse an array, on the main thread. */
type Members = ProfileKey & { people: string };

/** Members of our profiles who are active there, with a condition on `member`. */
export async function listMembers(
  db: Db,
  profiles: readonly ProfileKey[],
  isMeant: RawBuilder<unknown>,
): Promise<Members[]> {
  if (profiles.length === 0) return [];
  const { rows } = await sql<Members>`
    select member.connection_id, member.profile_reference as profile,
      string_agg(member.person_reference::text, ' ') as people
    from jsonb_to_recordset(${named(profiles)}::jsonb) as named(connection_id uuid, profile uuid)
    join recorded_profile_member as member
      on member.connection_id = named.connection_id and member.profile_reference = named.profile
    join recorded_person as person
      on person.connection_id = member.connection_id and person.own_reference = member.person_reference
    where person.active and person.deleted_at is null and ${isMeant}
    group by 1, 2`.execute(db);
  return rows;
}

/** Members of our profiles, active or not. */
export async function listAllMembers(db: Db, profiles: readonly ProfileKey[]): Promise<Members[]> {
  const { rows } = await sql<Members>`
    select connection_id, profile_reference as profile, string_agg(person_reference::text, ' ') as people
    from recorded_profile_member
    where (connection_id, profile_reference) in (
      select * from jsonb_to_recordset(${named(profiles)}::jsonb) as named(connection_id uuid, profile uuid))
    group by 1, 2`.execute(db);
  return rows;
}

const named = (profiles: readonly ProfileKey[]): string =>
  JSON.stringify(profiles.map(({ connection_id, profile }) => ({ connection_id, profile })));
