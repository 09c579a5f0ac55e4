import { type Kysely, sql } from 'kysely';

const columns = 'id, connection_id, active, department, job_title, group_ids, display_name, employee_id';

const statements = [
  'drop trigger access_updated on person',
  `create trigger access_updated after update on person referencing old table as gone new table as come
    for each statement execute function note_access_change('person', 'id', '${columns}')`,
];

/** Lists of who may open a door are sorted in the process, so it has to learn of new names and employee numbers too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
