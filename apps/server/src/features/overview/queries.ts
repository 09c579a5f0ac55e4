import { type RawBuilder, sql } from 'kysely';
import { containing } from '#platform/list/containing';
import { type Reader, type Resource, visibleTo } from '#platform/visible-to';

/** The latest ended task that changed a key system. */
export const findLastSync = ({ db, viewer }: Reader) =>
  db
    .selectFrom('sync_task')
    .selectAll()
    .where('kind', '=', 'key_system')
    .where('dry_run', '=', false)
    .where(visibleTo(viewer, 'tasks'))
    .where('status', 'in', ['SUCCESS', 'FAILURE'])
    .orderBy('completed_at', 'desc')
    .executeTakeFirst();

/** Change sets that wait for a person, newest first, at most ten. */
export const listWaiting = ({ db, viewer }: Reader) =>
  db
    .selectFrom('change_set')
    .select(['id as change_set_id', 'title', 'state', 'created_at'])
    .where('state', 'in', ['ready', 'quarantined'])
    .where(visibleTo(viewer, 'change_sets'))
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();

const perType = 5;

/** At most five visible records of each type whose name or number contains the text. */
export async function search({ db, viewer }: Reader, text: string) {
  const pattern = containing(text);
  const found = (resource: Resource, where: RawBuilder<unknown>) =>
    sql`where ${visibleTo(viewer, resource)} and ${where}`;
  const { rows } = await sql<{ type: string; id: string; title: string; subtitle: string }>`
    (select 'person' as type, id, display_name as title, concat_ws(' · ', employee_id, job_title, department) as subtitle
     from person ${found('people', sql`search_text like ${pattern}`)}
     order by active desc, display_name, id limit ${perType})
    union all
    (select 'cylinder', id, marking || ' ' || name, location from cylinder
     ${found('inventory', sql`deleted_at is null and search_text like ${pattern}`)} order by marking limit ${perType})
    union all
    (select 'key', id, marking || ' ' || name, 'serial ' || serial from key
     ${found('inventory', sql`deleted_at is null and search_text like ${pattern}`)} order by marking limit ${perType})
    union all
    (select 'key_plan', id, name, description from key_plan
     ${found('key_plans', sql`lower(name || ' ' || description) like ${pattern}`)} order by name limit ${perType})
    union all
    (select 'iam_connection', id, name, coalesce(description, '') from iam_connection
     ${found('identity_sources', sql`lower(name) like ${pattern}`)} order by name limit ${perType})
    union all
    (select 'key_system_connection', id, name, cliq_api_url from key_system_connection
     ${found('key_systems', sql`lower(name) like ${pattern}`)} order by name limit ${perType})`.execute(db);
  return rows;
}
