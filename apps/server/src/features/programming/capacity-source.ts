import { type Capacity, capacityList } from '@key2xs/contract';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import { asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { keysOf } from '../keys/relation';
import { locationPath } from '../locations/service';

type Row = Omit<Capacity, 'location_path' | 'connection_name' | 'limit'> & {
  location_id: string | null;
  most: number;
};

/** Each limited list that a key system tells of, as one row. */
export const limitedLists = (reader: Reader) => sql<Row>`(
  select 'block_list ' || door.id as id, 'block_list' as what, door.id as cylinder_id, null::uuid as key_id, door.marking,
    ${shownName('door')} as name, door.location_id, door.connection_id, door.block_used as used, door.block_limit as most
  from ${doorsOf(reader, 'door')} where door.deleted_at is null and door.block_used is not null and door.block_limit > 0
  union all
  select 'event_ring ' || door.id, 'event_ring', door.id, null::uuid, door.marking, ${shownName('door')}, door.location_id,
    door.connection_id, door.events_used, door.events_limit
  from ${doorsOf(reader, 'door')} where door.deleted_at is null and door.events_used is not null and door.events_limit > 0
  union all
  select 'access_list ' || held.id, 'access_list', null::uuid, held.id, held.marking, held.name, null::uuid, held.connection_id,
    held.access_used, held.access_limit
  from ${keysOf(reader, 'held')} where held.deleted_at is null and held.access_used is not null and held.access_limit > 0)`;

const share = sql<number>`(capacity.used::float / capacity.most)`;

export const capacitySource = (reader: Reader) =>
  listSource(capacityList, (db) => db.selectFrom(limitedLists(reader).as('capacity')))({
    resource: 'inventory',
    show: (rows) =>
      rows
        .innerJoin('key_system_connection as system', 'system.id', 'capacity.connection_id')
        .selectAll('capacity')
        .select(['system.name as connection_name', locationPath('capacity.location_id').as('location_path')]),
    id: 'capacity.id',
    filters: {
      connection_id: 'capacity.connection_id',
      what: 'capacity.what',
      from_percent: (percent) => sql`${share} * 100 >= ${percent}`,
      cylinder_id: 'capacity.cylinder_id',
      key_id: 'capacity.key_id',
    },
    search: (pattern) => sql`lower(capacity.marking || ' ' || capacity.name) like ${pattern}`,
    sorts: { share, marking: 'capacity.marking' },
    present: ({ location_id: _place, most: limit, ...row }) => ({ ...row, limit }),
    cells: {},
  });

type Advice = { id: string; name: string; cylinders: number; saves: number };

const maxGroups = 20;

/**
 * Groups of which a key lists every cylinder one by one. A group takes one place, and none where the key lists it already.
 * Doors outside the reader's scope count too: else a group would seem to open nothing more.
 * @throws AppError not_found
 */
export async function adviseKeyMemory(reader: Reader, id: string) {
  const { rows: keys } = await sql<{
    connection_id: string;
    marking: string;
    own_cylinders: string[] | null;
    own_groups: string[] | null;
  }>`
    select held.connection_id, held.marking, held.own_cylinders, held.own_groups from ${keysOf(reader, 'held')}
    where held.id = ${id} and held.deleted_at is null and ${visibleTo(reader.viewer, 'inventory')}`.execute(reader.db);
  const [key] = keys;
  if (!key) throw notFound('key');
  const { connection_id, marking, own_cylinders, own_groups } = key;
  if (own_cylinders === null) return { marking, single: null, groups: [] };
  const { rows: groups } = await sql<Advice>`
    select * from (
      select cluster.id, ${shownName('cluster')} as name, count(*)::int as cylinders,
        (count(*) - case when cluster.external_id = any(${own_groups ?? []}::text[]) then 0 else 1 end)::int as saves
      from cylinder_group as cluster join ${doorsOf(asProduct(reader.db), 'door')} on door.group_id = cluster.id
      where cluster.connection_id = ${connection_id} and cluster.deleted_at is null and door.deleted_at is null
      group by cluster.id, cluster.own_name, cluster.name, cluster.external_id
      having bool_and(door.external_id = any(${own_cylinders}::text[]))) as whole
    where saves > 0 order by saves desc, name limit ${maxGroups}`.execute(reader.db);
  return { marking, single: own_cylinders.length, groups };
}
