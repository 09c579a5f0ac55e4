import type { KeySystemProfile } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import { keyOf, listAllMembers } from './profile-members';

/** A profile of ours as a key system has it. */
export type RecordedProfile = {
  connection_id: string;
  /** Id of the rule it was made for, or of the profile that rules were merged into. */
  reference: string;
  name: string;
  schedule: KeySystemProfile['schedule'];
  /** Ids of cylinders named themselves, and through their group. */
  doors: readonly string[];
  groupDoors: readonly string[];
  /** Numbers of the active members: there are hundreds of thousands, and ids would take ten times the memory. */
  people: Int32Array;
  /** Whether its doors have been read. */
  isKnown: boolean;
};

export type RecordedProfiles = { profiles: RecordedProfile[]; unread: ReadonlySet<string> };

/** The embedded database runs one query at a time: reading in pages lets others in between. */
const batchSize = 100;

type NumberOf = ReadonlyMap<string, number>;

/**
 * All profiles recorded under our references, with doors and members, as last read, written or ticked; and the key systems
 * whose persons have never been read. For few people or doors, `listRecordedDoors` costs less.
 * @param numberOf gives each person a number; members without one are left out
 */
export async function listRecordedProfiles(
  db: Db,
  connectionIds: readonly string[],
  numberOf: NumberOf,
): Promise<RecordedProfiles> {
  if (connectionIds.length === 0) return { profiles: [], unread: new Set() };
  const rows = await listProfiles(db, connectionIds);
  const keys = rows.map(({ connection_id, reference }) => ({ connection_id, profile: reference }));
  const isActive = await loadActive(db, connectionIds, numberOf);
  const membersOf = new Map<string, Int32Array>();
  for (let at = 0; at < keys.length; at += batchSize) {
    const members = await listAllMembers(db, keys.slice(at, at + batchSize));
    await mapInSlices(members, (member) => {
      const active = isActive.get(member.connection_id);
      const numbers = member.people.split(' ').map((id) => numberOf.get(id) ?? -1);
      membersOf.set(keyOf(member), Int32Array.from(numbers.filter((number) => active?.has(number))));
    });
  }
  const doorsOf = await loadDoors(db, connectionIds);
  const profiles = rows.map(({ content, ...row }) => {
    // As saved by saveOwn and recordWrites.
    const { schedule = [], cylinders = [], cylinder_groups = [] } = (content ?? {}) as Partial<KeySystemProfile>;
    const doors = doorsOf(row.connection_id);
    return {
      ...row,
      schedule,
      doors: cylinders.flatMap((id) => doors.byId.get(id) ?? []),
      groupDoors: cylinder_groups.flatMap((id) => doors.byGroup.get(id) ?? []),
      people: membersOf.get(keyOf({ ...row, profile: row.reference })) ?? new Int32Array(0),
      isKnown: content !== null,
    };
  });
  return { profiles, unread: new Set(await listUnread(db, connectionIds)) };
}

/** Of each key system who is active there, by number: members are read without them, because that join takes longer. */
async function loadActive(db: Db, connectionIds: readonly string[], numberOf: NumberOf) {
  const { rows } = await sql<{ connection_id: string; people: string }>`
    select connection_id, string_agg(own_reference::text, ' ') as people from recorded_person
    where connection_id = any(${[...connectionIds]}::uuid[]) and own_reference is not null and active and deleted_at is null
    group by 1`.execute(db);
  return new Map(
    rows.map(({ connection_id, people }) => [
      connection_id,
      new Set(people.split(' ').flatMap((id) => numberOf.get(id) ?? [])),
    ]),
  );
}

const listProfiles = (db: Db, connectionIds: readonly string[]) =>
  db
    .selectFrom('recorded_profile')
    .select(['connection_id', 'own_reference as reference', 'name', 'content'])
    .$narrowType<{ reference: string }>()
    .where('connection_id', 'in', connectionIds)
    .where('own_reference', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();

/** The doors of each key system by its own ids, and by the ids of their groups. */
async function loadDoors(db: Db, connectionIds: readonly string[]) {
  const rows = await db
    .selectFrom('cylinder')
    .leftJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
    .select(['cylinder.connection_id', 'cylinder.id', 'cylinder.external_id', 'cylinder_group.external_id as group'])
    .where('cylinder.connection_id', 'in', connectionIds)
    .where('cylinder.deleted_at', 'is', null)
    .execute();
  const systems = new Map(
    [...Map.groupBy(rows, ({ connection_id }) => connection_id)].map(([system, doors]) => {
      const byId = new Map(doors.map(({ external_id, id }) => [external_id, id]));
      const groups = Map.groupBy(doors, ({ group }) => group);
      const byGroup = new Map([...groups].map(([group, members]) => [group, members.map(({ id }) => id)]));
      return [system, { byId, byGroup }] as const;
    }),
  );
  const none = { byId: new Map<string, string>(), byGroup: new Map<string | null, string[]>() };
  return (system: string) => systems.get(system) ?? none;
}

async function listUnread(db: Db, connectionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from key_system_connection as system
    where id = any(${[...connectionIds]}::uuid[]) and persons_read_at is null and not exists (
      select from recorded_person where connection_id = system.id and own_reference is not null)`.execute(db);
  return rows.map(({ id }) => id);
}
