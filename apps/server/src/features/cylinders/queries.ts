import { cylinderList, type ProgrammingJob } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { listSource } from '#platform/list/list-source';
import { type Reader, visibleTo } from '#platform/visible-to';
import { presentCylinder, presentSystem } from './present';

export type CylinderRow = {
  id: string;
  connection_id: string;
  connection_name: string;
  external_id: string;
  marking: string;
  name: string;
  cylinder_type: string;
  domain: string;
  location: string;
  state: string;
  group_id: string | null;
  group_name: string | null;
  /** Times as PostgreSQL writes them in JSON. */
  open_job: ProgrammingJob | null;
  read_at: Date | null;
};

const isOpen = sql<boolean>`job.connection_id = cylinder.connection_id and job.cylinder_external_id = cylinder.external_id
  and job.deleted_at is null and job.state <> 'done'`;
const hasOpenJob = sql<boolean>`exists (select from programming_job as job where ${isOpen})`;

const firstOpenJob = sql<ProgrammingJob | null>`(
  select jsonb_build_object('external_id', external_id, 'kind', kind, 'state', state, 'assigned_key', assigned_key,
    'created_at', created_at, 'done_at', done_at)
  from programming_job as job where ${isOpen} order by created_at, external_id limit 1)`;

export const cylinderSource = listSource(cylinderList, (db) =>
  db
    .selectFrom('cylinder')
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
        'cylinder.state',
        'cylinder.group_id',
        'cylinder_group.name as group_name',
        'system.inventory_read_at as read_at',
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
    job: (job) => (job === 'open' ? hasOpenJob : sql`not ${hasOpenJob}`),
  },
  search: (pattern) => sql`(cylinder.search_text like ${pattern} or cylinder.group_id in (
    select id from cylinder_group where lower(name) like ${pattern}))`,
  sorts: {
    marking: 'cylinder.marking',
    name: 'cylinder.name',
    location: 'cylinder.location',
    group_name: { unknownLast: 'cylinder_group.name' },
    state: 'cylinder.state',
  },
  present: presentCylinder,
  cells: { open_job: ({ open_job }) => open_job && `${open_job.kind} (${open_job.state})` },
});

const jobsShown = 50;

/** Newest first. */
export const listJobs = (db: Db, { connection_id, external_id }: Pick<CylinderRow, 'connection_id' | 'external_id'>) =>
  db
    .selectFrom('programming_job')
    .select(['external_id', 'kind', 'state', 'assigned_key', 'created_at', 'done_at'])
    .where('connection_id', '=', connection_id)
    .where('cylinder_external_id', '=', external_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('external_id', 'desc')
    .limit(jobsShown)
    .execute();

/** What cylinders and keys can be filtered by; each in order. */
export async function findFacets({ db, viewer }: Reader) {
  const seen = visibleTo(viewer, 'inventory');
  const values = (table: string, column: string) =>
    sql`array(select distinct ${sql.ref(column)} from ${sql.table(table)} where deleted_at is null and ${seen} order by 1)`;
  const { rows } = await sql<
    Record<'cylinder_types' | 'cylinder_states' | 'key_types' | 'key_states' | 'domains', string[]>
  >`
    select ${values('cylinder', 'cylinder_type')} as cylinder_types, ${values('cylinder', 'state')} as cylinder_states,
      ${values('key', 'key_type')} as key_types, ${values('key', 'state')} as key_states,
      array(select domain from cylinder where deleted_at is null and ${seen}
        union select domain from cylinder_group where deleted_at is null and ${seen} order by 1) as domains`.execute(
    db,
  );
  const key_systems = await db
    .selectFrom('key_system_connection')
    .select(['id', 'name', 'inventory_read_at'])
    .where(seen)
    .orderBy('name')
    .execute();
  const [facets] = rows;
  if (!facets) throw new Error('A select without from answers one row');
  return { ...facets, key_systems: key_systems.map(presentSystem) };
}
