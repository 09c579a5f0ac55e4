import type { KeyAccess, KeyAccessGroup, KeyRight, Page } from '@key2xs/contract';
import { cylindersOf, type KeyEnd, listBits } from '@key2xs/domain';
import { sql } from 'kysely';
import { locationPath } from '#features/locations/service';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { zoneOfSystem } from '../key-times/service';
import { keysOf } from '../keys/relation';
import { type KeyDoor, type KeyDoors, readKeyDoors } from './key-doors';

export { findOldestExposure } from './exposed-source';
export { readOpenedThen } from './opened-then';
export { summarizeExposure } from './summary';

type ReadContext = { reader: Reader; now: Date };

/**
 * What a key may open by each layer; where they differ first.
 * @param group only the doors of this group, or those of none
 * @throws AppError not_found
 */
export async function readKeyAccess(
  deps: Pick<Deps, 'access'>,
  { reader, now }: ReadContext,
  { id, group, page }: { id: string; group?: string | undefined; page: Page },
): Promise<KeyAccess> {
  const found = await readKeyDoors(reader, id, now);
  if (!found) throw notFound('key');
  const wanted = await desiredDoors(deps, reader, found.person_id);
  const doors = found.doors
    .filter(({ cylinder_id, isMeant }) => isMeant || wanted?.has(cylinder_id))
    .map((door) => ({ door, desired: wanted ? wanted.has(door.cylinder_id) : null }));
  const inGroup = doors.filter(({ door }) => group === undefined || (door.group_id ?? 'none') === group);
  const ordered = [...inGroup.filter(differs), ...inGroup.filter((row) => !differs(row))];
  const { content } = found;
  const end = presentEnd(found.end);
  const shown = ordered.slice(page.offset, page.offset + page.limit);
  const places = await listPlaces(
    reader,
    shown.map(({ door }) => door.cylinder_id),
  );
  return {
    is_known: content?.rights != null,
    carries_rights: found.carries,
    held_at: instant(content?.rights?.at ?? content?.limits?.at),
    is_times_known: content?.limits != null,
    ...end,
    time_zone: (await zoneOfSystem(reader))(found.connection_id),
    read_at: found.read_at?.toISOString() ?? null,
    groups: groupsOf(doors),
    ...{ total: ordered.length, limit: page.limit, offset: page.offset },
    items: shown.map(
      ({ door, desired }): KeyRight => ({
        cylinder_id: door.cylinder_id,
        cylinder_marking: door.cylinder_marking,
        cylinder_name: door.cylinder_name,
        location_path: places.get(door.cylinder_id) ?? null,
        group_name: door.group_name,
        desired,
        recorded: door.recorded,
        effective: door.effective,
        because: door.because,
        since: door.effective === 'yes' ? instant(content?.rights?.at) : null,
        missing: door.missing,
        ...(door.effective === 'no' ? { dead_at: null, dead_by: null } : end),
      }),
    ),
  };
}

async function listPlaces(reader: Reader, cylinders: readonly string[]): Promise<Map<string, string | null>> {
  if (cylinders.length === 0) return new Map();
  const { rows } = await sql<{ id: string; path: string | null }>`
    select cylinder.id, ${locationPath('cylinder.location_id')} as path from ${doorsOf(reader)}
    where cylinder.id = any(${`{${cylinders.join()}}`}::uuid[])`.execute(reader.db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

const instant = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());

const presentEnd = (end: KeyEnd) => ({ dead_at: instant(end?.at), dead_by: end?.by ?? null });

type WantedDoor = { door: KeyDoor; desired: boolean | null };

function groupsOf(doors: readonly WantedDoor[]): KeyAccessGroup[] {
  const groups = [...Map.groupBy(doors, ({ door }) => door.group_id)].map(([group_id, rows]) => ({
    group_id,
    group_name: rows[0]?.door.group_name ?? null,
    doors: rows.length,
    differing: rows.filter(differs).length,
    effective: rows.filter(({ door }) => door.effective === 'yes').length,
  }));
  return groups.sort(
    (a, b) => Number(b.differing > 0) - Number(a.differing > 0) || compareNames(a.group_name, b.group_name),
  );
}

/** Without a name last. */
const compareNames = (a: string | null, b: string | null) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a.localeCompare(b, 'en');

function differs({ door, desired }: WantedDoor): boolean {
  const isOther = desired !== null && desired !== door.recorded;
  return isOther || door.effective !== (door.recorded ? 'yes' : 'no');
}

/** Undefined where no person of ours has the key, or the reader may not see what people may open. */
async function desiredDoors(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  person: string | null,
): Promise<ReadonlySet<string> | undefined> {
  if (person === null || !sees(reader.viewer, 'access')) return undefined;
  const { index } = await access.current(reader);
  const number = index.people.numberOf.get(person);
  if (number === undefined) return undefined;
  return new Set([...listBits(cylindersOf(index, number))].flatMap((door) => index.doors.ids[door] ?? []));
}

/** A door that a key opens, or may open, now or after its next update. */
export type ExposedDoor = {
  key_id: string;
  cylinder_id: string;
  /** `not_known`: it may. `no`: not now; what is recorded would open it after an update of the key, or a visit to the cylinder. */
  effective: 'yes' | 'not_known' | 'no';
  /** When the key ends by itself, unless it is updated before; null: no end is known. */
  dead_at: string | null;
  dead_by: 'validity' | 'revalidation' | null;
};

export type KeyExposure = {
  key_id: string;
  /** Whether it is known which rights the key holds: else it may open other doors too. */
  is_known: boolean;
  dead_at: string | null;
  dead_by: 'validity' | 'revalidation' | null;
  doors: ExposedDoor[];
};

/**
 * What a key, or each key that a person has, may still open, of what the reader may see. Reads in the caller's transaction.
 * Empty for a key that the reader may not see.
 */
export async function exposureOf(
  reader: Reader,
  about: { key_id: string } | { person_id: string },
  now: Date,
): Promise<KeyExposure[]> {
  const ids = 'key_id' in about ? [about.key_id] : await keysOfPerson(reader, about.person_id);
  const exposures: KeyExposure[] = [];
  for (const id of ids) {
    const found = await readKeyDoors(reader, id, now);
    if (found) exposures.push(exposureIn(id, found));
  }
  return exposures;
}

function exposureIn(key_id: string, { content, end, doors }: KeyDoors): KeyExposure {
  const dead = presentEnd(end);
  return {
    key_id,
    is_known: content?.rights != null,
    ...dead,
    doors: doors
      .filter(({ effective, isMeant, recorded }) => isMeant && (effective !== 'no' || recorded))
      .map(({ cylinder_id, effective }) => ({ key_id, cylinder_id, effective, ...dead })),
  };
}

/** Whether a key opens each door of its key system in fact, by cylinder. Reads in the caller's transaction. */
export async function effectsOf(
  reader: Reader,
  keyId: string,
  now: Date,
): Promise<ReadonlyMap<string, KeyDoor['effective']>> {
  const found = await readKeyDoors(reader, keyId, now);
  return new Map(found?.doors.map(({ cylinder_id, effective }) => [cylinder_id, effective]));
}

async function keysOfPerson(reader: Reader, person: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select key.id from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    where standing.person_id = ${person}::uuid and key.deleted_at is null order by key.marking, key.id`.execute(
    reader.db,
  );
  return rows.map(({ id }) => id);
}
