import { sql } from 'kysely';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { readPolicy } from './policy';

/** The time zone of a locking system: that of most of its doors, else that of the policy. */
export async function zoneOfSystem(reader: Reader): Promise<(connectionId: string) => string> {
  const zones = await zonesOfSystems(reader);
  const { time_zone } = await readPolicy(reader.db);
  return (connectionId) => zones.get(connectionId) ?? time_zone;
}

/**
 * The time zone of each locking system: that in which most of its doors stand, by the nearest place above each that has one. Systems
 * whose places have none are left out.
 */
export async function zonesOfSystems(reader: Reader): Promise<ReadonlyMap<string, string>> {
  // Cheaper than to count all doors, where no place says where it is.
  const anyZone = await reader.db
    .selectFrom('location')
    .select('id')
    .where('time_zone', 'is not', null)
    .limit(1)
    .execute();
  if (anyZone.length === 0) return new Map();
  const { rows } = await sql<{ connection_id: string; time_zone: string }>`
    with recursive place as (
      select id, time_zone from location where parent_id is null
      union all
      select below.id, coalesce(below.time_zone, place.time_zone)
      from location as below join place on place.id = below.parent_id)
    select distinct on (connection_id) connection_id, time_zone
    from (select cylinder.connection_id, place.time_zone, count(*) as doors
      from ${doorsOf(reader)} join place on place.id = cylinder.location_id
      where cylinder.deleted_at is null and place.time_zone is not null group by 1, 2) as counted
    order by connection_id, doors desc, time_zone`.execute(reader.db);
  return new Map(rows.map(({ connection_id, time_zone }) => [connection_id, time_zone]));
}
