import type { RecordedKeySystem } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { isActive } from './note-drift';

/** Our persons that a key system has recorded. */
export const ownPersons = (db: Db, connectionId: string) =>
  db
    .selectFrom('recorded_person as recorded')
    .select(['own_reference as reference', 'first_name', 'surname', 'email', 'employee_id', isActive.as('active')])
    .$narrowType<{ reference: string }>()
    .where('connection_id', '=', connectionId)
    .where('own_reference', 'is not', null);

export type RecordedPersons = {
  persons: ReadonlyMap<string, RecordedKeySystem['persons'][number]>;
  /** References of the profiles that each is a member of. */
  held: ReadonlyMap<string, readonly string[]>;
};

/** What a key system has recorded of these people. */
export async function loadRecordedPersons(
  db: Db,
  connectionId: string,
  references: readonly string[],
): Promise<RecordedPersons> {
  const isNamed = (column: string) => sql<boolean>`${sql.ref(column)} = any(${references}::uuid[])`;
  const persons = await ownPersons(db, connectionId).where(isNamed('own_reference')).execute();
  const members = await db
    .selectFrom('recorded_profile_member')
    .select(['person_reference', 'profile_reference'])
    .where('connection_id', '=', connectionId)
    .where(isNamed('person_reference'))
    .execute();
  const held = new Map<string, string[]>();
  for (const { person_reference, profile_reference } of members) {
    held.set(person_reference, [...(held.get(person_reference) ?? []), profile_reference]);
  }
  return { persons: new Map(persons.map((person) => [person.reference, person])), held };
}
