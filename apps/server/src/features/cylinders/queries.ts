import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { type CylinderRow, presentSystem } from './present';

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
