import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { storableJson } from '#platform/storable-json';

export type RecordedPersonRow = {
  reference: string;
  identity: string;
  first_name: string;
  surname: string;
  email: string | null;
  employee_id: string | null;
  active: boolean;
};
export type RecordedProfileRow = { reference: string; name: string; members: readonly string[]; content: object };

/** What stays in the mirror although it was not read under our reference: a read could not have shown it so. */
export type KeptRows = {
  /** Persons known by these identities; undefined: by any. */
  identities: readonly string[] | undefined;
  /** Persons whose identity is not known. */
  unidentified: boolean;
  profiles: boolean;
};

/**
 * Makes the mirror of our own persons, profiles and memberships equal to what was read, but for the rows to be kept.
 * Rows that did not change are not written.
 */
export async function saveRecorded(
  tx: Tx,
  connectionId: string,
  {
    persons,
    profiles,
    kept,
    readAt,
  }: {
    persons: readonly RecordedPersonRow[];
    profiles: readonly RecordedProfileRow[];
    kept: KeptRows;
    readAt: Date;
  },
): Promise<void> {
  const people = storableJson(persons);
  await sql`
    insert into key_system_person (connection_id, reference, identity, first_name, surname, email, employee_id, active)
    select ${connectionId}, r.* from jsonb_to_recordset(${people}::jsonb)
      as r(reference uuid, identity text, first_name text, surname text, email text, employee_id text, active boolean)
    on conflict (connection_id, reference) do update
    set identity = excluded.identity, first_name = excluded.first_name, surname = excluded.surname,
      email = excluded.email, employee_id = excluded.employee_id, active = excluded.active
    where (key_system_person.identity, key_system_person.first_name, key_system_person.surname, key_system_person.email,
        key_system_person.employee_id, key_system_person.active)
      is distinct from (excluded.identity, excluded.first_name, excluded.surname, excluded.email, excluded.employee_id,
        excluded.active)`.execute(tx);
  await sql`
    delete from key_system_person where connection_id = ${connectionId}
      and reference not in (select reference from jsonb_to_recordset(${people}::jsonb) as r(reference uuid))
      and not case when identity = '' then ${kept.unidentified}
        else ${kept.identities === undefined} or identity = any(${kept.identities ?? []}::text[]) end`.execute(tx);
  await saveProfiles(tx, connectionId, { profiles, people, isKept: kept.profiles });
  await tx
    .updateTable('key_system_connection')
    .set({ persons_read_at: readAt, last_successful_interaction: readAt, last_status: 'ACTIVE', error_message: null })
    .where('id', '=', connectionId)
    .execute();
}

async function saveProfiles(
  tx: Tx,
  connectionId: string,
  { profiles, people, isKept }: { profiles: readonly RecordedProfileRow[]; people: string; isKept: boolean },
): Promise<void> {
  const heads = storableJson(profiles.map(({ reference, name, content }) => ({ reference, name, content })));
  const members = JSON.stringify(
    profiles.flatMap(({ reference, members: persons }) => persons.map((person) => ({ profile: reference, person }))),
  );
  await sql`
    insert into key_system_profile (connection_id, reference, name, content)
    select ${connectionId}, r.* from jsonb_to_recordset(${heads}::jsonb) as r(reference uuid, name text, content jsonb)
    on conflict (connection_id, reference) do update set name = excluded.name, content = excluded.content
    where (key_system_profile.name, key_system_profile.content) is distinct from (excluded.name, excluded.content)`.execute(
    tx,
  );
  await sql`
    delete from key_system_profile where connection_id = ${connectionId} and not ${isKept}
      and reference not in (select reference from jsonb_to_recordset(${heads}::jsonb) as r(reference uuid))`.execute(
    tx,
  );
  await sql`
    delete from key_system_profile_member as member
    where connection_id = ${connectionId} and not exists (
      select from jsonb_to_recordset(${members}::jsonb) as r(profile uuid, person uuid)
      where r.profile = member.profile_reference and r.person = member.person_reference)
    and member.profile_reference in (select reference from jsonb_to_recordset(${heads}::jsonb) as r(reference uuid))
    and (member.person_reference in (select reference from jsonb_to_recordset(${people}::jsonb) as r(reference uuid))
      or not exists (select from key_system_person as person
        where person.connection_id = member.connection_id and person.reference = member.person_reference))`.execute(tx);
  await sql`
    insert into key_system_profile_member (connection_id, profile_reference, person_reference)
    select ${connectionId}, r.profile, r.person
    from jsonb_to_recordset(${members}::jsonb) as r(profile uuid, person uuid)
    on conflict do nothing`.execute(tx);
}

/** What each given key system has stored for one person, as last read. */
export const listRecordedFor = (db: Db, personId: string, connectionIds: readonly string[]) =>
  connectionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('key_system_connection as system')
        .leftJoin('key_system_person as recorded', (join) =>
          join.onRef('recorded.connection_id', '=', 'system.id').on('recorded.reference', '=', personId),
        )
        .select([
          'system.id as key_system_connection_id',
          'system.name as key_system_name',
          'system.persons_read_at as read_at',
          'recorded.active',
          sql<string[]>`array(
            select profile.name from key_system_profile_member as member
            join key_system_profile as profile
              on profile.connection_id = member.connection_id and profile.reference = member.profile_reference
            where member.connection_id = system.id and member.person_reference = ${personId}
            order by profile.name)`.as('profiles'),
        ])
        .where('system.id', 'in', connectionIds)
        .orderBy('system.name')
        .execute();
