import { cylinderGroupList } from '@key2xs/contract';
import { sql } from 'kysely';
import { groupLike, shownName } from '#platform/door-names';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { presentGroup } from './present';
import { doorsOf } from './relation';

const cylindersIn = (reader: Reader) => sql<number>`(
  select count(*)::int from ${doorsOf(reader)} where cylinder.group_id = "group".id and cylinder.deleted_at is null)`;

/** Groups are everybody's; of their cylinders those count that the reader may see. */
export function groupSource(reader: Reader) {
  const countCylinders = cylindersIn(reader);
  return listSource(cylinderGroupList, (db) =>
    db.selectFrom('cylinder_group as group').where('group.deleted_at', 'is', null),
  )({
    resource: 'inventory',
    show: (groups) =>
      groups
        .innerJoin('key_system_connection as system', 'system.id', 'group.connection_id')
        .select([
          'group.id',
          'group.connection_id',
          'system.name as connection_name',
          'group.external_id',
          'group.name',
          'group.domain',
          'system.inventory_read_at as read_at',
          'group.own_name',
          'group.notes',
          'group.is_planned',
          'group.version',
          countCylinders.as('cylinders'),
        ]),
    id: 'group.id',
    filters: { connection_id: 'group.connection_id', is_planned: 'group.is_planned' },
    search: (pattern) => groupLike('group', pattern),
    sorts: { name: shownName('group'), cylinders: countCylinders },
    present: presentGroup,
    cells: {},
  });
}
