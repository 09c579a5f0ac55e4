import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { keyOf, listMembers, type ProfileKey } from './profile-members';

/**
 * Doors by id; undefined: all. People by id, or a subquery that selects ids; undefined: all who are recorded for any of the doors.
 */
type PeopleAndDoors = {
  doors: readonly string[] | undefined;
  people: readonly string[] | RawBuilder<unknown> | undefined;
};

/**
 * Which doors key systems have recorded for people, as last read, written or ticked: through the profiles that they are members
 * of, while they are active there. Records under no reference of ours, and profiles whose doors are not known, are left out.
 * By person, of the doors asked about. Two queries; they cost what the profiles that name the doors have of members, or what the
 * people are members of.
 */
export async function listRecordedDoors(
  db: Db,
  { doors, people }: PeopleAndDoors,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (doors?.length === 0) return new Map();
  const areTheDoors = doors ? sql`id = any(${idsAsText(doors)}::uuid[])` : sql`true`;
  const { rows: profiles } = await sql<Profile>`${profilesOf(areTheDoors, people)}`.execute(db);
  const known = new Map(profiles.map((profile) => [keyOf(profile), profile]));
  const members = await listMembers(db, profiles, isOneOf(people));
  const doorsOf = new Map<string, Set<string>>();
  for (const member of members) {
    const profile = known.get(keyOf(member));
    for (const person of member.people.split(' ')) {
      const found = doorsOf.get(person) ?? new Set();
      doorsOf.set(person, found);
      for (const door of profile?.doors ?? []) found.add(door);
    }
  }
  return doorsOf;
}

/** As one text: quoting thousands of ids takes longer than the query. */
const idsAsText = (ids: readonly string[]) => `{${ids.join()}}`;

type Profile = ProfileKey & { doors: string[] };

/** Our profiles that name any of the doors. */
const profilesOf = (areTheDoors: RawBuilder<unknown>, people: PeopleAndDoors['people']) => sql<Profile>`
  with asked as materialized (
    select id, connection_id, external_id, group_id from cylinder where ${areTheDoors} and deleted_at is null
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
  select connection_id, own_reference as profile, array_agg(id) as doors from named group by 1, 2`;

/** Only profiles of which the people are members: the people may be few and the profiles many. */
const areAnyOf = (people: PeopleAndDoors['people']) =>
  people === undefined
    ? sql`true`
    : sql`(connection_id, own_reference) in (
        select connection_id, profile_reference from recorded_profile_member as member where ${isOneOf(people)})`;

function isOneOf(people: PeopleAndDoors['people']): RawBuilder<unknown> {
  if (people === undefined) return sql`true`;
  if (isIds(people)) return sql`member.person_reference = any(${idsAsText(people)}::uuid[])`;
  return sql`member.person_reference in (${people})`;
}

const isIds = (people: NonNullable<PeopleAndDoors['people']>): people is readonly string[] => Array.isArray(people);
