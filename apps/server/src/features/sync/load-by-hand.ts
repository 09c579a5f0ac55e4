import type { KeySystemProfile, RecordedKeySystem } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

type Membership = { profile_reference: string; person_reference: string };

/** Ours in the mirror that was not read under its reference. */
export type ByHand = {
  persons: RecordedKeySystem['persons'][number][];
  /** Those whose doors and hours are known. */
  profiles: KeySystemProfile[];
  /** Memberships of which one side is not read under its reference. */
  members: Membership[];
};

/** @param read references that were read; everything else in the mirror of this key system is known by hand */
export async function loadByHand(
  db: Db,
  connectionId: string,
  read: { persons: readonly string[]; profiles: readonly string[] },
): Promise<ByHand> {
  const persons = await db
    .selectFrom('key_system_person')
    .select(['reference', 'first_name', 'surname', 'email', 'employee_id', 'active'])
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`not exists (select from unnest(${read.persons}::uuid[]) as r(reference)
      where r.reference = key_system_person.reference)`)
    .execute();
  const profiles = await db
    .selectFrom('key_system_profile')
    .select(['reference', 'content'])
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`not (reference = any(${read.profiles}::uuid[]))`)
    .execute();
  if (persons.length + profiles.length === 0) return { persons: [], profiles: [], members: [] };
  const members = await db
    .selectFrom('key_system_profile_member')
    .select(['profile_reference', 'person_reference'])
    .where('connection_id', '=', connectionId)
    .where((q) =>
      q.or([
        q('profile_reference', '=', q.fn.any(q.val(profiles.map(({ reference }) => reference)))),
        q('person_reference', '=', q.fn.any(q.val(persons.map(({ reference }) => reference)))),
      ]),
    )
    .execute();
  const contents = profiles.flatMap(({ content }) => (content ? [content as KeySystemProfile] : [])); // as saved by mirrorWrites and saveRecorded
  return { persons, profiles: contents, members };
}
