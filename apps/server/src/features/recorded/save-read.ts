import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { noteDifferences, notePersons } from './note-drift';
import { listRecordedProfiles, noteProfiles } from './note-profiles';
import { noteRights } from './note-reading';
import {
  type KeptRows,
  listActiveChanges,
  type ReadPerson,
  type ReadProfile,
  saveOwnMembers,
  saveOwnPersons,
  saveOwnProfiles,
} from './save-own';

type Reading = { kept: Pick<KeptRows, 'profiles'>; readAt: Date };

/**
 * Makes our persons, profiles and memberships equal to what was read under our references, except those to keep. Skips
 * unchanged rows.
 */
export async function saveOwn(
  tx: Tx,
  connectionId: string,
  { persons, profiles, ...rest }: { persons: ReadPerson[]; profiles: ReadProfile[]; kept: KeptRows; readAt: Date },
): Promise<void> {
  const { kept, readAt } = rest;
  const found = await listActiveChanges(tx, connectionId, { read: persons, kept });
  await saveOwnPersons(tx, connectionId, { read: persons, ...rest });
  await notePersons(tx, connectionId, { found, readAt });
  await noteRights(tx, connectionId, 'written');
  await saveRights(tx, connectionId, { persons: persons.map(({ reference }) => reference), profiles, ...rest });
}

/** The same for profiles and their members alone; the persons listed under our references have been saved before. */
export async function saveOwnProfilesRead(
  tx: Tx,
  connectionId: string,
  read: { profiles: ReadProfile[] } & Reading,
): Promise<void> {
  await noteRights(tx, connectionId, 'listed');
  await saveRights(tx, connectionId, { persons: await listReferenced(tx, connectionId), ...read });
}

async function listReferenced(db: Db, connectionId: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select own_reference::text as reference from recorded_person
    where connection_id = ${connectionId} and own_reference::text = reference and deleted_at is null`.execute(db);
  return rows.map(({ reference }) => reference);
}

type Rights = { persons: readonly string[]; profiles: ReadProfile[] } & Reading;

/** @param read.persons references of the persons read */
async function saveRights(tx: Tx, connectionId: string, { persons, profiles, kept, readAt }: Rights): Promise<void> {
  const recorded = await listRecordedProfiles(tx, connectionId);
  await saveOwnProfiles(tx, connectionId, { read: profiles, kept, readAt });
  const { added, removed } = await saveOwnMembers(tx, connectionId, { persons, profiles });
  await noteProfiles(tx, connectionId, recorded, { read: profiles, isGone: !kept.profiles, readAt });
  const known = new Set(recorded.map(({ reference }) => reference));
  const ofKnown = (pairs: typeof added) => pairs.filter(({ profile_reference }) => known.has(profile_reference));
  await noteDifferences(tx, connectionId, { kind: 'member_added', found: ofKnown(added), readAt });
  await noteDifferences(tx, connectionId, { kind: 'member_removed', found: ofKnown(removed), readAt });
}
