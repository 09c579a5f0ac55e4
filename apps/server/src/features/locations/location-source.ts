import { locationList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { peopleOf } from '../people/relation';
import { presentLocation } from './present';
import { placesOf, shownParent } from './relation';
import { locationPath, locationsWithin } from './tree-sql';

const path = sql<string>`${locationPath('location.id')}`;
const rank = sql`array_position(array['site', 'building', 'floor', 'area', 'door'], location.type)`;

export const locationSource = (reader: Reader) =>
  listSource(locationList, (db) => db.selectFrom(placesOf(reader)))({
    resource: 'locations',
    show: (places) =>
      places
        .leftJoin(peopleOf(reader, 'owner'), 'owner.id', 'location.owner_person_id')
        .leftJoin(peopleOf(reader, 'deputy'), 'deputy.id', 'location.deputy_person_id')
        .selectAll('location')
        .select([
          path.as('path'),
          shownParent(reader).as('parent_id'),
          'owner.id as owner_person_id',
          'deputy.id as deputy_person_id',
          'owner.display_name as owner_name',
          'owner.employee_id as owner_number',
          'deputy.display_name as deputy_name',
          'deputy.employee_id as deputy_number',
          sql<number>`(select count(*)::int from ${doorsOf(reader)} where cylinder.deleted_at is null
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
