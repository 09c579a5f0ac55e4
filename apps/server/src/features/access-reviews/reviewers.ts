import type { Db } from '#platform/deps';
import { asProduct, type Reader } from '#platform/visible-to';
import { placesOf } from '../locations/relation';
import { peopleOf } from '../people/relation';

export type Place = {
  parent_id: string | null;
  path: string;
  protection_class: number | null;
  owner_id: string | null;
  deputy_id: string | null;
};

type Row = {
  id: string;
  parent_id: string | null;
  name: string;
  protection_class: number | null;
  owner_person_id: string | null;
  deputy_person_id: string | null;
};

/** All places; class and owner are those of the nearest place above that has them. */
export async function readPlaces(db: Db): Promise<ReadonlyMap<string, Place>> {
  const rows: Row[] = await db
    .selectFrom(placesOf(asProduct(db)))
    .select(['id', 'parent_id', 'name', 'protection_class', 'owner_person_id', 'deputy_person_id'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<string, Place>();
  const placeOf = ({ id, parent_id, name, protection_class, owner_person_id, deputy_person_id }: Row): Place => {
    const done = known.get(id);
    if (done) return done;
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    const above = parent && placeOf(parent);
    const hasOwner = owner_person_id !== null || deputy_person_id !== null;
    const place = {
      parent_id,
      path: above ? `${above.path} / ${name}` : name,
      protection_class: protection_class ?? above?.protection_class ?? null,
      owner_id: hasOwner ? owner_person_id : (above?.owner_id ?? null),
      deputy_id: hasOwner ? deputy_person_id : (above?.deputy_id ?? null),
    };
    known.set(id, place);
    return place;
  };
  for (const row of rows) placeOf(row);
  return known;
}

/**
 * The manager of each person, by the rule of the directory: within one source the person with this external id, else the only one
 * with this username. No one is their own manager.
 */
export async function findManagers(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const people = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'connection_id', 'external_id', 'username', 'manager_ref'])
    .where('superseded_at', 'is', null)
    .execute();
  const keyOf = (connection: string, ref: string) => `${connection} ${ref}`;
  const byExternal = new Map(people.map((one) => [keyOf(one.connection_id, one.external_id), one.id]));
  const byUsername = new Map<string, string | null>();
  for (const { id, connection_id, username } of people) {
    if (username === null) continue;
    const key = keyOf(connection_id, username);
    byUsername.set(key, byUsername.has(key) ? null : id);
  }
  const found = new Map<string, string>();
  for (const { id, connection_id, manager_ref } of people) {
    if (manager_ref === null) continue;
    const key = keyOf(connection_id, manager_ref);
    const manager = byExternal.get(key) ?? byUsername.get(key);
    if (manager && manager !== id) found.set(id, manager);
  }
  return found;
}
