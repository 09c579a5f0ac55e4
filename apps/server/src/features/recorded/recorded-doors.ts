import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { keyOf, listMembers, type ProfileKey } from './profile-members';

/** Of whom it is asked: people by id, or a subquery that selects ids; undefined: everybody recorded for any of the doors. */
type Asked = { doors: readonly string[]; people: readonly string[] | RawBuilder<unknown> | undefined };

type RecordedDoors = {
  /** The doors asked about that key systems have recorded for somebody, by person. */
  doorsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Members of a profile whose doors nobody has read. */
  uncertain: ReadonlySet<string>;
  /** Doors of key systems of which it is not known whom they have recorded. */
  unread: ReadonlySet<string>;
};

/**
 * Which doors key systems have recorded for people, as last read, written or ticked: through the profiles that they are members
 * of, while they are active there. Records under no reference of ours are not told.
 * Three queries; they cost what the profiles that name the doors have of members, or what the people are members of.
 */
export async function listRecordedDoors(db: Db, { doors, people }: Asked): Promise<RecordedDoors> {
  if (doors.length === 0) return { doorsOf: new Map(), uncertain: new Set(), unread: new Set() };
  const asked = sql`${idsAsText(doors)}::uuid[]`;
  const unread = new Set(await listUnread(db, asked));
  const { rows: profiles } = await sql<Profile>`${profilesOf(asked, people)}`.execute(db);
  const known = new Map(profiles.map((profile) => [keyOf(profile), profile]));
  const members = await listMembers(db, profiles, isOneOf(people));
  const doorsOf = new Map<string, Set<string>>();
  const uncertain = new Set<string>();
  for (const member of members) {
    const profile = known.get(keyOf(member));
    for (const person of member.people.split(' ')) {
      if (profile?.doors === null) uncertain.add(person);
      const found = doorsOf.get(person) ?? new Set();
      doorsOf.set(person, found);
      for (const door of profile?.doors ?? []) found.add(door);
    }
  }
  return { doorsOf, uncertain, unread };
}

/** As one text: quoting each id of thousands takes longer than asking for them. */
const idsAsText = (ids: readonly string[]) => `{${ids.join()}}`;

type Profile = ProfileKey & { doors: string[] | null };

/** Our profiles that name any of the doors, and those whose doors are not known, with null. */
const profilesOf = (asked: RawBuilder<unknown>, people: Asked['people']) => sql<Profile>`
  with asked as materialized (
    select id, connection_id, external_id, group_id from cylinder where id = any(${asked}) and deleted_at is null
  ), profile as materialized (
    select connection_id, own_reference, content from recorded_profile
    where own_reference is not null and deleted_at is null and connection_id in (select connection_id from asked)
      and ${areAnyOf(people)}
  ), named as (
    select profile.connection_id, own_reference, asked.id from profile
    cross join jsonb_array_elements_text(content -> 'cylinders') as cylinder(external_id)
    join asked on asked.connection_id = profile.connection_id and asked.external_id = cylinder.external_id
    union
    select profile.connection_id, own_reference, asked.id from profile
    cross join jsonb_array_elements_text(content -> 'cylinder_groups') as named_group(external_id)
    join cylinder_group on cylinder_group.connection_id = profile.connection_id
      and cylinder_group.external_id = named_group.external_id
    join asked on asked.group_id = cylinder_group.id
  )
  select connection_id, own_reference as profile, array_agg(id) as doors from named group by 1, 2
  union all
  select connection_id, own_reference, null from profile where content is null`;

/** Only of profiles that the people are members of; they may be few, and the profiles many. */
const areAnyOf = (people: Asked['people']) =>
  people === undefined
    ? sql`true`
    : sql`(connection_id, own_reference) in (
        select connection_id, profile_reference from recorded_profile_member as member where ${isOneOf(people)})`;

function isOneOf(people: Asked['people']): RawBuilder<unknown> {
  if (people === undefined) return sql`true`;
  if (isIds(people)) return sql`member.person_reference = any(${idsAsText(people)}::uuid[])`;
  return sql`member.person_reference in (${people})`;
}

const isIds = (people: NonNullable<Asked['people']>): people is readonly string[] => Array.isArray(people);

async function listUnread(db: Db, asked: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select cylinder.id from cylinder join key_system_connection as system on system.id = cylinder.connection_id
    where cylinder.id = any(${asked}) and system.persons_read_at is null and not exists (
      select from recorded_person where connection_id = system.id and own_reference is not null)`.execute(db);
  return rows.map(({ id }) => id);
}
