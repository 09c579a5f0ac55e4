import { locationList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import { presentLocation } from './present';
import { locationPath, locationsWithin } from './tree-sql';

const path = sql<string>`${locationPath('location.id')}`;
const rank = sql`array_position(array['site', 'building', 'floor', 'area', 'door'], location.type)`;

export const locationSource = listSource(locationList, (db) => db.selectFrom('location'))({
  resource: 'locations',
  show: (places) =>
    places
      .leftJoin('person as owner', 'owner.id', 'location.owner_person_id')
      .leftJoin('person as deputy', 'deputy.id', 'location.deputy_person_id')
      .selectAll('location')
      .select([
        path.as('path'),
        'owner.display_name as owner_name',
        'owner.employee_id as owner_number',
        'deputy.display_name as deputy_name',
        'deputy.employee_id as deputy_number',
        sql<number>`(select count(*)::int from cylinder where cylinder.deleted_at is null
          and cylinder.location_id in ${locationsWithin(sql.ref('location.id'))})`.as('cylinders'),
        sql<number>`(select count(distinct rule_id)::int from access_rule_object
          where object_identifier = location.id)`.as('access_rules'),
      ]),
  id: 'location.id',
  isCostly: true,
  filters: { type: 'location.type' },
  search: (pattern) => sql`lower(concat_ws(' ', ${path}, location.code)) like ${pattern}`,
  sorts: { path: sql`lower(${path})`, type: rank, updated_at: 'location.updated_at' },
  present: presentLocation,
  cells: { owner: (_, row) => row.owner_number, deputy: (_, row) => row.deputy_number },
});
