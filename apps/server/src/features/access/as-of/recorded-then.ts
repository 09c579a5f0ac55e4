import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** What key systems had recorded at a moment, under our references. */
export type RecordedThen = {
  /** Ids of doors, by person. */
  doorsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** By person: key systems that had them in a profile whose doors had not been read. */
  uncertainIn: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key systems whose persons had not been read. */
  unread: ReadonlySet<string>;
};

type Subject = { person: string } | { doors: readonly string[] };

const idsAsText = (ids: readonly string[]) => `{${ids.join()}}`;

/** Of one person, or of everybody for some doors. */
export async function listRecordedThen(db: Db, subject: Subject, at: Date): Promise<RecordedThen> {
  const isOne = 'person' in subject;
  const doors = isOne ? sql`true` : sql`present.id = any(${idsAsText(subject.doors)}::uuid[])`;
  const member = (column: string) => (isOne ? sql`${sql.ref(column)} = ${subject.person}::uuid` : sql`true`);
  type Row = { person: string; connection_id: string; is_known: boolean; doors: string | null };
  const { rows } = await sql<Row>`
    with door as materialized (
      select present.id, present.connection_id, present.external_id,
        case when former.content is null then present.group_id else (former.content ->> 'group_id')::uuid end as group_id
      from key_system_cylinder as present
      left join lateral (
        select content from access_past where kind = 'cylinder' and record_id = present.id and until > ${at}::timestamptz
        order by until limit 1) as former on true
      where ${doors} and present.first_seen_at <= ${at}::timestamptz
        and case when former.content is null then present.deleted_at is null else former.content ->> 'deleted_at' is null end
    ), member as materialized (
      select connection_id, profile_reference, person_reference from recorded_profile_member
      where since <= ${at}::timestamptz and ${member('person_reference')}
      union
      select (content ->> 'connection_id')::uuid, (content ->> 'profile_reference')::uuid, record_id from access_past
      where kind = 'recorded_member' and born <= ${at}::timestamptz and until > ${at}::timestamptz and ${member('record_id')}
    ), former_person as materialized (
      select distinct on (record_id) record_id, born, known.* from access_past,
        jsonb_to_record(content) as known(connection_id uuid, own_reference uuid, active boolean)
      where kind = 'recorded_person' and until > ${at}::timestamptz order by record_id, until
    ), active as materialized (
      select connection_id, own_reference from former_person where born <= ${at}::timestamptz and active
      union
      select connection_id, own_reference from recorded_person as present
      where created_at <= ${at}::timestamptz and active and deleted_at is null and own_reference is not null
        and not exists (select from former_person where record_id = present.id)
    ), former_profile as materialized (
      select distinct on (record_id) record_id, born, known.* from access_past,
        jsonb_to_record(content) as known(connection_id uuid, own_reference uuid, cylinders jsonb, groups jsonb, is_deleted boolean)
      where kind = 'recorded_profile' and until > ${at}::timestamptz order by record_id, until
    ), profile as materialized (
      select connection_id, own_reference, cylinders, groups from former_profile
      where born <= ${at}::timestamptz and own_reference is not null and not is_deleted
      union all
      select connection_id, own_reference, content -> 'cylinders', content -> 'cylinder_groups' from recorded_profile as present
      where created_at <= ${at}::timestamptz and deleted_at is null and own_reference is not null
        and not exists (select from former_profile where record_id = present.id)
    ), named as (
      select profile.connection_id, own_reference, door.id from profile
      cross join jsonb_array_elements_text(cylinders) as one(external_id)
      join door on door.connection_id = profile.connection_id and door.external_id = one.external_id
      union
      select profile.connection_id, own_reference, door.id from profile
      cross join jsonb_array_elements_text(groups) as one(external_id)
      join cylinder_group on cylinder_group.connection_id = profile.connection_id
        and cylinder_group.external_id = one.external_id
      join door on door.group_id = cylinder_group.id
    ), opened as materialized (
      select connection_id, own_reference, string_agg(id::text, ' ') as doors from named group by 1, 2
    )
    select member.person_reference as person, member.connection_id, profile.cylinders is not null as is_known, opened.doors
    from member
    join active on active.connection_id = member.connection_id and active.own_reference = member.person_reference
    join profile on profile.connection_id = member.connection_id and profile.own_reference = member.profile_reference
    left join opened on opened.connection_id = profile.connection_id and opened.own_reference = profile.own_reference
    where opened.doors is not null or profile.cylinders is null`.execute(db);
  const doorsOf = new Map<string, Set<string>>();
  const uncertainIn = new Map<string, Set<string>>();
  const setOf = (sets: Map<string, Set<string>>, person: string) => {
    const set = sets.get(person) ?? new Set();
    sets.set(person, set);
    return set;
  };
  for (const { person, connection_id, is_known, doors: opened } of rows) {
    if (!is_known) setOf(uncertainIn, person).add(connection_id);
    for (const door of opened?.split(' ') ?? []) setOf(doorsOf, person).add(door);
  }
  return { doorsOf, uncertainIn, unread: await listUnread(db, at) };
}

async function listUnread(db: Db, at: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from key_system_connection as present
    left join lateral (
      select content from access_past where kind = 'key_system' and record_id = present.id and until > ${at}::timestamptz
      order by until limit 1) as former on true
    where not case when former.content is null then persons_read_at is not null else (former.content ->> 'is_read')::boolean end
      and not exists (
        select from recorded_person where connection_id = present.id and own_reference is not null
          and created_at <= ${at}::timestamptz)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
