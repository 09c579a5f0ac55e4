import { type Certainty, type CylinderJob, coversCylinder, heldAt, openedAt, type RightSet } from '@key2xs/domain';
import { sql } from 'kysely';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { listCylindersHeld, listKeysHeld } from './held-past';

type Question = {
  at: Date;
  /** What was read last counts as it is. */
  isPresent: boolean;
  person?: string | undefined;
  doors: readonly string[];
  isHolderKnown: boolean;
};

/** What keys opened at a moment, for the people who held them. */
export type OpenedThen = {
  /** Whether a person could open a door with a key that they held. */
  of: (person: string, door: string) => Certainty;
  /** Those that certainly opened it, by marking. */
  keysOf: (person: string, door: string) => string[];
  /** The pairs of which it is certain. */
  pairs: readonly (readonly [person: string, door: string])[];
};

type HeldKey = {
  person: string;
  id: string;
  connection_id: string;
  external_id: string;
  marking: string;
  carries: boolean;
  is_seen: boolean;
};

/**
 * What keys opened at a moment, as far as it is proved.
 * @param isHolderKnown whether it is kept who held keys by what key systems had recorded
 */
export async function readOpenedThen(
  reader: Reader,
  { at, isPresent, person, doors, isHolderKnown }: Question,
): Promise<OpenedThen> {
  const moment = at.getTime();
  const keys = await listHeldKeys(reader, at, person);
  const places = await listPlaces(reader, doors);
  const looks = await listLooks(reader);
  const readUntil = (system: string) => (isPresent ? Number.POSITIVE_INFINITY : (looks.get(system) ?? 0));
  const heldByKey = await listKeysHeld(
    reader.db,
    keys.filter(({ carries }) => carries).map(({ id }) => id),
  );
  const heldByCylinder = await listCylindersHeld(reader.db, doors);
  const jobs = await listBlocks(reader, places);
  const system = systemOf(places);
  const inSystem = Map.groupBy(
    places.map((place) => {
      const held = heldAt(heldByCylinder.get(place.id) ?? [], moment, readUntil(place.connection_id));
      return {
        door: place.id,
        cylinder: {
          id: place.external_id,
          group: held?.group,
          jobs: jobs.get(`${place.connection_id} ${place.external_id}`) ?? [],
          isBlockListKnown: held?.isBlockListKnown ?? false,
        },
      };
    }),
    ({ door }) => system.get(door) ?? '',
  );
  const known = keys.map((key) => {
    const spans = key.carries ? (heldByKey.get(key.id) ?? []) : [];
    return { key, held: heldAt(spans, moment, readUntil(key.connection_id)) };
  });
  const sets = await loadRights(
    reader,
    known.flatMap(({ held }) => held?.sets ?? []),
  );
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (connection: string, set: string): ReadonlySet<string> => {
    const made = reached.get(set) ?? reachOf(inSystem.get(connection) ?? [], sets.get(set));
    reached.set(set, made);
    return made;
  };
  const certain = new Map<string, string[]>();
  const open = new Set<string>();
  const uncertain = new Set<string>();
  for (const { key, held } of known) {
    if (!held) {
      uncertain.add(`${key.person} ${key.connection_id}`);
      continue;
    }
    const may = new Set(held.sets.flatMap((set) => [...reach(key.connection_id, set)]));
    for (const { door, cylinder } of inSystem.get(key.connection_id) ?? []) {
      if (!may.has(door)) continue;
      const answer = openedAt({ key: { id: key.external_id, held }, cylinder }, moment, (id) => sets.get(id));
      const pair = `${key.person} ${door}`;
      if (answer === 'yes') certain.set(pair, [...(certain.get(pair) ?? []), ...(key.is_seen ? [key.marking] : [])]);
      else if (answer === 'not_known') open.add(pair);
    }
  }
  return {
    of: (who, door) => {
      if (certain.has(`${who} ${door}`)) return 'yes';
      const isOpen = open.has(`${who} ${door}`) || uncertain.has(`${who} ${system.get(door) ?? ''}`);
      const isRead = moment <= readUntil(system.get(door) ?? '');
      return isOpen || !isHolderKnown || !isRead ? 'not_known' : 'no';
    },
    keysOf: (who, door) => (certain.get(`${who} ${door}`) ?? []).toSorted(),
    pairs: [...certain.keys()].map((pair) => {
      const [who = '', door = ''] = pair.split(' ');
      return [who, door] as const;
    }),
  };
}

const systemOf = (places: readonly Place[]): Map<string, string> =>
  new Map(places.map(({ id, connection_id }) => [id, connection_id]));

type Inside = { door: string; cylinder: { id: string; group: string | null | undefined } };

const reachOf = (cylinders: readonly Inside[], set: RightSet | undefined): ReadonlySet<string> =>
  new Set(
    cylinders.flatMap(({ door, cylinder }) =>
      // Of rights that are not kept any more it is not known what they open.
      set === undefined || coversCylinder([set], cylinder) !== 'no' ? [door] : [],
    ),
  );

/** Who held which keys: as handed out here; before a key was kept here, as its key system had recorded it. */
async function listHeldKeys(reader: Reader, at: Date, person: string | undefined): Promise<HeldKey[]> {
  const { rows } = await sql<HeldKey>`
    with begun as materialized (
      select key_id, min(at) as since from key_history group by key_id
    ), former_key as materialized (
      select distinct on (record_id) record_id, born, content ->> 'holder_identity' as holder_identity,
        (content ->> 'is_deleted')::boolean as is_deleted
      from access_past where kind = 'key' and until > ${at}::timestamptz order by record_id, until
    ), key_then as (
      select key.id, key.connection_id,
        case when former.record_id is null then key.holder_identity else former.holder_identity end as holder_identity
      from key left join former_key as former on former.record_id = key.id
      where key.created_at <= ${at}::timestamptz
        and not case when former.record_id is null then key.deleted_at is not null else former.is_deleted end
    ), former_person as materialized (
      select distinct on (record_id) record_id, born, known.* from access_past,
        jsonb_to_record(content) as known(connection_id uuid, own_reference uuid, identity text)
      where kind = 'recorded_person' and until > ${at}::timestamptz order by record_id, until
    ), person_then as (
      select connection_id, own_reference, identity from former_person where born <= ${at}::timestamptz
      union all
      select connection_id, own_reference, identity from recorded_person as present
      where created_at <= ${at}::timestamptz and not exists (select from former_person where record_id = present.id)
    ), holder as (
      select assignment.key_id, assignment.person_id from key_assignment as assignment left join begun using (key_id)
      where assignment.person_id is not null
        and coalesce(assignment.handed_out_at, begun.since) <= ${at}::timestamptz
        and (assignment.ended_at is null or assignment.ended_at > ${at}::timestamptz)
      union
      select key_then.id, person_then.own_reference from key_then
      join person_then on person_then.connection_id = key_then.connection_id
        and person_then.identity = key_then.holder_identity
      where person_then.own_reference is not null and not exists (
        select from begun where begun.key_id = key_then.id and since <= ${at}::timestamptz)
    )
    select holder.person_id as person, key.id, key.connection_id, key.external_id, key.marking,
      lower(key.key_type) in ('dynamic', 'connect') as carries,
      exists (select from ${keysOf(reader, 'shown')} where shown.id = key.id and ${visibleTo(reader.viewer, 'keys')}) as is_seen
    from holder join key on key.id = holder.key_id
    where ${person === undefined ? sql`true` : sql`holder.person_id = ${person}::uuid`}`.execute(reader.db);
  return rows;
}

type Place = { id: string; connection_id: string; external_id: string };

async function listPlaces({ db }: Reader, doors: readonly string[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, connection_id, external_id from key_system_cylinder
    where id = any(${`{${doors.join()}}`}::uuid[]) and external_id is not null`.execute(db);
  return rows;
}

/** Until when each key system has been read and looked at. */
async function listLooks({ db }: Reader): Promise<Map<string, number>> {
  const { rows } = await sql<{ connection_id: string; looked_until: Date }>`
    select connection_id, looked_until from key_look`.execute(db);
  return new Map(rows.map(({ connection_id, looked_until }) => [connection_id, looked_until.getTime()]));
}

/** Jobs at these cylinders that block and unblock keys, by key system and cylinder. */
async function listBlocks({ db }: Reader, places: readonly Place[]): Promise<Map<string, CylinderJob[]>> {
  type Row = Omit<CylinderJob, 'created_at' | 'done_at'> & { place: string; created_at: Date; done_at: Date | null };
  const systems = [...new Set(places.map(({ connection_id }) => connection_id))];
  const { rows } = await sql<Row>`
    select concat(connection_id, ' ', cylinder_external_id) as place, kind, state, key_external_id as key, created_at, done_at
    from programming_job
    where connection_id = any(${`{${systems.join()}}`}::uuid[]) and kind in ('block', 'unblock') and state = 'done'`.execute(
    db,
  );
  const jobs = rows.map(({ created_at, done_at, ...job }) => ({
    ...job,
    created_at: created_at.getTime(),
    done_at: done_at?.getTime() ?? null,
  }));
  return Map.groupBy(jobs, ({ place }) => place);
}

async function loadRights({ db }: Reader, ids: readonly string[]): Promise<Map<string, RightSet>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; cylinders: string[]; groups: string[] }>`
    select id, cylinders, groups from right_set where id = any(${`{${[...new Set(ids)].join()}}`}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, cylinders, groups }) => [id, { cylinders: new Set(cylinders), groups: new Set(groups) }]),
  );
}
