import { sql } from 'kysely';
import type { AccessDescriptions, DescribedKeySystem, DescribedRecord } from '#platform/access-descriptions';
import type { Db } from '#platform/deps';
import { isActive } from './note-drift';

/** What key systems have recorded for people, as last read, written or ticked. Records under no reference of ours are left out. */
export type RecordedOf = {
  /** Ids of doors, by person. */
  doorsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** By person: key systems that have them in a profile whose doors have never been read. */
  uncertainIn: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key systems whose persons have never been read. */
  unread: ReadonlySet<string>;
};

type RecordedParts = Pick<AccessDescriptions, 'keySystems' | 'records' | 'recordedProfiles'>;

/** Of these people. */
export async function listRecordedOf(descriptions: RecordedParts, people: readonly string[]): Promise<RecordedOf> {
  const records = await descriptions.records(people);
  const profiles = await descriptions.recordedProfiles(
    [...records.values()].flatMap((found) => found.flatMap(({ keys }) => keys)),
  );
  const doorsOf = new Map<string, Set<string>>();
  const uncertainIn = new Map<string, Set<string>>();
  for (const [person, found] of records) {
    for (const { connection_id, keys } of found) {
      for (const profile of keys.flatMap((key) => profiles.get(key) ?? [])) {
        if (profile.doors === null) setOf(uncertainIn, person).add(connection_id);
        for (const door of profile.doors ?? []) setOf(doorsOf, person).add(door);
      }
    }
  }
  const systems = await descriptions.keySystems();
  return { doorsOf, uncertainIn, unread: new Set(systems.flatMap(({ id, is_unread }) => (is_unread ? id : []))) };
}

function setOf(sets: Map<string, Set<string>>, key: string): Set<string> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}

/** The key systems, by name. */
export async function listSystems(db: Db): Promise<DescribedKeySystem[]> {
  const { rows } = await sql<DescribedKeySystem>`
    select id, name, persons_read_at as read_at, persons_read_at is null and not exists (
      select from recorded_person where connection_id = system.id and own_reference is not null) as is_unread
    from key_system_connection as system order by name`.execute(db);
  return rows;
}

/** The records of people in each key system, by person. One query, whose cost grows with their memberships. */
export async function listRecords(db: Db, people: readonly string[]) {
  type Row = Omit<DescribedRecord, 'keys'> & { person: string; keys: string | null };
  const { rows } = await sql<Row>`
    select recorded.own_reference as person, recorded.connection_id, ${isActive} as active,
      coalesce(member.profiles, '{}') as profiles, case when ${isActive} then member.keys end as keys
    from key_system_connection as system
    join recorded_person as recorded
      on recorded.connection_id = system.id and recorded.own_reference = any(${`{${people.join()}}`}::uuid[])
    left join lateral (
      select array_agg(profile.name order by profile.name) filter (where profile.name is not null) as profiles,
        string_agg(concat(member.connection_id, ' ', member.profile_reference), e'\n') as keys
      from recorded_profile_member as member
      left join recorded_profile as profile
        on profile.connection_id = member.connection_id and profile.own_reference = member.profile_reference
      where member.connection_id = system.id and member.person_reference = recorded.own_reference
    ) as member on true`.execute(db);
  const found = Map.groupBy(rows, ({ person }) => person);
  const recordsOf = (id: string): DescribedRecord[] =>
    (found.get(id) ?? []).map(({ person: _, keys, ...record }) => ({ ...record, keys: keys?.split('\n') ?? [] }));
  return people.map((id) => [id, recordsOf(id)] as const);
}

/** The doors of our profiles, by `keyOf`: those that a profile names, and those of the groups it names. */
export async function listProfileDoors(db: Db, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; is_known: boolean; doors: string | null }>`
    with asked as (
      select profile.connection_id, own_reference, content
      from unnest(${`{${keys.map((key) => `"${key}"`).join()}}`}::text[]) as asked(key)
      join recorded_profile as profile
        on profile.connection_id = split_part(asked.key, ' ', 1)::uuid
        and profile.own_reference = split_part(asked.key, ' ', 2)::uuid
      where profile.deleted_at is null
    ), opened as (
      select asked.connection_id, own_reference, cylinder.id
      from asked cross join jsonb_array_elements_text(content -> 'cylinders') as named(external_id)
      join cylinder on cylinder.connection_id = asked.connection_id and cylinder.external_id = named.external_id
      where cylinder.deleted_at is null
      union
      select asked.connection_id, own_reference, cylinder.id
      from asked cross join jsonb_array_elements_text(content -> 'cylinder_groups') as named(external_id)
      join cylinder_group on cylinder_group.connection_id = asked.connection_id
        and cylinder_group.external_id = named.external_id
      join cylinder on cylinder.group_id = cylinder_group.id
      where cylinder.deleted_at is null
    )
    select concat(connection_id, ' ', own_reference) as key, content is not null as is_known,
      (select string_agg(opened.id::text, ' ') from opened
       where opened.connection_id = asked.connection_id and opened.own_reference = asked.own_reference) as doors
    from asked`.execute(db);
  return rows.map(
    ({ key, is_known, doors }) => [key, { doors: is_known ? (doors ?? '').split(' ').filter(Boolean) : null }] as const,
  );
}
