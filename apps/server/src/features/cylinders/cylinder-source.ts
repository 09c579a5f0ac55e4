import { cylinderList, type ProgrammingJob } from '@key2xs/contract';
import { sql } from 'kysely';
import { differs, locationPath, locationsWithin } from '#features/locations/service';
import { cylinderLike, groupLike, shownName } from '#platform/door-names';
import { isFullFrom } from '#platform/list/fullness';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { presentCylinder } from './present';
import { doorsOf } from './relation';

const isOpen = sql<boolean>`job.connection_id = cylinder.connection_id and job.cylinder_external_id = cylinder.external_id
  and job.deleted_at is null and job.state not in ('done', 'cancelled')`;
const hasOpenJob = sql<boolean>`exists (select from programming_job as job where ${isOpen})`;

const firstOpenJob = sql<ProgrammingJob | null>`(
  select jsonb_build_object('external_id', external_id, 'kind', kind, 'state', state, 'assigned_key', assigned_key,
    'created_at', created_at, 'done_at', done_at)
  from programming_job as job where ${isOpen} order by created_at, external_id limit 1)`;

const placings = {
  placed: sql<boolean>`cylinder.location_id is not null`,
  unplaced: sql<boolean>`cylinder.location_id is null`,
  differs,
};

export const cylinderSource = (reader: Reader) =>
  listSource(cylinderList, (db) =>
    db
      .selectFrom(doorsOf(reader))
      .leftJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
      .where('cylinder.deleted_at', 'is', null),
  )({
    resource: 'inventory',
    show: (cylinders) =>
      cylinders
        .innerJoin('key_system_connection as system', 'system.id', 'cylinder.connection_id')
        .select([
          'cylinder.id',
          'cylinder.connection_id',
          'system.name as connection_name',
          'cylinder.external_id',
          'cylinder.marking',
          'cylinder.name',
          'cylinder.cylinder_type',
          'cylinder.domain',
          'cylinder.location',
          'cylinder.location_id',
          locationPath('cylinder.location_id').as('location_path'),
          'cylinder.placed_text',
          'cylinder.state',
          'cylinder.group_id',
          shownName('cylinder_group').as('group_name'),
          'system.inventory_read_at as read_at',
          'cylinder.own_name',
          'cylinder.notes',
          'cylinder.is_planned',
          'cylinder.version',
          'cylinder.block_used',
          'cylinder.block_limit',
          'cylinder.events_used',
          'cylinder.events_limit',
          firstOpenJob.as('open_job'),
        ]),
    id: 'cylinder.id',
    isCostly: true,
    filters: {
      connection_id: 'cylinder.connection_id',
      group_id: 'cylinder.group_id',
      cylinder_type: 'cylinder.cylinder_type',
      state: 'cylinder.state',
      domain: 'cylinder.domain',
      location_id: (id) => sql`cylinder.location_id in ${locationsWithin(id)}`,
      placing: (placing) => placings[placing],
      is_planned: 'cylinder.is_planned',
      full_from: (percent) => sql`(${isFullFrom(percent, 'cylinder.block_used', 'cylinder.block_limit')}
        or ${isFullFrom(percent, 'cylinder.events_used', 'cylinder.events_limit')})`,
      job: (job) => (job === 'open' ? hasOpenJob : sql`not ${hasOpenJob}`),
    },
    search: (pattern) => sql`(${cylinderLike('cylinder', pattern)} or cylinder.group_id in (
    select id from cylinder_group where ${groupLike('cylinder_group', pattern)}))`,
    sorts: {
      marking: 'cylinder.marking',
      name: shownName('cylinder'),
      location: 'cylinder.location',
      group_name: { unknownLast: shownName('cylinder_group') },
      state: 'cylinder.state',
    },
    present: presentCylinder,
    cells: { open_job: ({ open_job }) => open_job && `${open_job.kind} (${open_job.state})` },
  });
