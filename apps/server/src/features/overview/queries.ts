import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Ended tasks that changed a key system, newest first: the first one. */
export const findLastSync = (db: Db) =>
  db
    .selectFrom('sync_task')
    .selectAll()
    .where('kind', '=', 'key_system')
    .where('dry_run', '=', false)
    .where('status', 'in', ['SUCCESS', 'FAILURE'])
    .orderBy('completed_at', 'desc')
    .executeTakeFirst();

/** Change sets that wait for a person, newest first, at most ten. */
export const listWaiting = (db: Db) =>
  db
    .selectFrom('change_set')
    .select(['id as change_set_id', 'title', 'state', 'created_at'])
    .where('state', 'in', ['ready', 'quarantined'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();

const perType = 5;

/** At most five of each type whose name or number contains the text; names that begin with it come first. */
export async function search(db: Db, text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ type: string; id: string; title: string; subtitle: string }>`
    (select 'person' as type, id, display_name as title, concat_ws(' · ', employee_id, job_title, department) as subtitle
     from person where search_text like ${pattern} order by active desc, display_name, id limit ${perType})
    union all
    (select 'cylinder', id, marking || ' ' || name, location from cylinder
     where deleted_at is null and lower(marking || ' ' || name || ' ' || location) like ${pattern} order by marking limit ${perType})
    union all
    (select 'key', id, marking || ' ' || name, 'serial ' || serial from key
     where deleted_at is null and lower(marking || ' ' || name || ' ' || serial) like ${pattern} order by marking limit ${perType})
    union all
    (select 'key_plan', id, name, description from key_plan
     where lower(name || ' ' || description) like ${pattern} order by name limit ${perType})
    union all
    (select 'iam_connection', id, name, coalesce(description, '') from iam_connection
     where lower(name) like ${pattern} order by name limit ${perType})
    union all
    (select 'key_system_connection', id, name, cliq_api_url from key_system_connection
     where lower(name) like ${pattern} order by name limit ${perType})`.execute(db);
  return rows;
}
