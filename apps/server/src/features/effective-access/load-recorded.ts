import type { CylinderJob, KeyLimits, RecordedForKey } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { derivedId } from '#platform/derived-id';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';

export type StoredSet = { id: string; cylinders: readonly string[]; groups: readonly string[] };

export type Whereabouts = 'in_hand' | 'in_stock' | 'lost' | 'retired';

export type KeyToLookAt = RecordedForKey & { id: string; external_id: string; whereabouts: Whereabouts };

export type CylinderToLookAt = {
  id: string;
  external_id: string;
  group: string | null;
  block_used: number | null;
  jobs: readonly CylinderJob[];
};

/** What a key system has recorded, as mirrored, with rights as sets. */
export type Recorded = {
  sets: ReadonlyMap<string, StoredSet>;
  keys: readonly KeyToLookAt[];
  cylinders: readonly CylinderToLookAt[];
};

/** Of one key system, or of one of its keys. In a transaction with one snapshot: lists of different moments do not fit together. */
export async function loadRecorded(db: Db, connectionId: string): Promise<Recorded> {
  const profiles = await listProfiles(db, connectionId);
  const sets = new Map<string, StoredSet>();
  const setOf = (cylinders: readonly string[], groups: readonly string[]): string | null => {
    if (cylinders.length + groups.length === 0) return null;
    const content = { cylinders: [...new Set(cylinders)].sort(), groups: [...new Set(groups)].sort() };
    const id = derivedId(JSON.stringify([connectionId, content]));
    sets.set(id, { id, ...content });
    return id;
  };
  const ofProfiles = new Map(
    profiles.map(({ id, cylinders, groups }) => [id, { set: setOf(cylinders ?? [], groups ?? []) }]),
  );
  const known = new Map(profiles.map(({ id, is_known }) => [id, is_known]));
  const members = new Map((await listMembers(db, connectionId)).map((row) => [row.identity, row]));
  const keys = (await listKeys(db, connectionId)).map((key): KeyToLookAt => {
    const { own_cylinders, own_groups, holder_identity, is_active } = key;
    const member = is_active ? members.get(holder_identity ?? '') : undefined;
    const named = member?.profiles.split(' ') ?? [];
    const theirs = named.flatMap((id) => ofProfiles.get(id)?.set ?? []);
    const own = setOf(own_cylinders ?? [], own_groups ?? []);
    return {
      id: key.id,
      external_id: key.external_id,
      whereabouts: key.whereabouts,
      carries: key.carries,
      hasClock: key.key_type.toLowerCase() !== 'normal',
      updated_at: key.last_update_at?.getTime() ?? null,
      changed_at: key.changed_at?.getTime() ?? null,
      limits: limitsOf(key),
      sets: [...new Set([...theirs, ...(own === null ? [] : [own])])].sort(),
      isWhole:
        own_cylinders !== null &&
        own_groups !== null &&
        (holder_identity === null || is_active !== null) &&
        (member?.is_read ?? true) &&
        named.every((id) => known.get(id)),
    };
  });
  return { sets, keys, cylinders: await listCylinders(db, connectionId) };
}

type Profile = { id: string; cylinders: string[] | null; groups: string[] | null; is_known: boolean };

/** What an operator says to have entered is not taken for what is recorded. */
async function listProfiles(db: Db, connectionId: string): Promise<Profile[]> {
  const { rows } = await sql<Profile>`
    with profile as (
      select id, known_from, case when own_reference is null then door_ids when content is not null
          then array(select jsonb_array_elements_text(content -> 'cylinders')) end as cylinders,
        case when own_reference is null then group_ids when content is not null
          then array(select jsonb_array_elements_text(content -> 'cylinder_groups')) end as groups
      from recorded_profile where connection_id = ${connectionId} and deleted_at is null
    ) select id, cylinders, groups, cylinders is not null and groups is not null and known_from <> 'ticked' as is_known
    from profile`.execute(db);
  return rows;
}

type Member = { identity: string; profiles: string; is_read: boolean };

/** The profiles of holders of keys, by the ids of their rows, separated by blanks: an array takes longer to parse. */
async function listMembers(db: Db, connectionId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    with profile as materialized (
      select id, own_reference, member_identities, member_references from recorded_profile
      where connection_id = ${connectionId} and deleted_at is null
    ), holder as materialized (
      select identity, reference, own_reference from recorded_person
      where connection_id = ${connectionId} and active and deleted_at is null and identity in (
        select holder_identity from ${keysOf(asProduct(db))} where connection_id = ${connectionId})
    ), member as (
      select identity, profile.id, true as is_read from profile cross join unnest(member_identities) as one(identity)
        join holder using (identity)
      union all
      select identity, profile.id, true from profile cross join unnest(member_references) as one(reference)
        join holder using (reference)
      union all
      select identity, profile.id, holder.reference is not distinct from holder.own_reference::text
      from recorded_profile_member as one
      join holder on holder.own_reference = one.person_reference
      join profile on profile.own_reference = one.profile_reference
      where one.connection_id = ${connectionId}
    ), once as (select identity, id, bool_or(is_read) as is_read from member group by identity, id)
    select identity, string_agg(id::text, ' ') as profiles, bool_and(is_read) as is_read from once group by identity`.execute(
    db,
  );
  return rows;
}

type KeyRow = {
  id: string;
  external_id: string;
  key_type: string;
  carries: boolean;
  holder_identity: string | null;
  /** Null: the holder is no person that has been listed. */
  is_active: boolean | null;
  last_update_at: Date | null;
  changed_at: Date | null;
  validity: KeyLimits['validity'] | null;
  valid_from: Date | null;
  valid_until: Date | null;
  revalidation_minutes: number | null;
  own_cylinders: string[] | null;
  own_groups: string[] | null;
  whereabouts: Whereabouts;
  is_as_read: boolean;
};

async function listKeys(db: Db, connectionId: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select key.id, key.external_id, key_type, lower(key_type) in ('dynamic', 'connect') as carries, key.holder_identity,
      holder.active and holder.deleted_at is null as is_active, last_update_at, key.changed_at, validity, valid_from, valid_until,
      revalidation_minutes, own_cylinders, own_groups, key.row_hash <> '' as is_as_read, case
        when standing.state in ('lost', 'retired') then standing.state
        when standing.state = 'handed_out' or standing.assignment_id is not null then 'in_hand' else 'in_stock' end as whereabouts
    from ${keysOf(asProduct(db))} join key_standing as standing on standing.key_id = key.id
    left join recorded_person as holder
      on holder.connection_id = key.connection_id and holder.identity = key.holder_identity
    where key.connection_id = ${connectionId} and key.deleted_at is null`.execute(db);
  return rows;
}

/** What was written here since the last reading may not be what the key system had when the key was updated. */
function limitsOf({ validity, valid_from, valid_until, revalidation_minutes, is_as_read }: KeyRow): KeyLimits | null {
  if (validity === null || !is_as_read) return null;
  return {
    validity,
    from: valid_from?.getTime() ?? null,
    until: valid_until?.getTime() ?? null,
    revalidation_minutes,
  };
}

type JobRow = Omit<CylinderJob, 'created_at' | 'done_at'> & {
  cylinder: string;
  created_at: Date;
  done_at: Date | null;
};

async function listCylinders(db: Db, connectionId: string): Promise<CylinderToLookAt[]> {
  const { rows: cylinders } = await sql<Omit<CylinderToLookAt, 'jobs'>>`
    select cylinder.id, cylinder.external_id, cylinder_group.external_id as group, block_used
    from ${doorsOf(asProduct(db))} left join cylinder_group on cylinder_group.id = cylinder.group_id
    where cylinder.connection_id = ${connectionId} and cylinder.deleted_at is null and not cylinder.is_planned
    order by cylinder.id`.execute(db);
  const jobs = await listCylinderJobs(db, connectionId);
  const byCylinder = Map.groupBy(jobs, ({ cylinder }) => cylinder);
  return cylinders.map((cylinder) => ({
    ...cylinder,
    jobs: byCylinder.get(cylinder.external_id) ?? [],
  }));
}

/** Of a key system, also those that it lists no longer: what was done, was done. */
export async function listCylinderJobs(db: Db, connectionId: string): Promise<(CylinderJob & { cylinder: string })[]> {
  const { rows } = await sql<JobRow>`
    select cylinder_external_id as cylinder, kind, state, key_external_id as key, created_at, done_at from programming_job
    where connection_id = ${connectionId} and kind <> 'fetch_events'
    order by created_at, external_id`.execute(db);
  return rows.map((row) => ({ ...jobOf(row), cylinder: row.cylinder }));
}

/** A job counts as done by its state: only then is it certain that the cylinder was programmed. */
const jobOf = ({ kind, state, key, created_at, done_at }: JobRow): CylinderJob => ({
  ...{ kind, state, key },
  created_at: created_at.getTime(),
  done_at: state === 'done' ? (done_at?.getTime() ?? null) : null,
});
