import {
  type AwaitedPerson,
  type ForeignPerson,
  type KeySystemProfile,
  type KeySystemWrite,
  linkByName,
  type RecordedKeySystem,
  type RecordedView,
} from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { forgetRenamed } from './adopted';
import { compareList, type Difference, holdList } from './mirror/compare-list';
import { findDigest, saveDigest } from './mirror/list-digests';
import { loadFingerprints, markDeleted, writeRows } from './mirror/list-rows';
import { isOfRecords, type MirrorName, type MirrorRow, mirrorTable } from './mirror/mirror-table';
import { forgetDrift, noteListedPersons } from './note-drift';
import { noteRights } from './note-reading';
import { claim, claimListed, release } from './own';
import { nameProfiles, type Origin, setActive, writeStatement } from './record-writes';
import { ownPersons } from './recorded-persons';

export { adopt, forgetUnlisted, loadAdopted, type ToAdopt } from './adopted';
export { addAccessEvents } from './events/add-events';
export { keepMonths, listOldMonths, readRetentionMonths } from './events/retention';
export { type ForeignAccess, type Holder, listForeignAccess, listHolders, listUsed } from './foreign-access';
export { listForeignProfiles } from './foreign-profiles';
export { keysOpening } from './keys-opening';
export {
  changePlannedCylinder,
  changePlannedGroup,
  dropPlannedCylinder,
  dropPlannedGroup,
  planCylinder,
  planGroup,
} from './mirror/planned';
export { type DriftRow, listOpenDrift, markDriftAccepted, settleDrift, unsettledOf } from './note-drift';
export { lookAtKeysJob, noteReading, noteRights, takeUrgent } from './note-reading';
export { describeOpeners, listOpeners } from './openers';
export { isOurForm } from './own';
export { recordJob } from './record-job';
export { recordKeyAccess } from './record-key-access';
export { recordKeyTimes } from './record-key-times';
export { listRecordedDoors } from './recorded-doors';
export { listProfileDoors, listRecordedOf, listRecords, listSystems, type RecordedOf } from './recorded-of-people';
export { loadRecordedPersons, type RecordedPersons } from './recorded-persons';
export { listRecordedProfiles, type RecordedProfile, type RecordedProfiles } from './recorded-profiles';
export type { ReadProfile } from './save-own';
export { saveOwn, saveOwnProfilesRead } from './save-read';
export type { Difference, MirrorName, MirrorRow };

type Listing = {
  name: MirrorName;
  capabilities: readonly string[];
  pages: AsyncIterable<readonly MirrorRow[]>;
  onPage?: (listed: number) => Promise<void>;
};

export type Listed = Difference & {
  digest: string;
  /** It is listed as it was last time, and nothing of it was changed here since. */
  isUnchanged: boolean;
};

/**
 * Reads a whole list and compares it with the mirror; writes nothing. An unchanged list is recognised by its digest and
 * costs only the read.
 */
export async function compareWithMirror(
  db: Db,
  connectionId: string,
  { name, capabilities, pages, onPage = async () => undefined }: Listing,
): Promise<Listed> {
  const table = mirrorTable(name, capabilities);
  const list = await holdList(table, pages, onPage);
  const { digest, listed } = list;
  const isUnchanged = digest === (await findDigest(db, connectionId, name));
  if (isUnchanged) return { table, listed, toWrite: [], gone: [], digest, isUnchanged };
  return { ...(await compareList(table, await loadFingerprints(db, connectionId, table), list)), digest, isUnchanged };
}

/** Writes a difference or a part of one. Until `saveListed` the mirror counts as incomplete for that list. */
export async function saveDifference(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  connectionId: string,
  { table, toWrite, gone }: Pick<Difference, 'table' | 'toWrite' | 'gone'>,
): Promise<void> {
  if (toWrite.length + gone.length === 0) return;
  await saveDigest(tx, connectionId, table.name, null);
  if (table.name === 'recorded_person') await noteListedPersons(tx, deps, connectionId, { toWrite, gone });
  if (toWrite.length > 0) await writeRows(tx, deps, connectionId, { table, rows: toWrite });
  if (gone.length > 0) await markDeleted(tx, deps, connectionId, { table, keys: gone });
  if (!isOfRecords(table.name)) return;
  await claimListed(tx, connectionId, table.name);
  await noteRights(tx, connectionId, 'listed');
}

/** Marks a list as completely mirrored. */
export const saveListed = (
  tx: Tx,
  connectionId: string,
  { table, digest }: Difference & { digest: string },
): Promise<void> => saveDigest(tx, connectionId, table.name, digest);

type Writes = { kind: KeySystemWrite['kind']; writes: readonly object[]; origin: Origin };

/**
 * Updates the mirror after writes or ticks of one kind, so that it is right before the next read. Only that read shows
 * the identity of a new person.
 */
export async function recordWrites(tx: Tx, connectionId: string, { kind, writes, origin }: Writes): Promise<void> {
  if (writes.length === 0) return;
  const json = JSON.stringify(writes);
  if (kind === 'profile_put') await forgetRenamed(tx, connectionId, 'profile', json);
  if (kind === 'person_update') await forgetRenamed(tx, connectionId, 'person', json);
  if (kind === 'member_add') await nameProfiles(connectionId, json, origin).execute(tx);
  await writeStatement(connectionId, { kind, writes: json, origin }).execute(tx);
  await forgetDrift(tx, connectionId, { kind, writes: json });
  await forgetList(tx, connectionId, kind);
  await noteRights(tx, connectionId, 'written');
}

/** Undoes ticks of one kind: ticked creations no longer exist, ticked removals exist again. */
export async function recordUndone(
  tx: Tx,
  connectionId: string,
  { kind, writes, origin }: Writes & { kind: 'profile_put' | 'person_create' | 'person_deactivate' },
): Promise<void> {
  const json = JSON.stringify(writes);
  const isNamed = sql`record.own_reference in (
    select (w ->> 'reference')::uuid from jsonb_array_elements(${json}::jsonb) as w)`;
  if (kind === 'person_create') await release(tx, connectionId, 'recorded_person', isNamed);
  else if (kind === 'person_deactivate') {
    await setActive(connectionId, { writes: json, origin, active: true }).execute(tx);
  } else {
    // Without doors and hours a profile counts as missing; ticked memberships stay.
    await sql`update recorded_profile as record set content = null, row_hash = '', known_from = ${origin.by},
      known_at = ${origin.at} where record.connection_id = ${connectionId} and ${isNamed}`.execute(tx);
  }
  await forgetList(tx, connectionId, kind);
  await noteRights(tx, connectionId, 'written');
}

/** After a change of this kind, the mirror no longer matches the last list of persons or profiles. */
async function forgetList(tx: Tx, connectionId: string, kind: KeySystemWrite['kind']): Promise<void> {
  const isOfPersons = kind === 'person_create' || kind === 'person_update' || kind === 'person_deactivate';
  await saveDigest(tx, connectionId, isOfPersons ? 'recorded_person' : 'recorded_profile', null);
}

export type Awaited = AwaitedPerson & { email: string | null; employee_id: string | null };

/** Marks listed persons as ours when their name matches one that an operator was asked to create. */
export async function linkAwaited(tx: Tx, connectionId: string, awaited: readonly Awaited[]): Promise<void> {
  if (awaited.length === 0) return;
  const links = linkByName(awaited, await listUnclaimed(tx, connectionId, awaited));
  const byReference = new Map(awaited.map((person) => [person.reference, person]));
  const rows = [...links].flatMap(([reference, identity]) => {
    const person = byReference.get(reference);
    return person ? [{ ...person, identity }] : [];
  });
  if (rows.length === 0) return;
  await sql`
    update recorded_person as found
    set first_name = coalesce(own.first_name, w.first_name), surname = coalesce(own.surname, w.surname),
      email = case when own.id is null then w.email else own.email end,
      employee_id = case when own.id is null then w.employee_id else own.employee_id end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w(reference uuid, identity text, first_name text, surname text, email text, employee_id text)
    left join recorded_person as own on own.connection_id = ${connectionId} and own.own_reference = w.reference
    where found.connection_id = ${connectionId} and found.identity = w.identity`.execute(tx);
  await claim(tx, connectionId, 'recorded_person', rows);
}

/** Active foreign persons first seen since the earliest awaited one. */
async function listUnclaimed(db: Db, connectionId: string, awaited: readonly Awaited[]): Promise<ForeignPerson[]> {
  const since = awaited.reduce((first, one) => Math.min(first, one.since), Number.POSITIVE_INFINITY);
  const rows = await db
    .selectFrom('recorded_person')
    .select(['identity', 'first_name', 'surname', 'first_read_at'])
    .where('connection_id', '=', connectionId)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('reference', 'is', null)
    .where('own_reference', 'is', null)
    .where('first_read_at', '>=', new Date(since))
    .execute();
  return rows.flatMap(({ identity, first_read_at, ...name }) =>
    identity !== null && first_read_at ? [{ ...name, identity, firstSeen: first_read_at.getTime() }] : [],
  );
}

const ownProfiles = (db: Db, connectionId: string) =>
  db
    .selectFrom('recorded_profile as recorded')
    .select(['own_reference as reference', 'content'])
    .$narrowType<{ reference: string }>()
    .where('connection_id', '=', connectionId)
    .where('own_reference', 'is not', null);

/** References of our profiles there. */
export async function listOwnProfiles(db: Db, connectionId: string): Promise<ReadonlySet<string>> {
  const rows = await ownProfiles(db, connectionId).clearSelect().select('own_reference as reference').execute();
  return new Set(rows.flatMap(({ reference }) => reference ?? []));
}

const contentOf = ({ content }: { content: object | null }) => (content ? [content as KeySystemProfile] : []); // as saved by saveOwn and recordWrites

/** Our recorded data under these references. */
export async function loadView(db: Db, connectionId: string, references: readonly string[]): Promise<RecordedView> {
  const isNamed = sql<boolean>`own_reference = any(${references}::uuid[])`;
  const persons = await ownPersons(db, connectionId).where(isNamed).execute();
  const profiles = await ownProfiles(db, connectionId).where(isNamed).execute();
  const { rows: members } = await sql<{ membership: string }>`
    select concat(profile_reference, ' ', person_reference) as membership from recorded_profile_member
    where connection_id = ${connectionId} and profile_reference = any(${references}::uuid[])
      and person_reference = any(${references}::uuid[])`.execute(db);
  const personsBy = new Map(persons.map((person) => [person.reference, person]));
  const profilesBy = new Map(profiles.flatMap((row) => contentOf(row).map((content) => [row.reference, content])));
  const memberships = new Set(members.map(({ membership }) => membership));
  return {
    person: (reference) => personsBy.get(reference),
    profile: (reference) => profilesBy.get(reference),
    isMember: (profile, person) => memberships.has(`${profile} ${person}`),
  };
}

/** Our records not read under their reference: known from operators or from our writes. */
export type Unread = {
  persons: RecordedKeySystem['persons'][number][];
  /** Only those with known doors and hours. */
  profiles: KeySystemProfile[];
  /** Memberships with a side not read under its reference. */
  members: { profile_reference: string; person_reference: string }[];
};

/** @param read references that were read */
export async function loadUnread(
  db: Db,
  connectionId: string,
  read: { persons: readonly string[]; profiles: readonly string[] },
): Promise<Unread> {
  const isUnread = (references: readonly string[]) => sql<boolean>`not exists (
    select from unnest(${references}::uuid[]) as r(reference) where r.reference = recorded.own_reference)`;
  const persons = await ownPersons(db, connectionId).where(isUnread(read.persons)).execute();
  const profiles = await ownProfiles(db, connectionId).where(isUnread(read.profiles)).execute();
  if (persons.length + profiles.length === 0) return { persons: [], profiles: [], members: [] };
  const referencesOf = (rows: readonly { reference: string }[]) => rows.map(({ reference }) => reference);
  const members = await db
    .selectFrom('recorded_profile_member')
    .select(['profile_reference', 'person_reference'])
    .where('connection_id', '=', connectionId)
    .where((q) =>
      q.or([
        q('profile_reference', '=', q.fn.any(q.val(referencesOf(profiles)))),
        q('person_reference', '=', q.fn.any(q.val(referencesOf(persons)))),
      ]),
    )
    .execute();
  return { persons, profiles: profiles.flatMap(contentOf), members };
}

/** Everything of ours that a key system has recorded, as far as it is known. */
export async function loadRecorded(db: Db, connectionId: string): Promise<RecordedKeySystem> {
  const persons = await ownPersons(db, connectionId).execute();
  const profiles = (await ownProfiles(db, connectionId).execute()).flatMap(contentOf);
  const { rows } = await sql<{ profile: string; persons: string }>`
    select profile_reference as profile, string_agg(person_reference::text, ' ') as persons
    from recorded_profile_member where connection_id = ${connectionId} group by 1`.execute(db);
  return {
    persons,
    profiles,
    members: new Map(rows.map(({ profile, persons }) => [profile, new Set(persons.split(' '))])),
  };
}
