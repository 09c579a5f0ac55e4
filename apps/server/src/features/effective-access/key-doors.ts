import {
  type CylinderJob,
  coversCylinder,
  type Effect,
  effectOf,
  endOfKey,
  isAccepted,
  isBlocked,
  type KeyContent,
  type KeyEnd,
  type Missing,
  missingFor,
  type RightSet,
} from '@key2xs/domain';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { findKeyContent } from './contents';
import { knowsBlocked } from './exposures';
import { listCylinderJobs, type StoredSet } from './load-recorded';

export type KeyDoor = Effect & {
  cylinder_id: string;
  cylinder_marking: string;
  cylinder_name: string;
  group_id: string | null;
  group_name: string | null;
  recorded: boolean;
  missing: Missing;
  /** Recorded for the key, or perhaps held by it. */
  isMeant: boolean;
};

export type KeyDoors = {
  connection_id: string;
  carries: boolean;
  person_id: string | null;
  content: KeyContent | undefined;
  end: KeyEnd;
  read_at: Date | null;
  doors: KeyDoor[];
};

type KeyRow = {
  connection_id: string;
  external_id: string;
  carries: boolean;
  person_id: string | null;
  read_at: Date | null;
  began_at: Date | null;
};

type DoorRow = Pick<KeyDoor, 'cylinder_id' | 'cylinder_marking' | 'cylinder_name' | 'group_id' | 'group_name'> & {
  external_id: string;
  recorded_group: string | null;
  block_used: number | null;
  is_known: boolean | null;
  held_group: string | null;
  group_since: Date | null;
};

/**
 * The doors that the reader may see, as one key opens them: by what is recorded, and in fact at that moment.
 * @returns undefined when the reader may not see the key
 */
export async function readKeyDoors(reader: Reader, keyId: string, now: Date): Promise<KeyDoors | undefined> {
  const key = await findKey(reader, keyId);
  if (!key) return undefined;
  const content = await findKeyContent(reader.db, keyId);
  const sets = await loadRights(reader, key.connection_id, content);
  const recorded = rightsIn(sets, content?.recorded.sets);
  const held = rightsIn(sets, content?.rights?.sets);
  const seen = rightsIn(sets, content?.seen);
  const jobs = await jobsByCylinder(reader, key.connection_id);
  const isKeyCurrent =
    content?.rights != null && content.rights.sets.join() === content.recorded.sets.join() && content.limits !== null;
  const doors = (await listDoors(reader, key.connection_id)).map((row): KeyDoor => {
    const { external_id, recorded_group, block_used, is_known, held_group, group_since, ...door } = row;
    const isRecorded = coversCylinder(recorded, { id: external_id, group: recorded_group }) === 'yes';
    const there = jobs.get(external_id) ?? [];
    const blocked = isBlocked(there, key.external_id, !knowsBlocked(there, block_used));
    const place = { id: external_id, group: is_known ? held_group : undefined };
    const holds = key.carries
      ? content?.rights
        ? coversCylinder(held, place)
        : 'not_known'
      : isAccepted(there, key.external_id, {
          isRecorded,
          since: Math.max(content?.recorded.seen_at ?? now.getTime(), group_since?.getTime() ?? now.getTime()),
          until: key.began_at?.getTime() ?? 0,
        });
    const effect = effectOf({ holds, blocked, limits: content?.limits ?? null }, now.getTime());
    const missing = missingFor({ isRecorded, effect, carries: key.carries, blocked, isKeyCurrent });
    const mayHold =
      coversCylinder(key.carries ? [...seen, ...held] : seen, { id: external_id, group: recorded_group }) === 'yes' ||
      (key.carries && coversCylinder(content?.rights ? held : seen, place) !== 'no');
    return { ...door, recorded: isRecorded, ...effect, missing, isMeant: isRecorded || (mayHold && holds !== 'no') };
  });
  return {
    connection_id: key.connection_id,
    carries: key.carries,
    person_id: key.person_id,
    content,
    end: endOfKey(content?.limits ?? null),
    read_at: key.read_at,
    doors,
  };
}

async function findKey(reader: Reader, id: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select key.connection_id, key.external_id, lower(key.key_type) in ('dynamic', 'connect') as carries, standing.person_id,
      system.keys_read_at as read_at, reading.began_at
    from ${keysOf(reader)} join key_standing as standing on standing.key_id = key.id
    join key_system_connection as system on system.id = key.connection_id
    left join recorded_reading as reading on reading.connection_id = key.connection_id
    where key.id = ${id}::uuid and key.deleted_at is null and ${visibleTo(reader.viewer, 'keys')}`.execute(reader.db);
  return rows[0];
}

type Sets = ReadonlyMap<string, RightSet>;

async function loadRights({ db }: Reader, connectionId: string, content: KeyContent | undefined): Promise<Sets> {
  const ids = [...(content?.recorded.sets ?? []), ...(content?.rights?.sets ?? []), ...(content?.seen ?? [])];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredSet>`
    select id, cylinders, groups from right_set
    where connection_id = ${connectionId} and id = any(${`{${ids.join()}}`}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, cylinders, groups }) => [id, { cylinders: new Set(cylinders), groups: new Set(groups) }]),
  );
}

const rightsIn = (sets: Sets, ids: readonly string[] = []): RightSet[] => ids.flatMap((id) => sets.get(id) ?? []);

async function jobsByCylinder({ db }: Reader, connectionId: string): Promise<Map<string, CylinderJob[]>> {
  const jobs = await listCylinderJobs(db, connectionId);
  return Map.groupBy(jobs, ({ cylinder }) => cylinder);
}

async function listDoors(reader: Reader, connectionId: string): Promise<DoorRow[]> {
  const { rows } = await sql<DoorRow>`
    select cylinder.id as cylinder_id, cylinder.marking as cylinder_marking, ${shownName('cylinder')} as cylinder_name,
      ${shownName('cylinder_group')} as group_name, cylinder.group_id, cylinder.external_id,
      cylinder_group.external_id as recorded_group, cylinder.block_used, content.is_known, content.group_external_id as held_group,
      content.group_since
    from ${doorsOf(reader)} left join cylinder_group on cylinder_group.id = cylinder.group_id
    left join cylinder_content as content on content.cylinder_id = cylinder.id
    where cylinder.connection_id = ${connectionId} and cylinder.deleted_at is null and not cylinder.is_planned
    order by cylinder.marking, cylinder.id`.execute(reader.db);
  return rows;
}
