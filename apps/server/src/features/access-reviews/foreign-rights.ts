import type { Reader } from '#platform/visible-to';
import { listOpeners } from '../recorded/service';

/** What someone can open by records that we have not written. */
export type ForeignRight = {
  person_id: string | null;
  /** Null for a key without a holder. */
  recorded_person_id: string | null;
  key_id: string | null;
  doors: readonly string[];
  profiles: readonly string[];
};

/** By what was entered in key systems themselves: their own profiles, and keys that name doors. */
export async function listForeignRights(reader: Reader, doors: readonly string[]): Promise<ForeignRight[]> {
  if (doors.length === 0) return [];
  const openers = await listOpeners(reader, { doors, since: null, people: [] });
  return openers.map(({ person_id, person, key, doors: opened, profiles }) => ({
    person_id,
    recorded_person_id: person,
    key_id: key,
    doors: opened,
    profiles: profiles.map(({ name }) => name).sort(),
  }));
}
