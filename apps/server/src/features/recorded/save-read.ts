import type { Tx } from '#platform/deps';
import { noteFound, notePersons } from './note-drift';
import { listRecordedProfiles, noteProfiles } from './note-profiles';
import {
  type KeptRows,
  listPersonsFound,
  type ReadPerson,
  type ReadProfile,
  saveOwnMembers,
  saveOwnPersons,
  saveOwnProfiles,
} from './save-own';

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
  const recorded = await listRecordedProfiles(tx, connectionId);
  const found = await listPersonsFound(tx, connectionId, { read: persons, kept });
  await saveOwnPersons(tx, connectionId, { read: persons, ...rest });
  await saveOwnProfiles(tx, connectionId, { read: profiles, ...rest });
  const { added, removed } = await saveOwnMembers(tx, connectionId, { persons, profiles });
  await notePersons(tx, connectionId, { found, readAt });
  await noteProfiles(tx, connectionId, recorded, { read: profiles, isGone: !kept.profiles, readAt });
  const known = new Set(recorded.map(({ reference }) => reference));
  const ofKnown = (pairs: typeof added) => pairs.filter(({ profile_reference }) => known.has(profile_reference));
  await noteFound(tx, connectionId, { kind: 'member_added', found: ofKnown(added), readAt });
  await noteFound(tx, connectionId, { kind: 'member_removed', found: ofKnown(removed), readAt });
}
