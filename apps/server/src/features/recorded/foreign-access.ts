import type { WeeklyWindow } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Active in a key system; `own` is our person whom the record stands for. */
export type Holder = {
  id: string;
  connection_id: string;
  own: string | null;
  employee_id: string | null;
  email: string | null;
  name: string;
};

/** The active persons of these key systems. */
export async function listHolders(db: Db, connectionIds: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id, connection_id, own_reference as own, employee_id, email, full_name as name from recorded_person
    where connection_id = any(${[...connectionIds]}::uuid[]) and active and deleted_at is null
    order by id`.execute(db);
  return rows;
}

/** A profile; doors by id and holders by the ids of their rows are separated by blanks, which parse faster than an array. */
export type ForeignAccess = {
  id: string;
  name: string;
  /** Null: not listed since hours are kept. */
  schedule: WeeklyWindow[] | null;
  /** It has a reference, so another installation keeps it. */
  is_referenced: boolean;
  doors: string;
  holders: string;
};

/** The access that foreign profiles of these key systems give, as last read, with cylinder groups expanded. */
export async function listForeignAccess(db: Db, connectionIds: readonly string[]): Promise<ForeignAccess[]> {
  const { rows } = await sql<ForeignAccess>`
    with profile as materialized (
      select id, connection_id, name, schedule, reference is not null as is_referenced, door_ids, group_ids, member_identities, member_references from recorded_profile
      where connection_id = any(${[...connectionIds]}::uuid[]) and own_reference is null and deleted_at is null
    ), cylinders as materialized (
      select cylinder.id, cylinder.connection_id, cylinder.external_id, cylinder_group.external_id as group_id from cylinder
      left join cylinder_group on cylinder_group.id = cylinder.group_id
      where cylinder.connection_id = any(${[...connectionIds]}::uuid[]) and cylinder.deleted_at is null
    ), given as (
      select profile.id, cylinders.id as door from profile cross join unnest(door_ids) as one(id)
      join cylinders on cylinders.connection_id = profile.connection_id and cylinders.external_id = one.id
      union
      select profile.id, cylinders.id from profile cross join unnest(group_ids) as one(id)
      join cylinders on cylinders.connection_id = profile.connection_id and cylinders.group_id = one.id
    ), member as (${members('member_identities', 'identity')} union ${members('member_references', 'reference')})
    select profile.id, profile.name, profile.schedule, profile.is_referenced, given.doors, member.holders
    from (select id, string_agg(door::text, ' ') as doors from given group by id) as given
    join (select id, string_agg(holder::text, ' ') as holders from member group by id) as member on member.id = given.id
    join profile on profile.id = given.id
    order by given.id`.execute(db);
  return rows;
}

const members = (
  listed: 'member_identities' | 'member_references',
  own: 'identity' | 'reference',
): RawBuilder<unknown> =>
  sql`select profile.id, person.id as holder from profile cross join unnest(${sql.ref(listed)}) as one(id)
    join recorded_person as person
      on person.connection_id = profile.connection_id and ${sql.ref(`person.${own}`)} = one.id
    where person.active and person.deleted_at is null`;

/** Doors that each holder has opened since then, by the access events of key systems; null when there are no events. */
export async function listUsed(
  db: Db,
  connectionIds: readonly string[],
  since: Date,
): Promise<{ holder: string; doors: string }[] | null> {
  const hasEvents = await db
    .selectFrom('access_event')
    .select('external_id')
    .where('connection_id', 'in', [...connectionIds])
    .limit(1)
    .executeTakeFirst();
  if (!hasEvents) return null;
  const { rows } = await sql<{ holder: string; doors: string }>`
    select holder, string_agg(door::text, ' ') as doors
    from (
      select distinct person.id as holder, cylinder.id as door from access_event as event
      join cylinder on cylinder.connection_id = event.connection_id
        and cylinder.external_id = event.cylinder_external_id
      left join key on key.connection_id = event.connection_id and key.external_id = event.key_external_id
      join recorded_person as person on person.connection_id = event.connection_id
        and person.identity = coalesce(event.person_identity, key.holder_identity)
      where event.connection_id = any(${[...connectionIds]}::uuid[]) and event.result = 'granted'
        and event.event_time >= ${since}::timestamptz and cylinder.deleted_at is null
    ) as used group by holder`.execute(db);
  return rows;
}
