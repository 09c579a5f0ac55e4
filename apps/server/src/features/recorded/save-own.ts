import type { KeySystemProfile, RecordedKeySystem } from '@key2xs/domain';
import { sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Db, Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';
import { claim, release } from './own';

export type ReadPerson = RecordedKeySystem['persons'][number] & { identity: string };
export type ReadProfile = KeySystemProfile & { identity: string; members: readonly string[] };

/** Records that stay ours without being read under our reference, because the read cannot show it. */
export type KeptRows = {
  /** Persons with these identities; undefined: with any. */
  identities: readonly string[] | undefined;
  /** Persons without a known identity. */
  unidentified: boolean;
  profiles: boolean;
};

const keptPerson = ({ identities, unidentified }: KeptRows) =>
  sql`case when record.identity is null then ${unidentified}::boolean
    else ${identities === undefined}::boolean or record.identity = any(${identities ?? []}::text[]) end`;

type Read<T, Kept = KeptRows> = { read: readonly T[]; kept: Kept; readAt: Date };

const referencesOf = (records: readonly { reference: string }[]) => records.map(({ reference }) => reference);

export async function saveOwnPersons(
  tx: Tx,
  connectionId: string,
  { read, kept, readAt }: Read<ReadPerson>,
): Promise<void> {
  await addOwnPersons(tx, connectionId, { read, readAt });
  const isKept = keptPerson(kept);
  const isRead = sql`record.own_reference = any(${referencesOf(read)}::uuid[])`;
  await release(tx, connectionId, 'recorded_person', sql`not ${isRead} and not ${isKept}`);
}

/** Saves persons read under our references; the others stay as they are. */
export async function addOwnPersons(
  tx: Tx,
  connectionId: string,
  { read, readAt }: Omit<Read<ReadPerson>, 'kept'>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into recorded_person as known (connection_id, identity, reference, first_name, surname, email, employee_id,
      active, known_from, known_at)
    select distinct on (r.identity) ${connectionId}::uuid, r.*, 'read', ${readAt}::timestamptz from jsonb_to_recordset(${storableJson(read)}::jsonb)
      as r(identity text, reference text, first_name text, surname text, email text, employee_id text, active boolean)
    on conflict (connection_id, identity) do update
    set reference = excluded.reference, first_name = excluded.first_name, surname = excluded.surname,
      email = excluded.email, employee_id = excluded.employee_id, active = excluded.active, deleted_at = null,
      row_hash = '', known_from = 'read', known_at = excluded.known_at
    where (known.reference, known.first_name, known.surname, known.email, known.employee_id, known.active, known.deleted_at)
      is distinct from (excluded.reference, excluded.first_name, excluded.surname, excluded.email, excluded.employee_id,
        excluded.active, null::timestamptz)`.execute(tx);
  if (numAffectedRows) await saveDigest(tx, connectionId, 'recorded_person', null);
  await claim(tx, connectionId, 'recorded_person', read);
}

export async function saveOwnProfiles(
  tx: Tx,
  connectionId: string,
  { read, kept, readAt }: Read<ReadProfile, Pick<KeptRows, 'profiles'>>,
): Promise<void> {
  await addOwnProfiles(tx, connectionId, { read, readAt });
  const isRead = sql`record.own_reference = any(${referencesOf(read)}::uuid[])`;
  await release(tx, connectionId, 'recorded_profile', sql`not ${isRead} and not ${kept.profiles}::boolean`);
}

/** Saves profiles read under our references, without their members; the others stay as they are. */
export async function addOwnProfiles(
  tx: Tx,
  connectionId: string,
  { read, readAt }: Omit<Read<ReadProfile>, 'kept'>,
): Promise<void> {
  const heads = read.map(({ identity, members: _, ...content }) => ({ ...content, identity, content }));
  const { numAffectedRows } = await sql`
    insert into recorded_profile as known (connection_id, identity, reference, name, description, content, known_from, known_at)
    select distinct on (r.identity) ${connectionId}::uuid, r.*, 'read', ${readAt}::timestamptz from jsonb_to_recordset(${storableJson(heads)}::jsonb)
      as r(identity text, reference text, name text, description text, content jsonb)
    on conflict (connection_id, identity) do update
    set reference = excluded.reference, name = excluded.name, description = excluded.description,
      content = excluded.content, deleted_at = null, row_hash = '', known_from = 'read', known_at = excluded.known_at
    where (known.reference, known.name, known.content, known.deleted_at)
      is distinct from (excluded.reference, excluded.name, excluded.content, null::timestamptz)`.execute(tx);
  if (numAffectedRows) await saveDigest(tx, connectionId, 'recorded_profile', null);
  await claim(tx, connectionId, 'recorded_profile', read);
}

/** Our persons whose read active state differs from the recorded one; called before the read is saved. */
export async function listActiveChanges(
  db: Db,
  connectionId: string,
  { read, kept }: Pick<Read<ReadPerson>, 'read' | 'kept'>,
): Promise<{ reference: string; active: boolean }[]> {
  const { rows } = await sql<{ reference: string; active: boolean }>`
    with found as (
      select reference, bool_or(active) as active from jsonb_to_recordset(${storableJson(read)}::jsonb)
        as r(reference uuid, active boolean) group by 1)
    select record.own_reference as reference, coalesce(found.active, false) as active
    from recorded_person as record left join found on found.reference = record.own_reference
    where record.connection_id = ${connectionId} and record.own_reference is not null
      and (record.active and record.deleted_at is null) <> coalesce(found.active, false)
      and (found.reference is not null or not ${keptPerson(kept)})
    union
    select drift.person_reference, true from recorded_drift as drift join found on found.reference = drift.person_reference
    where drift.connection_id = ${connectionId} and drift.kind = 'person_deactivated' and found.active`.execute(db);
  return rows;
}

type Pair = { profile_reference: string; person_reference: string };

/**
 * Saves the memberships of the profiles read. A membership of an unread person stays while the person is ours.
 * @param read.persons references of the persons read
 * @returns which came and went of the persons read
 */
export async function saveOwnMembers(
  tx: Tx,
  connectionId: string,
  { persons, profiles }: { persons: readonly string[]; profiles: readonly ReadProfile[] },
): Promise<{ added: Pair[]; removed: Pair[] }> {
  const members = JSON.stringify(
    profiles.flatMap(({ reference, members: some }) => some.map((person) => ({ profile: reference, person }))),
  );
  const read = sql`jsonb_to_recordset(${members}::jsonb) as r(profile uuid, person uuid)`;
  const isOurs = (table: string, reference: string) => sql`exists (select from ${sql.table(table)} as own
    where own.connection_id = member.connection_id and own.own_reference = ${sql.ref(reference)})`;
  const removed = await sql<Pair>`
    delete from recorded_profile_member as member
    where connection_id = ${connectionId} and (not ${isOurs('recorded_profile', 'member.profile_reference')} or (
      member.profile_reference = any(${referencesOf(profiles)}::uuid[])
      and not exists (select from ${read} where r.profile = member.profile_reference and r.person = member.person_reference)
      and (member.person_reference = any(${[...persons]}::uuid[])
        or not ${isOurs('recorded_person', 'member.person_reference')})))
    returning member.profile_reference, member.person_reference`.execute(tx);
  const added = await sql<Pair>`
    insert into recorded_profile_member (connection_id, profile_reference, person_reference)
    select ${connectionId}, r.profile, r.person from ${read} on conflict do nothing
    returning profile_reference, person_reference`.execute(tx);
  if (removed.rows.length + added.rows.length > 0) await saveDigest(tx, connectionId, 'recorded_profile', null);
  const readPersons = new Set(persons);
  const readProfiles = new Set(referencesOf(profiles));
  const isRead = (pair: Pair) => readPersons.has(pair.person_reference) && readProfiles.has(pair.profile_reference);
  return { added: added.rows.filter(isRead), removed: removed.rows.filter(isRead) };
}
