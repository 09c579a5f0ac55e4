import type { Page, ProgrammingJob } from '@key2xs/contract';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema';
import { containing } from './containing';

export type CylinderFilter = {
  search?: string | undefined;
  connection_id?: string | undefined;
  group_id?: string | undefined;
  cylinder_type?: string | undefined;
  state?: string | undefined;
  domain?: string | undefined;
  job?: 'open' | 'none' | undefined;
};

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

type Filtered = ExpressionBuilder<Schema, 'cylinder'>;

function conditions(q: Filtered, filter: CylinderFilter): Expression<SqlBool> {
  const { search, job } = filter;
  const equal = (['connection_id', 'group_id', 'cylinder_type', 'state', 'domain'] as const).flatMap((column) => {
    const value = filter[column];
    return value === undefined ? [] : [q(`cylinder.${column}`, '=', value)];
  });
  const pattern = containing(search ?? '');
  return q.and([
    q('cylinder.deleted_at', 'is', null),
    ...equal,
    ...(job ? [job === 'open' ? hasOpenJob : q.not(hasOpenJob)] : []),
    ...(search
      ? [
          sql<boolean>`(cylinder.search_text like ${pattern} or cylinder.group_id in (
            select id from cylinder_group where lower(name) like ${pattern}))`,
        ]
      : []),
  ]);
}

const filtered = (db: Db, filter: CylinderFilter) => db.selectFrom('cylinder').where((q) => conditions(q, filter));

type Filtering = SelectQueryBuilder<Schema, 'cylinder', object>;

const shown = (query: Filtering) =>
  query
    .innerJoin('key_system_connection as system', 'system.id', 'cylinder.connection_id')
    .leftJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
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
      sql<ProgrammingJob | null>`(
        select jsonb_build_object('external_id', external_id, 'kind', kind, 'state', state, 'assigned_key', assigned_key,
          'created_at', created_at, 'done_at', done_at)
        from programming_job as job where ${isOpen} order by created_at, external_id limit 1)`.as('open_job'),
    ]);

const sortable = {
  marking: 'cylinder.marking',
  name: 'cylinder.name',
  location: 'cylinder.location',
  group_name: 'cylinder_group.name',
  state: 'cylinder.state',
} as const;

/** By marking unless sorted otherwise; ties by marking and id, so that pages never overlap. */
export function listCylinders(
  db: Db,
  filter: CylinderFilter,
  { offset, limit, sort = 'marking' }: Page & { sort?: string | undefined },
): Promise<CylinderRow[]> {
  const by = Object.entries(sortable).find(([name]) => sort.replace('-', '') === name)?.[1] ?? 'cylinder.marking';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return shown(filtered(db, filter))
    .$if(by === 'cylinder_group.name', (q) => q.orderBy(by, (order) => order[direction]().nullsLast()))
    .$if(by !== 'cylinder_group.name', (q) => q.orderBy(by, direction))
    .$if(by !== 'cylinder.marking', (q) => q.orderBy('cylinder.marking', direction))
    .orderBy('cylinder.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The next so many by marking, behind the one given. */
export const listCylindersBehind = (
  db: Db,
  filter: CylinderFilter,
  { last, limit }: { last: Pick<CylinderRow, 'marking' | 'id'> | undefined; limit: number },
): Promise<CylinderRow[]> =>
  shown(filtered(db, filter))
    .$if(last !== undefined, (q) =>
      q.where(sql<boolean>`(cylinder.marking, cylinder.id) > (${last?.marking}, ${last?.id}::uuid)`),
    )
    .orderBy('cylinder.marking')
    .orderBy('cylinder.id')
    .limit(limit)
    .execute();

export async function countCylinders(db: Db, filter: CylinderFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((q) => q.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findCylinder = (db: Db, id: string): Promise<CylinderRow | undefined> =>
  shown(filtered(db, {})).where('cylinder.id', '=', id).executeTakeFirst();

export const listByIds = (db: Db, ids: readonly string[]): Promise<CylinderRow[]> =>
  shown(filtered(db, {})).where('cylinder.id', 'in', ids).orderBy('cylinder.marking').execute();

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
export async function findFacets(db: Db) {
  const values = (table: string, column: string) =>
    sql`array(select distinct ${sql.ref(column)} from ${sql.table(table)} where deleted_at is null order by 1)`;
  const { rows } = await sql<
    Record<'cylinder_types' | 'cylinder_states' | 'key_types' | 'key_states' | 'domains', string[]>
  >`
    select ${values('cylinder', 'cylinder_type')} as cylinder_types, ${values('cylinder', 'state')} as cylinder_states,
      ${values('key', 'key_type')} as key_types, ${values('key', 'state')} as key_states,
      array(select domain from cylinder where deleted_at is null
        union select domain from cylinder_group where deleted_at is null order by 1) as domains`.execute(db);
  const [facets] = rows;
  if (!facets) throw new Error('A select without from answers one row');
  return facets;
}
