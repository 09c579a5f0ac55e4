import type { FloorPlanItem } from '@key2xs/contract';
import { sql } from 'kysely';
import { cylinderWords } from '#platform/door-names';
import { type Reader, visibleTo } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { placesOf } from '../relation';
import { locationPath, locationsWithin } from '../tree-sql';

type Item = FloorPlanItem & { total: number };

const isOpenJob = sql`exists (
  select from programming_job as job where job.connection_id = cylinder.connection_id
    and job.cylinder_external_id = cylinder.external_id and job.deleted_at is null
    and job.state not in ('done', 'cancelled'))`;

const stateOfCylinder = sql<FloorPlanItem['state']>`case when cylinder.is_planned then 'planned'
  when ${isOpenJob} then 'open_job' else 'ready' end`;

/** Cylinders in a place and below, and the places below, that the reader may see: all that have a pin, then some others. */
export async function listItems(reader: Reader, id: string, maxOthers: number): Promise<Item[]> {
  const cylinders = reader.db
    .selectFrom(doorsOf(reader))
    .leftJoin('floor_plan_pin as pin', (join) =>
      join.onRef('pin.cylinder_id', '=', 'cylinder.id').on('pin.location_id', '=', id),
    )
    .select([
      sql<FloorPlanItem['kind']>`'cylinder'`.as('kind'),
      'cylinder.id',
      cylinderWords('cylinder').as('name'),
      sql<string>`cylinder.location_id`.as('location_id'),
      sql<string>`${locationPath('cylinder.location_id')}`.as('location_path'),
      stateOfCylinder.as('state'),
      'pin.x',
      'pin.y',
    ])
    .where('cylinder.deleted_at', 'is', null)
    .where(sql<boolean>`cylinder.location_id in ${locationsWithin(sql`select ${id}::uuid`)}`)
    .where(visibleTo(reader.viewer, 'locations'));
  const places = reader.db
    .selectFrom(placesOf(reader))
    .leftJoin('floor_plan_pin as pin', (join) =>
      join.onRef('pin.place_id', '=', 'location.id').on('pin.location_id', '=', id),
    )
    .select([
      sql<FloorPlanItem['kind']>`'place'`.as('kind'),
      'location.id',
      'location.name',
      'location.id as location_id',
      sql<string>`${locationPath('location.id')}`.as('location_path'),
      sql<FloorPlanItem['state']>`'place'`.as('state'),
      'pin.x',
      'pin.y',
    ])
    .where(sql<boolean>`location.id in ${locationsWithin(sql`select ${id}::uuid`)}`)
    .where('location.id', '<>', id)
    .where(visibleTo(reader.viewer, 'locations'));
  const { rows } = await sql<Item>`
    select kind, id, name, location_id, location_path, state, x, y, total from (
      select item.*, count(*) over ()::int as total, row_number() over (partition by x is null
        order by kind, location_path, name, id) as place
      from (${cylinders} union all ${places}) as item) as numbered
    where x is not null or place <= ${maxOthers}
    order by kind, location_path, name, id`.execute(reader.db);
  return rows;
}

/** Which of these cylinders and places the reader may put on the plan of a place. */
export async function countPinnable(reader: Reader, id: string, wanted: { cylinders: string[]; places: string[] }) {
  const within = sql`${locationsWithin(sql`select ${id}::uuid`)}`;
  const found = await reader.db
    .selectFrom(doorsOf(reader))
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('cylinder.deleted_at', 'is', null)
    .where('cylinder.id', '=', (q) => q.fn.any(q.val(wanted.cylinders)))
    .where(sql<boolean>`cylinder.location_id in ${within}`)
    .executeTakeFirstOrThrow();
  const places = await reader.db
    .selectFrom(placesOf(reader))
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('location.id', '=', (q) => q.fn.any(q.val(wanted.places)))
    .where('location.id', '<>', id)
    .where(sql<boolean>`location.id in ${within}`)
    .executeTakeFirstOrThrow();
  return Number(found.count) + Number(places.count);
}
