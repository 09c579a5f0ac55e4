import { type AccessEventFilter, maxTimelineEvents } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { cylinderWords } from '#platform/door-names';
import { asProduct, type Reader } from '#platform/visible-to';
import { doorsOf, eventsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { locationPath, locationsWithin } from '../locations/service';
import { peopleOf } from '../people/relation';
import type { PrivatePlaces } from './looks';
import { holdersThen, isOfReader } from './relation';

/** As many doors or keys are asked for one by one, each by its index; of more, the events of all are read by time. */
const maxOneByOne = 200;

type Record_ = { connection_id: string; external_id: string };
/** The events of one of these are asked for; null: of all. */
type Narrowed = { column: 'cylinder_external_id' | 'key_external_id' | 'person_identity'; records: Record_[] }[] | null;

export type Wanted = {
  filter: AccessEventFilter;
  /** Places whose names the look does not show; null: it shows all, or none at all. */
  kept: PrivatePlaces | null;
};

export type Position = { time: string; connection_id: string; external_id: string };

export type EventRow = {
  connection_id: string;
  external_id: string;
  /** With all digits, as the order has it. */
  position_time: string;
  event_time: Date;
  import_time: Date;
  source: string;
  result: string;
  reason: string | null;
  key_id: string | null;
  key_marking: string | null;
  cylinder_id: string | null;
  cylinder_name: string | null;
  place: string | null;
  /** Who had the key: one of ours, else a person of the key system. */
  person_id: string | null;
  identity: string | null;
  person_name: string | null;
  is_kept: boolean;
};

const timeOf = ({ by }: AccessEventFilter) => (by === 'import' ? sql`event.import_time` : sql`event.event_time`);

/** The newest events after a position. No page is slower than the first, and none counts all. */
export async function listEvents(
  reader: Reader,
  wanted: Wanted,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<EventRow[]> {
  const found = await findRows(reader, wanted, { after, limit });
  if (!found) return [];
  const time = timeOf(wanted.filter);
  const { rows } = await sql<EventRow>`
    select event.connection_id, event.external_id, event.event_time, event.import_time, event.source, event.result,
      event.reason, to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position_time,
      key.id as key_id, key.marking as key_marking, cylinder.id as cylinder_id, ${cylinderWords('cylinder')} as cylinder_name,
      ${locationPath('cylinder.location_id')} as place, holder.person_id, reported.identity,
      coalesce(person.display_name, nullif(recorded.full_name, ''), reported.identity) as person_name,
      coalesce(${isKept(wanted.kept)}, false) as is_kept
    from (${found}) as event ${holdersThen}
    left join ${keysOf(reader)} on key.connection_id = event.connection_id and key.external_id = event.key_external_id
    left join ${doorsOf(reader)} on cylinder.connection_id = event.connection_id
      and cylinder.external_id = event.cylinder_external_id
    left join ${peopleOf(reader)} on person.id = holder.person_id
    order by ${time} desc, event.connection_id desc, event.external_id desc`.execute(reader.db);
  return rows;
}

export type Step = 'hour' | 'day' | 'week';

/** Counts of the newest events, and from when on they are counted; null: all are. */
export async function countByTime(reader: Reader, wanted: Wanted, { step, zone }: { step: Step; zone: string }) {
  const found = await findRows(reader, wanted, { after: undefined, limit: maxTimelineEvents + 1 });
  if (!found) return { items: [], counted_from: null };
  const time = timeOf(wanted.filter);
  const { rows } = await sql<{ at: Date; granted: number; denied: number; first: Date }>`
    select date_trunc(${step}, ${time}, ${zone}) as at, count(*) filter (where event.result = 'granted')::int as granted,
      count(*) filter (where event.result <> 'granted')::int as denied, min(${time}) as first
    from (${found}) as event group by 1 order by 1`.execute(reader.db);
  const counted = rows.reduce((sum, { granted, denied }) => sum + granted + denied, 0);
  return {
    items: rows.map(({ first, ...row }) => row),
    counted_from: counted > maxTimelineEvents ? (rows[0]?.first ?? null) : null,
  };
}

/** A name is not shown at a place that keeps it. */
const isKept = (kept: PrivatePlaces | null): RawBuilder<boolean> =>
  kept
    ? sql<boolean>`(cylinder.location_id = any(${kept.none}::uuid[])
        or (event.result = 'granted' and cylinder.location_id = any(${kept.denied_only}::uuid[])))`
    : sql<boolean>`false`;

/** The rows of the newest events, in no order; null: there can be none. */
async function findRows(
  reader: Reader,
  { filter, kept }: Wanted,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<RawBuilder<unknown> | null> {
  const narrowed = await narrow(reader, filter);
  if (narrowed?.every(({ records }) => records.length === 0)) return null;
  const time = timeOf(filter);
  const conditions = [
    filter.from && sql`${time} >= ${filter.from}::timestamptz`,
    filter.before && sql`${time} < ${filter.before}::timestamptz`,
    filter.result && sql`event.result = ${filter.result}`,
    filter.reason && sql`event.reason = ${filter.reason}`,
    filter.cylinder_id && filter.key_id && isOfKey(reader, filter.key_id),
    filter.person_id && sql`holder.person_id = ${filter.person_id}::uuid`,
    // To say which events of a person there are would tell the name that the place keeps.
    filter.person_id && kept && sql`not coalesce(${isKept(kept)}, false)`,
    isInPlace(reader, filter, narrowed),
    isOfReader(reader),
    after &&
      sql`(${time}, event.connection_id, event.external_id)
        < (${after.time}::timestamptz, ${after.connection_id}::uuid, ${after.external_id}::text)`,
  ].filter((condition) => condition !== null && condition !== undefined && condition !== '');
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const joins = filter.person_id || isOfReader(reader) ? holdersThen : sql``;
  const doors =
    filter.person_id && kept
      ? sql`left join ${doorsOf(asProduct(reader.db))} on cylinder.connection_id = event.connection_id
          and cylinder.external_id = event.cylinder_external_id`
      : sql``;
  const rows = (extra: RawBuilder<unknown>) => sql`
    select event.* from ${eventsOf(reader, 'event')} ${joins} ${doors} ${where} ${extra}
    order by ${time} desc, event.connection_id desc, event.external_id desc limit ${limit}`;
  if (!narrowed) return rows(sql``);
  const parts = narrowed
    .filter(({ records }) => records.length > 0)
    .map(({ column, records }) => {
      const is = sql`event.connection_id = one.connection_id and event.${sql.ref(column)} = one.external_id`;
      return sql`
        select found.* from unnest(${records.map(({ connection_id }) => connection_id)}::uuid[],
          ${records.map(({ external_id }) => external_id)}::text[]) as one(connection_id, external_id)
        cross join lateral (${rows(conditions.length > 0 ? sql`and ${is}` : sql`where ${is}`)}) as found`;
    });
  return sql`select * from (${sql.join(parts, sql` union `)}) as event
    order by ${time} desc, event.connection_id desc, event.external_id desc limit ${limit}`;
}

const isOfKey = (reader: Reader, id: string) => sql`(event.connection_id, event.key_external_id) = (
  select key.connection_id, key.external_id from ${keysOf(asProduct(reader.db))} where key.id = ${id}::uuid)`;

/** Doors of a place that are too many to be asked for one by one. */
function isInPlace(reader: Reader, { location_id, cylinder_id }: AccessEventFilter, narrowed: Narrowed) {
  if (
    location_id === null ||
    (narrowed?.length === 1 && narrowed[0]?.column === 'cylinder_external_id' && !cylinder_id)
  )
    return null;
  return sql`exists (select from ${doorsOf(reader, 'door')} where door.connection_id = event.connection_id
    and door.external_id = event.cylinder_external_id and door.location_id in ${locationsWithin(sql`${location_id}::uuid`)})`;
}

/** What can be found by an index of its own: one cylinder, one key, what a person had, or the doors of a small place. */
async function narrow(reader: Reader, filter: AccessEventFilter): Promise<Narrowed> {
  const { cylinder_id, key_id, person_id, location_id } = filter;
  if (cylinder_id)
    return [{ column: 'cylinder_external_id', records: listed(await recordOf(reader, 'cylinder', cylinder_id)) }];
  if (key_id) return [{ column: 'key_external_id', records: listed(await recordOf(reader, 'key', key_id)) }];
  if (person_id) return recordsOfPerson(reader, person_id);
  const isLimited = reader.viewer.scope?.places;
  if (location_id === null && !isLimited) return null;
  const within =
    location_id === null ? sql`` : sql`where door.location_id in ${locationsWithin(sql`${location_id}::uuid`)}`;
  const { rows } = await sql<Record_>`
    select door.connection_id, door.external_id from ${doorsOf(reader, 'door')} ${within} limit ${maxOneByOne + 1}`.execute(
    reader.db,
  );
  return rows.length > maxOneByOne ? null : [{ column: 'cylinder_external_id', records: rows }];
}

const listed = (record: Record_ | undefined) => (record ? [record] : []);

async function recordOf(reader: Reader, kind: 'cylinder' | 'key', id: string): Promise<Record_ | undefined> {
  const of = kind === 'cylinder' ? doorsOf(reader) : keysOf(asProduct(reader.db));
  const { rows } = await sql<Record_>`
    select connection_id, external_id from ${of} where id = ${id}::uuid`.execute(reader.db);
  return rows[0];
}

/** The keys that a person has had, and who they are to key systems. */
async function recordsOfPerson({ db }: Reader, personId: string): Promise<Narrowed> {
  const { rows: keys } = await sql<Record_>`
    select distinct key.connection_id, key.external_id from ${keysOf(asProduct(db))}
    join key_assignment as assignment on assignment.key_id = key.id
    left join recorded_person as recorded on recorded.connection_id = key.connection_id
      and recorded.identity = assignment.holder_identity
    where assignment.person_id = ${personId}::uuid or recorded.own_reference = ${personId}::uuid`.execute(db);
  const { rows: identities } = await sql<Record_>`
    select connection_id, identity as external_id from recorded_person
    where own_reference = ${personId}::uuid and identity is not null`.execute(db);
  return [
    { column: 'key_external_id', records: keys },
    { column: 'person_identity', records: identities },
  ];
}
