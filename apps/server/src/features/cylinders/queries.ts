import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { type CylinderRow, presentSystem } from './present';
import { doorsOf } from './relation';

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
export async function findFacets(reader: Reader) {
  const { db, viewer } = reader;
  const seen = visibleTo(viewer, 'inventory');
  const [doors, keys] = [doorsOf(reader), keysOf(reader)];
  const values = (rows: typeof doors | typeof keys, column: string) =>
    sql`array(select distinct ${sql.ref(column)} from ${rows} where deleted_at is null and ${seen} order by 1)`;
  const { rows } = await sql<
    Record<'cylinder_types' | 'cylinder_states' | 'key_types' | 'key_states' | 'domains', string[]>
  >`
    select ${values(doors, 'cylinder_type')} as cylinder_types, ${values(doors, 'state')} as cylinder_states,
      ${values(keys, 'key_type')} as key_types, ${values(keys, 'state')} as key_states,
      array(select domain from ${doors} where deleted_at is null and ${seen}
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
