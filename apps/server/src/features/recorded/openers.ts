import type { Opener as DescribedOpener } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf, eventsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

/** A person of a key system, or a key without a holder; `person` and `key` are ids of their rows. */
export type Opener = Omit<DescribedOpener, 'keys'> & {
  person: string | null;
  key: string | null;
  /** Of the doors asked about, those that can be opened. */
  doors: readonly string[];
};

type OpenersQuestion = {
  /** Ids. For a single door, keys that have opened it count too. */
  doors: readonly string[];
  /** Keys count that have opened the door since then; null: none. */
  since: Date | null;
  /** Our people whose memberships in our own profiles count; memberships of others, and in other profiles, always do. */
  people: readonly string[];
};

const asArray = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::uuid[]`;

/**
 * Who can open doors by the records of key systems: active members of the profiles, ours or foreign, that name the doors, and
 * holders of keys that name them, or have opened the door. Ordered by name. One query, whose cost grows with the members of these profiles.
 */
export async function listOpeners(reader: Reader, { doors, since, people }: OpenersQuestion): Promise<Opener[]> {
  const { rows } = await sql<Opener>`
    with asked as materialized (${askedDoors(reader, doors)}),
    profile as materialized (
      select * from recorded_profile where deleted_at is null and connection_id in (select connection_id from asked)
    ),
    named as materialized (
      ${doorsNamed('door_ids', 'cylinders', 'external_id')} union ${doorsNamed('group_ids', 'cylinder_groups', 'group_id')}
    ),
    member as materialized (
      ${members(sql`cross join unnest(member_identities) as one(identity)`, sql`person.identity = one.identity`)}
      union ${members(sql`cross join unnest(member_references) as one(reference)`, sql`person.reference = one.reference`)}
      union ${members(
        sql`join recorded_profile_member as one on one.connection_id = profile.connection_id
          and one.profile_reference = profile.own_reference and one.person_reference = any(${asArray(people)})`,
        sql`person.own_reference = one.person_reference`,
      )}
    ),
    opened as materialized (${openedKeys(reader, since)} union ${keysNaming(reader)}),
    known as (
      select member.person, named.door, jsonb_build_object('name', profile.name, 'is_ours', own_reference is not null) as profile
      from member join profile on profile.id = member.profile join named on named.id = profile.id
      union select person, door, null from opened where person is not null
    )
    select person.connection_id as key_system_connection_id, system.name as key_system_name, identity, full_name as name,
      own_reference as person_id, person.id as person, null as key, doors, profiles
    from (
      select person, array_agg(distinct door::text) as doors,
        coalesce(jsonb_agg(distinct profile) filter (where profile is not null), '[]') as profiles
      from known group by person
    ) as known
    join recorded_person as person on person.id = known.person and ${isOfReader(reader)}
    join key_system_connection as system on system.id = person.connection_id
    union all
    select opened.connection_id, system.name, null, null, null, null, key, array_agg(door::text), '[]'
    from opened join key_system_connection as system on system.id = opened.connection_id where person is null
    group by 1, 2, key
    order by name nulls last, identity, key`.execute(reader.db);
  return rows;
}

/** Persons of key systems who are not our people are in no reader's scope. */
const isOfReader = (reader: Reader) =>
  reader.viewer.scope?.departments
    ? sql`person.own_reference in (select id from ${peopleOf(reader, 'inside')})`
    : sql`true`;

/** By the ids of their key systems. */
const askedDoors = (reader: Reader, doors: readonly string[]) => sql`
  select cylinder.id, cylinder.connection_id, cylinder.external_id, cylinder_group.external_id as group_id
  from ${doorsOf(reader)} left join cylinder_group on cylinder_group.id = cylinder.group_id
  where cylinder.id = any(${asArray(doors)}) and cylinder.deleted_at is null`;

/** The doors asked about that each profile names, by themselves or by their group. */
const doorsNamed = (
  listed: 'door_ids' | 'group_ids',
  own: 'cylinders' | 'cylinder_groups',
  id: 'external_id' | 'group_id',
) => sql`
  select profile.id, asked.id as door
  from profile
  cross join unnest(case when own_reference is null then ${sql.ref(listed)}
    else array(select jsonb_array_elements_text(content -> ${sql.lit(own)})) end) as one(id)
  join asked on asked.connection_id = profile.connection_id and ${sql.ref(`asked.${id}`)} = one.id`;

/** @param listed joins the members of each profile, as `one` */
const members = (listed: RawBuilder<unknown>, isPerson: RawBuilder<unknown>) => sql`
  select profile.id as profile, person.id as person
  from profile ${listed}
  join recorded_person as person on person.connection_id = profile.connection_id and ${isPerson}
  where person.active and person.deleted_at is null and profile.id in (select id from named)`;

/** The keys that have opened the door. Our people no longer count once their key was updated afterwards. */
const openedKeys = (reader: Reader, since: Date | null) => sql`
  select asked.id as door, key.connection_id, key.id as key, holder.id as person
  from asked
  join ${eventsOf(reader, 'event')} on event.connection_id = asked.connection_id
    and event.cylinder_external_id = asked.external_id
  join ${keysOf(reader)} on key.connection_id = event.connection_id and key.external_id = event.key_external_id
  left join recorded_person as holder
    on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
  where event.result = 'granted' and event.event_time >= ${since}::timestamptz and key.deleted_at is null
    and (select count(*) from asked) = 1
  group by 1, 2, 3, 4, holder.own_reference, key.last_update_at
  having holder.own_reference is null or key.last_update_at is null or key.last_update_at <= max(event.event_time)`;

/** The keys that are recorded for the doors by themselves, beside the profiles of their holders. */
const keysNaming = (reader: Reader) => sql`
  select asked.id, key.connection_id, key.id, holder.id
  from asked join ${keysOf(reader)} on key.connection_id = asked.connection_id
    and (asked.external_id = any(key.own_cylinders) or asked.group_id = any(key.own_groups))
  left join recorded_person as holder
    on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
  where key.deleted_at is null`;

type Page = { openers: readonly Opener[]; doors: readonly string[]; since: Date };

/** Adds their keys. Of one door alone, when each has last opened it. */
export async function describeOpeners(reader: Reader, { openers, doors, since }: Page): Promise<DescribedOpener[]> {
  const idsOf = (one: 'person' | 'key') => asArray(openers.flatMap((opener) => opener[one] ?? []));
  type Row = { person: string | null; id: string; marking: string; updated_at: Date | null; opened_at: Date | null };
  const { rows } = await sql<Row>`
    with asked as (${askedDoors(reader, doors)}),
    held as (
      select key.*, holder.id as person from ${keysOf(reader)}
      left join recorded_person as holder
        on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
      where key.deleted_at is null and (key.id = any(${idsOf('key')}) or holder.id = any(${idsOf('person')}))
    )
    select person, id, marking, last_update_at as updated_at, (
      select max(event_time) from asked join ${eventsOf(reader, 'event')} on event.connection_id = asked.connection_id
        and event.cylinder_external_id = asked.external_id and event.key_external_id = held.external_id
      where event.result = 'granted' and event_time >= ${since}::timestamptz and (select count(*) from asked) = 1
    ) as opened_at
    from held order by marking, id`.execute(reader.db);
  const heldBy = Map.groupBy(rows, ({ person, id }) => person ?? id);
  return openers.map(({ person, key, doors: _, ...opener }) => ({
    ...opener,
    keys: (heldBy.get(person ?? key ?? '') ?? []).map(({ id, marking, updated_at, opened_at }) => ({
      key_id: id,
      marking,
      updated_at: updated_at?.toISOString() ?? null,
      opened_at: opened_at?.toISOString() ?? null,
    })),
  }));
}
