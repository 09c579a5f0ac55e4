import { type RawBuilder, sql } from 'kysely';
import { placeFacts } from '#features/locations/service';
import { shownName } from '#platform/door-names';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { zoneOfSystem } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

type Exposed = { connection_id: string; key_id: string; cylinder_id: string };

type KeyNames = {
  key_marking: string;
  connection_name: string;
  holder_identity: string | null;
  person_id: string | null;
  person_name: string | null;
  department: string | null;
  outsider_name: string | null;
};

type DoorNames = { cylinder_marking: string; cylinder_name: string; location_id: string | null };

type PlaceNames = { location_path: string | null; protection_class: number | null; time_zone: string };

/**
 * Adds key, holder, door and place to rights. Looked up apart from the rights, for the distinct ones of a page: planning one
 * statement over all these tables takes longer than running it.
 */
export async function withNames<Right extends Exposed>(
  reader: Reader,
  rights: readonly Right[],
): Promise<(Right & KeyNames & DoorNames & PlaceNames)[]> {
  const keys = await keyNames(reader, distinct(rights.map(({ key_id }) => key_id)));
  const doors = await doorNames(reader, distinct(rights.map(({ cylinder_id }) => cylinder_id)));
  const placed = distinct([...doors.values()].flatMap(({ location_id }) => location_id ?? []));
  const places = await placeFacts(reader.db, placed);
  const zoneOf = await zoneOfSystem(reader);
  return rights.flatMap((right) => {
    const [key, door] = [keys.get(right.key_id), doors.get(right.cylinder_id)];
    if (!key || !door) return []; // deleted with its key system meanwhile
    const place = places.get(door.location_id ?? '');
    return [
      {
        ...right,
        ...key,
        ...door,
        location_path: place?.path ?? null,
        protection_class: place?.protection_class ?? null,
        time_zone: place?.time_zone ?? zoneOf(right.connection_id),
      },
    ];
  });
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

const isOneOf = (ids: readonly string[]): RawBuilder<unknown> => sql`any(${`{${ids.join()}}`}::uuid[])`;

async function keyNames(reader: Reader, ids: readonly string[]): Promise<Map<string, KeyNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KeyNames & { id: string }>`
    select key.id, key.marking as key_marking,
      (select name from key_system_connection as system where system.id = key.connection_id) as connection_name,
      standing.holder_identity, custodian.id as person_id, custodian.display_name as person_name, custodian.department,
      (select full_name from recorded_person as outsider where outsider.connection_id = key.connection_id
        and outsider.identity = standing.holder_identity) as outsider_name
    from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    left join ${peopleOf(reader, 'custodian')} on custodian.id = standing.person_id
    where key.id = ${isOneOf(ids)}`.execute(reader.db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

async function doorNames(reader: Reader, ids: readonly string[]): Promise<Map<string, DoorNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DoorNames & { id: string }>`
    select cylinder.id, cylinder.marking as cylinder_marking, ${shownName('cylinder')} as cylinder_name, cylinder.location_id
    from ${doorsOf(reader)} where cylinder.id = ${isOneOf(ids)}`.execute(reader.db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
